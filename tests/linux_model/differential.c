// The same random system calls to the model and to the kernel: results, errnos and data must be equal.
//
//   differential FOLDER FIRST_SEED COUNT OPERATIONS
//
// FOLDER is empty and deleted by the caller. Each seed has a process of its own, as user 1000 if it is
// started as root. The kernel works in FOLDER/kernel/…/w; the model sees FOLDER/host/…/w, which has the same
// files at first and must never change.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine.h"

void __bonsai_libc_init(char** environment, char* name) { (void)environment, (void)name; }
void __bonsai_run_constructors(void) {}
int __bonsai_entry(int count, char** arguments, char** environment) {
  return (void)arguments, (void)environment, count;
}

enum { LOG = 60, BUFFER = 20000, SHOWN = 25, OWN = 1000 };
static char history[LOG][256];
static long operations, seed;
static unsigned long state;
static int as_root, wrong;
static uid_t own_uid;
static gid_t own_gid;
static char kernel_folder[512], host_folder[512];

static unsigned long roll(unsigned long below) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (state >> 11) % below;
}

static void note(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(history[operations % LOG], sizeof history[0], format, arguments);
  va_end(arguments);
  operations++;
}

static void fail(const char* format, ...) {
  va_list arguments;
  wrong = 1;
  fprintf(stderr, "seed %ld, operation %ld: ", seed, operations);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
  for (long i = operations > SHOWN ? operations - SHOWN : 0; i < operations; i++)
    fprintf(stderr, "  %s\n", history[i % LOG]);
}

static long kernel(long n, long a, long b, long c, long d, long e) {
  long result = syscall(n, a, b, c, d, e);
  return result < 0 ? -errno : result;
}

static long model(long n, long a, long b, long c, long d, long e) {
  return __bonsai_syscall(n, a, b, c, d, e, 0);
}

// A call that writes no memory.
static long both(const char* text, long n, long a, long b, long c, long d, long e) {
  long real = kernel(n, a, b, c, d, e), ours = model(n, a, b, c, d, e);
  note("%s = %ld", text, real);
  // Nor whether it ends there, so that of two reasons for an error the model may have another one.
  if (test_all_symbolic && (n == SYS_rename || n == SYS_renameat2) && real < 0 && ours == -ENOENT)
    return real;
  if (real != ours)
    fail("kernel %ld (%s), model %ld (%s)", real, real < 0 ? strerror((int)-real) : "", ours,
         ours < 0 ? strerror((int)-ours) : "");
  return real;
}

static int same_status(const struct stat* real, const struct stat* ours) {
  int regular = S_ISREG(real->st_mode) || S_ISLNK(real->st_mode);
  return real->st_mode == ours->st_mode && real->st_nlink == ours->st_nlink &&
         (!regular || real->st_size == ours->st_size) && (real->st_uid == own_uid) == (ours->st_uid == OWN) &&
         (real->st_gid == own_gid) == (ours->st_gid == OWN);
}

static void status(const char* text, long n, long a, const char* path, long flags) {
  struct stat real, ours;
  memset(&real, 0, sizeof real), memset(&ours, 0, sizeof ours);
  int at = n == SYS_newfstatat;
  long first = kernel(n,
                      at     ? a
                      : path ? (long)path
                             : a,
                      at ? (long)path : (long)&real, at ? (long)&real : 0, flags, 0);
  long second = model(n,
                      at     ? a
                      : path ? (long)path
                             : a,
                      at ? (long)path : (long)&ours, at ? (long)&ours : 0, flags, 0);
  note("%s = %ld", text, first);
  if (first != second)
    fail("kernel %ld (%s), model %ld", first, first < 0 ? strerror((int)-first) : "", second);
  if (first == 0 && !same_status(&real, &ours))
    fail("kernel mode %o links %ld size %ld uid %d gid %d, model mode %o links %ld size %ld uid %d gid %d",
         real.st_mode, (long)real.st_nlink, (long)real.st_size, real.st_uid, real.st_gid, ours.st_mode,
         (long)ours.st_nlink, (long)ours.st_size, ours.st_uid, ours.st_gid);
}

static void op_statx(const char* path, int flags) {
  struct statx real, ours;
  memset(&real, 0, sizeof real), memset(&ours, 0, sizeof ours);
  long first = kernel(SYS_statx, AT_FDCWD, (long)path, flags, STATX_BASIC_STATS, (long)&real);
  long second = model(SYS_statx, AT_FDCWD, (long)path, flags, STATX_BASIC_STATS, (long)&ours);
  note("statx(\"%.100s\") = %ld", path, first);
  if (first != second) fail("kernel %ld, model %ld", first, second);
  int regular = S_ISREG(real.stx_mode) || S_ISLNK(real.stx_mode);
  if (first == 0 && (real.stx_mode != ours.stx_mode || real.stx_nlink != ours.stx_nlink ||
                     (regular && real.stx_size != ours.stx_size)))
    fail("kernel mode %o links %u, model mode %o links %u", real.stx_mode, real.stx_nlink, ours.stx_mode,
         ours.stx_nlink);
}

static char real_bytes[BUFFER], our_bytes[BUFFER];

// A call that fills a buffer and returns how much.
static long filled(const char* text, long n, long a, int second, long c, long d) {
  memset(real_bytes, '?', sizeof real_bytes), memset(our_bytes, '?', sizeof our_bytes);
  long real = second ? kernel(n, a, (long)real_bytes, c, d, 0) : kernel(n, (long)real_bytes, a, c, d, 0);
  long ours = second ? model(n, a, (long)our_bytes, c, d, 0) : model(n, (long)our_bytes, a, c, d, 0);
  note("%s = %ld", text, real);
  if (real != ours)
    fail("kernel %ld (%s), model %ld", real, real < 0 ? strerror((int)-real) : "", ours);
  else if (memcmp(real_bytes, our_bytes, sizeof real_bytes) != 0)
    fail("the bytes differ");
  return real;
}

// Paths

static const char* const names[] = {"a", "b", "c", "d", "e", "f1", "sub", "link", ".", "..", "no"};
static char path_text[4][300];
static int path_turn;

static const char* random_path(void) {
  char* text = path_text[path_turn++ % 4];
  text[0] = 0;
  if (roll(100) == 0) return text;
  if (roll(300) == 0 && !test_all_symbolic) {  // the length of an unknown symbolic name is not looked at
    memset(text, 'x', 280);
    text[280 - roll(30)] = 0;
    return text;
  }
  unsigned long parts = roll(10) < 6 ? 1 : 1 + roll(3);
  for (unsigned long i = 0; i < parts; i++) {
    unsigned long name = roll(40);
    const char* part = name < 32 ? names[name % 8] : names[name % 11];
    if (!as_root && strcmp(part, "..") == 0) part = ".";
    strcat(text, part);
    if (i + 1 < parts) strcat(text, roll(10) ? "/" : "//");
  }
  if (roll(12) == 0) strcat(text, "/");
  return text;
}

static const char* random_target(void) {
  static const char* const targets[] = {"a",    "b",       "sub", "sub/c", "..",    ".",
                                        "link", "nowhere", "a/",  "./d",   "sub/.."};
  const char* target = targets[roll(11)];
  return !as_root && strstr(target, "..") ? "." : target;
}

static int random_descriptor(void) { return 3 + (int)roll(10); }

static unsigned random_mode(void) {
  static const unsigned modes[] = {0,     0400,  0600,  0644, 0755,  0700, 0500, 0300,
                                   01777, 02755, 04755, 0111, 06711, 0666, 02644};
  return roll(3) ? 0755 : modes[roll(15)];
}

static int random_open_flags(void) {
  int flags = (int)roll(3);
  if (roll(2)) flags |= O_CREAT;
  if (roll(6) == 0) flags |= O_EXCL & (flags & O_CREAT ? ~0 : 0);
  if (roll(6) == 0) flags |= O_TRUNC;
  if (roll(6) == 0) flags |= O_APPEND;
  if (roll(10) == 0) flags |= O_DIRECTORY;
  if (roll(10) == 0) flags |= O_NOFOLLOW;
  if (roll(20) == 0) flags |= O_PATH;
  if (roll(10) == 0) flags |= O_CLOEXEC;
  return flags | O_NONBLOCK;  // a named pipe must not wait
}

// Operations

static void op_open(char* text) {
  const char* path = random_path();
  int flags = random_open_flags(), at = roll(5) ? AT_FDCWD : random_descriptor();
  unsigned mode = random_mode();
  sprintf(text, "openat(%d, \"%.100s\", 0%o, 0%o)", at, path, flags, mode);
  long opened = both(text, SYS_openat, at, (long)path, flags, mode, 0);
  if (opened > 12) both("close", SYS_close, opened, 0, 0, 0, 0);
}

static void op_read(char* text) {
  int descriptor = random_descriptor();
  long size = roll(4) ? (long)roll(50) : (long)roll(12000), offset = (long)roll(3000) - 5;
  if (roll(3)) {
    sprintf(text, "read(%d, %ld)", descriptor, size);
    filled(text, SYS_read, descriptor, 1, size, 0);
  } else {
    sprintf(text, "pread(%d, %ld, %ld)", descriptor, size, offset);
    filled(text, SYS_pread64, descriptor, 1, size, offset);
  }
}

static void op_write(char* text) {
  static char bytes[9000];
  int descriptor = random_descriptor();
  long size = roll(8) ? (long)roll(50) : (long)roll(9000), offset = (long)roll(6000) - 5;
  for (long i = 0; i < size; i++) bytes[i] = (char)roll(256);
  int positioned = roll(3) == 0;
  sprintf(text, positioned ? "pwrite(%d, %ld, %ld)" : "write(%d, %ld)", descriptor, size, offset);
  both(text, positioned ? SYS_pwrite64 : SYS_write, descriptor, (long)bytes, size, offset, 0);
}

static int is_directory(int descriptor) {
  struct stat s;
  return fstat(descriptor, &s) == 0 && S_ISDIR(s.st_mode);
}

static int is_pipe(int descriptor) {
  struct stat s;
  return fstat(descriptor, &s) == 0 && S_ISFIFO(s.st_mode);
}

static void op_seek(char* text) {
  int descriptor = random_descriptor(), whence = (int)roll(4);
  long offset = roll(10) ? (long)roll(5000) - 1000 : (long)roll(1ul << 40);
  if (whence == 3) whence = 77;
  if (is_directory(descriptor)) offset = 0, whence = 0;  // other offsets are each file system's own
  sprintf(text, "lseek(%d, %ld, %d)", descriptor, offset, whence);
  both(text, SYS_lseek, descriptor, offset, whence, 0, 0);
  if (offset > 1 << 20) both("lseek back", SYS_lseek, descriptor, 0, 0, 0, 0);
}

static void op_descriptor(char* text) {
  int a = random_descriptor(), b = random_descriptor();
  switch (roll(6)) {
    case 0:
      sprintf(text, "dup2(%d, %d)", a, b);
      both(text, SYS_dup2, a, b, 0, 0, 0);
      break;
    case 1:
      sprintf(text, "dup3(%d, %d)", a, b);
      both(text, SYS_dup3, a, b, roll(2) ? O_CLOEXEC : 0, 0, 0);
      break;
    case 2:
      sprintf(text, "fcntl(%d, F_GETFL)", a);
      both(text, SYS_fcntl, a, F_GETFL, 0, 0, 0);
      break;
    case 3:
      sprintf(text, "fcntl(%d, F_GETFD)", a);
      both(text, SYS_fcntl, a, F_GETFD, 0, 0, 0);
      break;
    case 4:
      sprintf(text, "fcntl(%d, F_SETFL, %s)", a, b & 1 ? "O_APPEND" : "0");
      both(text, SYS_fcntl, a, F_SETFL, (b & 1 ? O_APPEND : 0) | O_NONBLOCK, 0, 0);
      break;
    default: {
      sprintf(text, "dup(%d)", a);
      long made = both(text, SYS_dup, a, 0, 0, 0, 0);
      if (made > 12) both("close", SYS_close, made, 0, 0, 0, 0);
    }
  }
}

static void op_close(char* text) {
  int descriptor = random_descriptor();
  sprintf(text, "close(%d)", descriptor);
  both(text, SYS_close, descriptor, 0, 0, 0, 0);
}

static void op_stat(char* text) {
  const char* path = random_path();
  int descriptor = random_descriptor();
  switch (roll(6)) {
    case 5: op_statx(path, roll(2) ? AT_SYMLINK_NOFOLLOW : 0); break;
    case 0: sprintf(text, "fstat(%d)", descriptor), status(text, SYS_fstat, descriptor, NULL, 0); break;
    case 1: sprintf(text, "lstat(\"%.100s\")", path), status(text, SYS_lstat, 0, path, 0); break;
    case 2:
      sprintf(text, "fstatat(%d, \"%.100s\")", descriptor, path);
      status(text, SYS_newfstatat, descriptor, path, roll(2) ? AT_SYMLINK_NOFOLLOW : AT_EMPTY_PATH);
      break;
    case 3: {
      long mode = (long)roll(8);
      sprintf(text, "access(\"%.100s\", %ld)", path, mode), both(text, SYS_access, (long)path, mode, 0, 0, 0);
      break;
    }
    default: sprintf(text, "stat(\"%.100s\")", path), status(text, SYS_stat, 0, path, 0);
  }
}

static void op_size(char* text) {
  const char* path = random_path();
  int descriptor = random_descriptor();
  long size = roll(20) ? (long)roll(7000) - 5 : (long)roll(1ul << 33);
  if (roll(4)) {
    sprintf(text, "ftruncate(%d, %ld)", descriptor, size);
    both(text, SYS_ftruncate, descriptor, size, 0, 0, 0);
    if (size > 1 << 20) {  // the model does not hold data that far out
      status("fstat", SYS_fstat, descriptor, NULL, 0);
      both("ftruncate back", SYS_ftruncate, descriptor, 100, 0, 0, 0);
    }
  } else if (size <= 1 << 20) {
    sprintf(text, "truncate(\"%.100s\", %ld)", path, size);
    both(text, SYS_truncate, (long)path, size, 0, 0, 0);
  }
}

static void op_name(char* text) {
  const char *path = random_path(), *other = random_path();
  unsigned mode = random_mode();
  switch (roll(11)) {
    case 0:
    case 1:
      sprintf(text, "mkdir(\"%.100s\", 0%o)", path, mode), both(text, SYS_mkdir, (long)path, mode, 0, 0, 0);
      break;
    case 2: sprintf(text, "rmdir(\"%.100s\")", path), both(text, SYS_rmdir, (long)path, 0, 0, 0, 0); break;
    case 3:
    case 4: sprintf(text, "unlink(\"%.100s\")", path), both(text, SYS_unlink, (long)path, 0, 0, 0, 0); break;
    case 5:
    case 6:
      sprintf(text, "rename(\"%.100s\", \"%.100s\")", path, other),
          both(text, SYS_rename, (long)path, (long)other, 0, 0, 0);
      break;
    case 7: {
      long flags = (long)roll(3);
      sprintf(text, "renameat2(\"%.100s\", \"%.100s\", %ld)", path, other, flags);
      both(text, SYS_renameat2, AT_FDCWD, (long)path, AT_FDCWD, (long)other, flags);
      break;
    }
    case 8: {
      long flags = roll(2) ? AT_SYMLINK_FOLLOW : 0;
      sprintf(text, "linkat(\"%.100s\", \"%.100s\", %ld)", path, other, flags);
      both(text, SYS_linkat, AT_FDCWD, (long)path, AT_FDCWD, (long)other, flags);
      break;
    }
    case 9: {
      unsigned kind = roll(2) ? S_IFREG : S_IFIFO;
      sprintf(text, "mknod(\"%.100s\", 0%o)", path, kind | mode),
          both(text, SYS_mknod, (long)path, kind | mode, 0, 0, 0);
      break;
    }
    default:
      other = random_target();
      sprintf(text, "symlink(\"%s\", \"%.100s\")", other, path);
      both(text, SYS_symlink, (long)other, (long)path, 0, 0, 0);
  }
}

static void op_readlink(char* text) {
  const char* path = random_path();
  sprintf(text, "readlink(\"%.100s\")", path);
  filled(text, SYS_readlink, (long)path, 1, (long)roll(10), 0);
}

static void op_mode(char* text) {
  const char* path = random_path();
  unsigned mode = roll(3) ? 0755 : random_mode();
  int descriptor = random_descriptor();
  switch (roll(5)) {
    case 0:
      sprintf(text, "fchmod(%d, 0%o)", descriptor, mode), both(text, SYS_fchmod, descriptor, mode, 0, 0, 0);
      break;
    case 1: sprintf(text, "umask(%o)", mode & 077), both(text, SYS_umask, mode & 077, 0, 0, 0, 0); break;
    case 2:
      if (!as_root) break;
      sprintf(text, "lchown(\"%.100s\")", path);
      both(text, SYS_lchown, (long)path,
           roll(4)   ? OWN
           : roll(2) ? 5
                     : -1,
           roll(4)   ? OWN
           : roll(2) ? 5
                     : -1,
           0, 0);
      break;
    default:
      sprintf(text, "chmod(\"%.100s\", 0%o)", path, mode), both(text, SYS_chmod, (long)path, mode, 0, 0, 0);
  }
}

static void op_times(char* text) {
  const char* path = random_path();
  long times[4] = {(long)roll(1000000), (long)roll(1000000000), (long)roll(1000000), (long)roll(1000000000)};
  if (roll(4) == 0) times[1] = UTIME_OMIT;
  if (roll(10) == 0) times[3] = 2000000000;
  sprintf(text, "utimensat(\"%.100s\")", path);
  if (both(text, SYS_utimensat, AT_FDCWD, (long)path, (long)times, 0, 0) != 0) return;
  struct stat real, ours;
  if (kernel(SYS_stat, (long)path, (long)&real, 0, 0, 0) != 0 ||
      model(SYS_stat, (long)path, (long)&ours, 0, 0, 0) != 0)
    return;
  if (real.st_mtim.tv_sec != ours.st_mtim.tv_sec || real.st_mtim.tv_nsec != ours.st_mtim.tv_nsec)
    fail("the time of change differs");
  if (times[1] != UTIME_OMIT &&
      (real.st_atim.tv_sec != ours.st_atim.tv_sec || real.st_atim.tv_nsec != ours.st_atim.tv_nsec))
    fail("the time of use differs");
}

static void op_where(char* text) {
  const char* path = random_path();
  int descriptor = random_descriptor();
  switch (roll(4)) {
    case 0: sprintf(text, "chdir(\"%.100s\")", path), both(text, SYS_chdir, (long)path, 0, 0, 0, 0); break;
    case 1: sprintf(text, "fchdir(%d)", descriptor), both(text, SYS_fchdir, descriptor, 0, 0, 0, 0); break;
    case 2: {
      long real = kernel(SYS_getcwd, (long)real_bytes, BUFFER, 0, 0, 0),
           ours = model(SYS_getcwd, (long)our_bytes, BUFFER, 0, 0, 0);
      note("getcwd = %ld", real);
      if ((real < 0 || ours < 0) && real != ours) fail("kernel %ld, model %ld", real, ours);
      // The folders differ, and above the working folder nothing is compared.
      if (real > 0 && strncmp(real_bytes, kernel_folder, strlen(kernel_folder)) == 0 &&
          strcmp(real_bytes + strlen(kernel_folder), our_bytes + strlen(host_folder)) != 0)
        fail("kernel in %s, model in %s", real_bytes, our_bytes);
      break;
    }
    default: {
      long real = kernel(SYS_chdir, (long)kernel_folder, 0, 0, 0, 0),
           ours = model(SYS_chdir, (long)host_folder, 0, 0, 0, 0);
      note("chdir(back) = %ld", real);
      if (real != ours) fail("kernel %ld, model %ld", real, ours);
    }
  }
}

static int compare_text(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }

// All names, sorted, as one text.
static long listing(long (*call)(long, long, long, long, long, long), int descriptor, char* text) {
  char* found[512];
  int count = 0;
  char buffer[600];
  call(SYS_lseek, descriptor, 0, SEEK_SET, 0, 0);
  for (;;) {
    long size = call(SYS_getdents64, descriptor, (long)buffer, sizeof buffer, 0, 0);
    if (size < 0) return size;
    if (size == 0) break;
    for (long at = 0; at < size;) {
      struct dirent64* entry = (struct dirent64*)(buffer + at);
      char* line = malloc(300);
      snprintf(line, 300, "%.255s %d\n", entry->d_name, entry->d_type);
      if (count < 512) found[count++] = line;
      at += entry->d_reclen;
    }
  }
  qsort(found, (size_t)count, sizeof *found, compare_text);
  call(SYS_lseek, descriptor, 0, SEEK_SET, 0, 0);  // the offset of the end is the file system's own
  text[0] = 0;
  for (int i = 0; i < count; i++) strcat(text, found[i]), free(found[i]);
  return count;
}

static void op_list(char* text) {
  static char real_text[100000], our_text[100000];
  int descriptor = random_descriptor();
  for (int i = 3; i < 13 && roll(2); i++)
    if (is_directory(i)) descriptor = i;
  struct stat s;
  if (fstat(descriptor, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid != own_uid)
    return;  // above the working folder
  long real = listing(kernel, descriptor, real_text), ours = listing(model, descriptor, our_text);
  sprintf(text, "getdents64(%d)", descriptor);
  note("%s = %ld", text, real);
  if (real != ours || (real > 0 && strcmp(real_text, our_text) != 0))
    fail("kernel %ld:\n%smodel %ld:\n%s", real, real > 0 ? real_text : "", ours, ours > 0 ? our_text : "");
}

static void op_vector(char* text) {
  int descriptor = random_descriptor(), count = (int)roll(5);
  struct iovec real[4], ours[4];
  char* bytes = real_bytes;
  size_t used = 0;
  for (size_t i = 0; i < sizeof real_bytes; i++) real_bytes[i] = our_bytes[i] = (char)(i * 7);
  for (int i = 0; i < 4; i++) {
    size_t size = roll(200);
    real[i] = (struct iovec){bytes + used, size}, ours[i] = (struct iovec){our_bytes + used, size};
    used += size;
  }
  static const long calls[] = {SYS_readv, SYS_writev, SYS_preadv, SYS_pwritev};
  long call = calls[roll(4)], offset = (long)roll(1000) - 3;
  long first = kernel(call, descriptor, (long)real, count, offset, 0),
       second = model(call, descriptor, (long)ours, count, offset, 0);
  sprintf(text, "call %ld(%d, %d parts, %ld)", call, descriptor, count, offset);
  note("%s = %ld", text, first);
  if (first != second) fail("kernel %ld, model %ld", first, second);
  if (memcmp(real_bytes, our_bytes, sizeof real_bytes) != 0) fail("the bytes differ");
}

static void op_copy(char* text) {
  int from = random_descriptor(), to = random_descriptor();
  long real = (long)roll(100), ours = real, size = (long)roll(300), with_offset = (long)roll(2);
  if (from == to || is_pipe(from) || is_pipe(to))
    return;  // each kernel has its own rules for sendfile on pipes
  struct stat a, b;
  if (fstat(from, &a) == 0 && fstat(to, &b) == 0 && a.st_ino == b.st_ino) return;
  if ((fcntl(to, F_GETFL) & (O_APPEND | O_PATH)) != 0 || is_directory(to) || is_directory(from)) return;
  long first = kernel(SYS_sendfile, to, from, with_offset ? (long)&real : 0, size, 0);
  long second = model(SYS_sendfile, to, from, with_offset ? (long)&ours : 0, size, 0);
  sprintf(text, "sendfile(%d, %d, %ld, %ld)", to, from, with_offset, size);
  note("%s = %ld", text, first);
  if (first != second || real != ours) fail("kernel %ld, model %ld", first, second);
}

static void op_poll(char* text) {
  struct pollfd real[3], ours[3];
  for (int i = 0; i < 3; i++)
    real[i] = ours[i] = (struct pollfd){random_descriptor(), roll(2) ? POLLIN : POLLIN | POLLOUT, 0};
  long first = kernel(SYS_poll, (long)real, 3, 0, 0, 0), second = model(SYS_poll, (long)ours, 3, 0, 0, 0);
  sprintf(text, "poll(%d %d %d)", real[0].fd, real[1].fd, real[2].fd);
  note("%s = %ld, %x %x %x", text, first, real[0].revents, real[1].revents, real[2].revents);
  if (first != second || memcmp(real, ours, sizeof real) != 0)
    fail("kernel %ld, model %ld: %x %x %x", first, second, ours[0].revents, ours[1].revents, ours[2].revents);
}

static void op_pipe(char* text) {
  int real[2] = {0, 0}, ours[2] = {0, 0};
  long first = kernel(SYS_pipe2, (long)real, O_NONBLOCK, 0, 0, 0),
       second = model(SYS_pipe2, (long)ours, O_NONBLOCK, 0, 0, 0);
  sprintf(text, "pipe2");
  note("%s = %ld [%d, %d]", text, first, real[0], real[1]);
  if (first != second || real[0] != ours[0] || real[1] != ours[1])
    fail("kernel %ld, model %ld", first, second);
  for (int i = 0; i < 2; i++)
    if (real[i] > 12) both("close", SYS_close, real[i], 0, 0, 0, 0);
}

static void operation(void) {
  static void (*const all[])(char*) = {
      op_open,  op_open, op_open, op_read,     op_read, op_write,  op_write, op_seek, op_descriptor, op_close,
      op_close, op_stat, op_stat, op_size,     op_name, op_name,   op_name,  op_mode, op_times,      op_where,
      op_list,  op_pipe, op_name, op_readlink, op_stat, op_vector, op_copy,  op_poll};
  char text[512];
  text[0] = 0;
  all[roll(sizeof all / sizeof *all)](text);
}

// Set-up

static void must(int good, const char* what) {
  if (good) return;
  perror(what);
  exit(2);
}

static void put_file(const char* folder, const char* name, size_t size, mode_t mode) {
  char path[800];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  must(file >= 0, path);
  for (size_t i = 0; i < size; i++) must(write(file, &"0123456789abcdefghijk"[i % 21], 1) == 1, path);
  must(fchmod(file, mode) == 0 && fchown(file, own_uid, own_gid) == 0, path);
  close(file);
}

static void populate(char* folder, const char* below, int with_files) {
  static const char* const parts[] = {"p", "q", "r", "s", "t", "w"};
  sprintf(folder, "%s", below);
  for (int i = 0; i < 6; i++) {
    must(mkdir(folder, 0755) == 0 || errno == EEXIST, folder);
    sprintf(folder + strlen(folder), "/%s", parts[i]);
  }
  must(mkdir(folder, 0755) == 0, folder);
  must(chown(folder, own_uid, own_gid) == 0, folder);
  if (!with_files) return;
  char path[800];
  put_file(folder, "a", 30, 0644);
  put_file(folder, "b", 5000, 0600);
  put_file(folder, "f1", 0, 0444);
  snprintf(path, sizeof path, "%s/sub", folder);
  must(mkdir(path, 0755) == 0 && chown(path, own_uid, own_gid) == 0, path);
  put_file(path, "a", 10, 0644);
  put_file(path, "c", 3, 0755);
  snprintf(path, sizeof path, "%s/link", folder);
  must(symlink("sub/c", path) == 0 && lchown(path, own_uid, own_gid) == 0, path);
}

// A number for all that can be seen of the host's folder.
static unsigned long fingerprint(const char* folder) {
  unsigned long sum = 17;
  DIR* open_folder = opendir(folder);
  must(open_folder != NULL, folder);
  struct dirent* entry;
  while ((entry = readdir(open_folder))) {
    char path[1200];
    struct stat s;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (strcmp(entry->d_name, "..") == 0 || lstat(path, &s) != 0) continue;
    sum = sum * 31 + s.st_ino + s.st_mode * 7 + (unsigned long)s.st_size * 3 +
          (unsigned long)s.st_mtim.tv_nsec + (unsigned long)s.st_ctim.tv_nsec;
    if (S_ISDIR(s.st_mode) && entry->d_name[0] != '.') sum += fingerprint(path);
  }
  closedir(open_folder);
  return sum;
}

static int run(const char* folder, long count) {
  char path[400];
  as_root = geteuid() == 0;
  own_uid = as_root ? OWN : geteuid(), own_gid = as_root ? OWN : getegid();
  umask(022);
  test_all_symbolic = seed % 4 == 0;
  snprintf(path, sizeof path, "%s/kernel%ld", folder, seed),
      populate(kernel_folder, path, !test_all_symbolic);
  snprintf(path, sizeof path, "%s/host%ld", folder, seed), populate(host_folder, path, !test_all_symbolic);
  if (as_root) {
    gid_t group = OWN;
    must(setgroups(1, &group) == 0 && setresgid(OWN, OWN, OWN) == 0 && setresuid(OWN, OWN, OWN) == 0,
         "setuid");
  }
  must(chdir(kernel_folder) == 0, kernel_folder);
  for (int i = 3; i < 256; i++) close(i);
  unsigned long before = fingerprint(host_folder);
  const long ignore[4] = {(long)SIG_IGN, 0, 0, 0};
  must(model(SYS_rt_sigaction, SIGPIPE, (long)ignore, 0, 8, 0) == 0, "SIGPIPE");
  linux_folder = host_folder;
  state = (unsigned long)seed * 0x9e3779b97f4a7c15ul + 1;
  for (int i = 0; i < 5; i++) roll(2);
  for (long i = 0; i < count && !wrong; i++) operation();
  if (!wrong && fingerprint(host_folder) != before) fail("the host's files changed");
  return wrong;
}

int main(int argc, char** argv) {
  if (argc != 5) return fprintf(stderr, "usage: differential FOLDER FIRST_SEED COUNT OPERATIONS\n"), 2;
  long first = atol(argv[2]), seeds = atol(argv[3]);
  int bad = 0;
  signal(SIGPIPE, SIG_IGN);
  for (seed = first; seed < first + seeds; seed++) {
    fflush(NULL);
    pid_t child = fork();
    must(child >= 0, "fork");
    if (!child) {
      int result = run(argv[1], atol(argv[4]));
      fflush(NULL);
      _exit(result);
    }
    int ended;
    waitpid(child, &ended, 0);
    if (ended) bad++, fprintf(stderr, "FAILED: seed %ld (status %x)\n", seed, ended);
    if (bad > 3) break;
  }
  return bad != 0;
}
