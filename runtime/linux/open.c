// open, and the making of inodes under a new name.
#define _GNU_SOURCE
#include <unistd.h>

#include "linux.h"

static unsigned mask = 022;

long linux_umask(unsigned new_mask) {
  unsigned old = mask;
  mask = new_mask & 0777;
  return (long)old;
}

unsigned linux_masked(unsigned mode) { return mode & ~mask; }

// REQUIRES: the place does not exist and was looked up with LINUX_CREATE. `mode` is already masked.
long linux_make(struct linux_place* place, unsigned mode, struct linux_inode** result) {
  struct linux_inode* directory = place->directory;
  if (!directory->links) return -ENOENT;  // removed, but still open or current
  if (!linux_allowed(directory, W_OK | X_OK) || directory->device == LINUX_DESCRIPTORS) return -EACCES;
  struct linux_inode* inode = linux_new_inode(mode);
  if (!inode) return -ENOSPC;
  if (directory->mode & S_ISGID) {
    inode->gid = directory->gid;
    if (S_ISDIR(mode)) inode->mode |= S_ISGID;
  }
  inode->links = S_ISDIR(mode) ? 2 : 1;
  linux_add(directory, place->name, place->length, inode);
  if (S_ISDIR(mode)) directory->links++;
  linux_modified(directory);
  *result = inode;
  return 0;
}

static long may_open(struct linux_inode* inode, int flags) {
  int access = flags & O_ACCMODE;
  int wanted = access == O_RDONLY ? R_OK : access == O_WRONLY ? W_OK : R_OK | W_OK;
  if (flags & O_TRUNC) wanted |= W_OK;
  if (S_ISLNK(inode->mode)) return -ELOOP;
  if (S_ISDIR(inode->mode) && (wanted & W_OK)) return -EISDIR;
  if (!linux_allowed(inode, wanted)) return -EACCES;
  if ((flags & O_NOATIME) && inode->uid != LINUX_UID) return -EPERM;
  return 0;
}

static long open_special(struct linux_inode* inode, int flags) {
  if (S_ISSOCK(inode->mode)) return -ENXIO;
  if ((S_ISCHR(inode->mode) || S_ISBLK(inode->mode)) && inode->device == LINUX_NO_DEVICE) {
    bonsai_note("a device of the host has no model: opening it fails");
    return -ENXIO;
  }
  if (S_ISFIFO(inode->mode) && inode->device == LINUX_NO_DEVICE) {
    int access = flags & O_ACCMODE;
    if (access == O_WRONLY && !inode->readers && (flags & O_NONBLOCK)) return -ENXIO;
    if (!(flags & O_NONBLOCK) &&
        ((access == O_WRONLY && !inode->readers) || (access == O_RDONLY && !inode->writers)))
      bonsai_note("open of a named pipe would wait for ever for its other end: it succeeds");
  }
  return 0;
}

// Where the C library keeps objects of shared memory and named semaphores; there is no such folder here.
static int is_shared_memory(const char* path) {
  static const char folder[] = "/dev/shm/";
  for (size_t i = 0; i < sizeof folder - 1; i++)
    if (bonsai_is_symbolic((unsigned char)path[i]) || path[i] != folder[i]) return 0;
  return 1;
}

long linux_open(int at, const char* path, int flags, unsigned mode) {
  if (flags & O_PATH)
    flags &= O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  else
    flags |= O_LARGEFILE;
  if ((flags & O_TMPFILE) == O_TMPFILE) return -EOPNOTSUPP;
  if ((flags & O_CREAT) && (flags & O_DIRECTORY)) return -EINVAL;
  long full = linux_new_descriptor(NULL, 0);
  if (full < 0) return full;
  int create = flags & O_CREAT;
  int error = __bonsai_fails(create && (flags & O_EXCL)      ? BONSAI_CALL_OPEN_NEW
                             : create                        ? BONSAI_CALL_OPEN_CREATE
                             : flags & (O_ACCMODE | O_TRUNC) ? BONSAI_CALL_OPEN_WRITE
                                                             : BONSAI_CALL_OPEN);
  if (error) return -error;

  int follow = !(flags & O_NOFOLLOW) && !(create && (flags & O_EXCL));
  struct linux_place place;
  long problem =
      linux_walk(at, path, (follow ? LINUX_FOLLOW : 0) | (create ? LINUX_PARENT | LINUX_CREATE : 0), &place);
  if (problem == -ENOENT && is_shared_memory(path)) {
    if (!linux_refused_calls_fail)
      bonsai_refuse("shared memory by name (/dev/shm) has no model: the path ends here");
    bonsai_note("shared memory by name (/dev/shm) has no model: there is none");
  }
  if (problem) return problem;
  if (create && place.last == LINUX_LAST_NAME && place.slash) return -EISDIR;
  if (place.length > NAME_MAX) return linux_missing(&place);
  struct linux_inode* inode = place.inode;
  if (!inode) {
    if (!create) return -ENOENT;
    problem = linux_make(&place, S_IFREG | linux_masked(mode & 07777), &inode);
    return problem ? problem : linux_new_descriptor(inode, (unsigned)flags);
  }
  if (create && (flags & O_EXCL)) return -EEXIST;
  if (create && S_ISDIR(inode->mode)) return -EISDIR;
  if ((flags & O_DIRECTORY) && !S_ISDIR(inode->mode)) return -ENOTDIR;
  if (flags & O_PATH) return linux_new_descriptor(inode, (unsigned)flags);
  problem = may_open(inode, flags);
  if (!problem) problem = open_special(inode, flags);
  if (problem) return problem;
  if ((flags & O_TRUNC) && S_ISREG(inode->mode)) {
    problem = linux_data_resize(inode, 0);
    if (problem) return problem;
  }
  return linux_new_descriptor(inode, (unsigned)flags);
}
