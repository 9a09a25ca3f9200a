/* What the model of Linux (runtime/linux/engine.h) asks of the engine, for a native run of the model itself:
   the path of a program with the C library is compared that way. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A program may have functions of these names: its own win. */
#pragma weak bonsai_concrete
#pragma weak bonsai_concrete_address
#pragma weak bonsai_output
#pragma weak bonsai_exit
#pragma weak bonsai_killed
#pragma weak bonsai_note
#pragma weak bonsai_refuse
#pragma weak bonsai_pinned
#pragma weak bonsai_host_stat
#pragma weak bonsai_host_read
#pragma weak bonsai_host_list
#pragma weak bonsai_host_link

long bonsai_concrete(long value) { return value; }
long bonsai_concrete_address(long value) { return value; }

void bonsai_output(int descriptor, const void* bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t now = write(descriptor, (const char*)bytes + done, size - done);
    if (now < 0 && errno != EINTR) return;
    if (now > 0) done += (size_t)now;
  }
}

_Noreturn void bonsai_exit(int status) { _exit(status); }

_Noreturn void bonsai_killed(int number) {
  if (number == SIGABRT) abort();
  _exit(128 + number);
}

void bonsai_note(const char* text) { (void)text; }
void bonsai_refuse(const char* text) { (void)text; }

unsigned long bonsai_pinned(unsigned long value, const char* name, unsigned long low, unsigned long high,
                            unsigned long serial) {
  (void)name, (void)low, (void)high, (void)serial;
  return value;
}

/* musl's names for them, which its own code uses. */
void* __libc_malloc(size_t size) { return malloc(size); }
void* __libc_calloc(size_t count, size_t size) { return calloc(count, size); }
void* __libc_realloc(void* old, size_t size) { return realloc(old, size); }
void __libc_free(void* old) { free(old); }

/* Only the folder of --fs exists, and the folders that lead to it; the engine's rules (intrinsics_host.cpp).
 */
static const char* folder(void) {
  const char* name = getenv("BONSAI_HOST_FOLDER");
  return name ? name : "";
}

static int leads_to_it(const char* path) {
  size_t length = strlen(path);
  if (length == 1) return 1;
  return strncmp(folder(), path, length) == 0 && folder()[length] == '/';
}

static int is_inside(const char* path) {
  size_t length = strlen(folder());
  if (length == 0 || strncmp(path, folder(), length) != 0) return 0;
  return path[length] == 0 || path[length] == '/' || length == 1;
}

long bonsai_host_stat(const char* path, unsigned long words[13]) {
  struct stat found;
  if (!leads_to_it(path) && !is_inside(path)) return -ENOENT;
  if (lstat(path, &found) != 0) return -errno;
  unsigned long all[13] = {found.st_dev,
                           found.st_ino,
                           found.st_mode,
                           found.st_nlink,
                           found.st_uid,
                           found.st_gid,
                           (unsigned long)found.st_size,
                           (unsigned long)found.st_mtim.tv_sec,
                           (unsigned long)found.st_mtim.tv_nsec,
                           (unsigned long)found.st_blocks,
                           (unsigned long)found.st_blksize,
                           found.st_rdev,
                           0};
  memcpy(words, all, sizeof all);
  return 0;
}

long bonsai_host_read(const char* path, void* bytes, size_t size, size_t offset) {
  struct stat found;
  if (!is_inside(path)) return -ENOENT;
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return -errno;
  ssize_t got = 0;
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode)) got = pread(file, bytes, size, (off_t)offset);
  close(file);
  return got < 0 ? 0 : got;
}

static int by_name(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }

/* Names with their ends, from `offset` on, as far as there is room. */
static long give(char** list, size_t count, char* names, size_t size, size_t offset) {
  size_t given = 0, at = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k <= strlen(list[i]); k++, at++)
      if (at >= offset && given < size) names[given++] = list[i][k];
  return (long)given;
}

long bonsai_host_list(const char* path, void* names, size_t size, size_t offset) {
  char** list = NULL;
  size_t count = 0;
  if (is_inside(path)) {
    DIR* directory = opendir(path);
    if (!directory) return -errno;
    for (struct dirent* entry; (entry = readdir(directory));) {
      if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
      list = realloc(list, (count + 1) * sizeof *list);
      list[count++] = strdup(entry->d_name);
    }
    closedir(directory);
    if (count) qsort(list, count, sizeof *list, by_name);
  } else if (leads_to_it(path)) {
    const char* rest = folder() + (strlen(path) == 1 ? 1 : strlen(path) + 1);
    list = malloc(sizeof *list);
    list[count++] = strndup(rest, strcspn(rest, "/"));
  } else {
    return -ENOENT;
  }
  long given = give(list, count, names, size, offset);
  while (count) free(list[--count]);
  free(list);
  return given;
}

long bonsai_host_link(const char* path, char* target, size_t size) {
  if (!is_inside(path)) return -ENOENT;
  ssize_t got = readlink(path, target, size);
  return got < 0 ? -errno : got;
}
