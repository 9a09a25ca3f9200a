// What is there at the beginning: /dev, /proc/self/fd, /tmp and the current directory. All of it is static
// data, but for the current directory, which is made when a path is first used: below the folder of --fs, or
// /home/user.
#include "linux.h"

enum { START = 1735689600 };  // as in time.c

#define TIMES .accessed = {START, 0}, .modified = {START, 0}, .changed = {START, 0}
#define ENTRY(variable, text, node, place, next_entry) \
  static struct linux_entry variable = {               \
      .next = next_entry, .inode = node, .name = text, .length = sizeof text - 1, .cookie = place}
#define DIRECTORY(number_, permissions, owner, parent_, first, last_, count, subdirectories) \
  {.number = number_,                                                                        \
   .mode = S_IFDIR | permissions,                                                            \
   .uid = owner,                                                                             \
   .gid = owner,                                                                             \
   .links = 2 + subdirectories,                                                              \
   .references = 1,                                                                          \
   TIMES,                                                                                    \
   .parent = parent_,                                                                        \
   .entries = first,                                                                         \
   .last = last_,                                                                            \
   .cookies = 2 + count}
#define DEVICE(number_, device_, major, minor) \
  {.number = number_,                          \
   .mode = S_IFCHR | 0666,                     \
   .links = 1,                                 \
   .references = 1,                            \
   .device = device_,                          \
   .rdev = (major) << 8 | (minor),             \
   TIMES}
#define LINK(number_, target)   \
  {.number = number_,           \
   .mode = S_IFLNK | 0777,      \
   .links = 1,                  \
   .references = 1,             \
   .data = target,              \
   .size = sizeof target - 1,   \
   .stored = sizeof target - 1, \
   TIMES}

static struct linux_inode dev, proc, descriptors, tmp;
struct linux_inode linux_null = DEVICE(10, LINUX_NULL, 1, 3);
static struct linux_inode zero = DEVICE(11, LINUX_ZERO, 1, 5), full = DEVICE(12, LINUX_FULL, 1, 7),
                          random_ = DEVICE(13, LINUX_RANDOM, 1, 8), urandom = DEVICE(14, LINUX_RANDOM, 1, 9);
static struct linux_inode in = LINK(15, "/proc/self/fd/0"), out = LINK(16, "/proc/self/fd/1"),
                          error = LINK(17, "/proc/self/fd/2"), fd = LINK(18, "/proc/self/fd");

ENTRY(dev_stderr, "stderr", &error, 11, NULL);
ENTRY(dev_stdout, "stdout", &out, 10, &dev_stderr);
ENTRY(dev_stdin, "stdin", &in, 9, &dev_stdout);
ENTRY(dev_fd, "fd", &fd, 8, &dev_stdin);
ENTRY(dev_urandom, "urandom", &urandom, 7, &dev_fd);
ENTRY(dev_random, "random", &random_, 6, &dev_urandom);
ENTRY(dev_full, "full", &full, 5, &dev_random);
ENTRY(dev_zero, "zero", &zero, 4, &dev_full);
ENTRY(dev_null, "null", &linux_null, 3, &dev_zero);
ENTRY(self_fd, "fd", &descriptors, 3, NULL);
ENTRY(proc_self, "self", &linux_self, 3, NULL);
ENTRY(root_tmp, "tmp", &tmp, 5, NULL);
ENTRY(root_proc, "proc", &proc, 4, &root_tmp);
ENTRY(root_dev, "dev", &dev, 3, &root_proc);

struct linux_inode linux_root = DIRECTORY(2, 0755, 0, &linux_root, &root_dev, &root_tmp, 3, 3);
static struct linux_inode dev = DIRECTORY(3, 0755, 0, &linux_root, &dev_null, &dev_stderr, 9, 0);
static struct linux_inode proc = DIRECTORY(4, 0555, 0, &linux_root, &proc_self, &proc_self, 1, 1);
struct linux_inode linux_self = DIRECTORY(5, 0555, LINUX_UID, &proc, &self_fd, &self_fd, 1, 1);
static struct linux_inode tmp = DIRECTORY(6, 01777, 0, &linux_root, NULL, NULL, 0, 0);
static struct linux_inode descriptors = {.number = 7,
                                         .mode = S_IFDIR | 0500,
                                         .uid = LINUX_UID,
                                         .gid = LINUX_GID,
                                         .links = 2,
                                         .references = 1,
                                         .device = LINUX_DESCRIPTORS,
                                         TIMES,
                                         .parent = &linux_self,
                                         .cookies = 2};

char* linux_folder;
struct linux_entry* linux_initial_files;
static struct linux_inode* current;

// Directories on the way to the current one, of which nothing else is known. The last one is the host's, if
// it has it.
static struct linux_inode* make_current(const char* path) {
  struct linux_inode* directory = &linux_root;
  const char* part = path;
  for (;;) {
    while (*part == '/') part++;
    if (!*part) break;
    size_t length = 0;
    while (part[length] && part[length] != '/') length++;
    const char* rest = part + length;
    while (*rest == '/') rest++;
    struct linux_entry* entry = linux_find(directory, part, length);
    struct linux_inode* next = entry ? entry->inode : NULL;
    if (!next) {
      if (!*rest && linux_folder) next = linux_host_inode(linux_folder);
      if (!next || !S_ISDIR(next->mode)) next = linux_new_inode(S_IFDIR | 0755);
      if (*rest) next->uid = next->gid = 0;
      if (!next->links) next->links = 2;
      next->parent = directory;
      linux_add(directory, part, length, next);
      directory->links++;
    }
    directory = next;
    part = rest;
  }
  if (linux_folder && !directory->host) directory->host = linux_copy(linux_folder);
  return directory;
}

struct linux_inode* linux_current(void) {
  if (current) return current;
  current = make_current(linux_folder ? linux_folder : "/home/user");
  current->references++;
  for (struct linux_entry* file = linux_initial_files; file; file = file->next)
    linux_add(current, file->name, file->length, file->inode);
  return current;
}

void linux_set_current(struct linux_inode* directory) {
  directory->references++;
  current->references--;
  linux_release(current);
  current = directory;
}
