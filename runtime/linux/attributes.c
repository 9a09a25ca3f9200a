// What stat tells of an inode, and what chmod and its kin change.
#define _GNU_SOURCE
#include <sys/statfs.h>
#include <unistd.h>

#include "linux.h"

enum { DEVICE_NUMBER = 0x801 };

static unsigned long size_of(const struct linux_inode* inode) {
  if (S_ISDIR(inode->mode)) return LINUX_PAGE;
  return S_ISREG(inode->mode) || S_ISLNK(inode->mode) ? inode->size : 0;
}

// Blocks of 512 bytes, in whole pages, of what is not a hole at the end.
static unsigned long blocks_of(const struct linux_inode* inode) {
  if (S_ISDIR(inode->mode)) return LINUX_PAGE / 512;
  if (!S_ISREG(inode->mode)) return 0;
  unsigned long bytes = inode->host ? inode->size : inode->stored;
  return (bytes + LINUX_PAGE - 1) / LINUX_PAGE * (LINUX_PAGE / 512);
}

static void fill(const struct linux_inode* inode, struct stat* result) {
  memset(result, 0, sizeof *result);
  result->st_dev = DEVICE_NUMBER;
  result->st_ino = inode->number;
  result->st_mode = inode->mode;
  result->st_nlink = inode->links;
  result->st_uid = inode->uid;
  result->st_gid = inode->gid;
  result->st_rdev = inode->rdev;
  result->st_size = (long)size_of(inode);
  result->st_blksize = LINUX_PAGE;
  result->st_blocks = (long)blocks_of(inode);
  result->st_atim = inode->accessed;
  result->st_mtim = inode->modified;
  result->st_ctim = inode->changed;
}

long linux_stat(int at, const char* path, struct stat* result, int flags) {
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH)) return -EINVAL;
  struct linux_inode* inode;
  long problem = linux_lookup(at, path, !(flags & AT_SYMLINK_NOFOLLOW), flags, &inode);
  if (problem) return problem;
  int error = __bonsai_fails(BONSAI_CALL_STAT);
  if (error) return -error;
  if (!result) return -EFAULT;
  fill(inode, result);
  return 0;
}

long linux_fstat(int descriptor, struct stat* result) {
  struct linux_file* file = linux_file(descriptor);
  if (!file) return -EBADF;
  int error = __bonsai_fails(BONSAI_CALL_FSTAT);
  if (error) return -error;
  if (!result) return -EFAULT;
  fill(file->inode, result);
  return 0;
}

struct moment {
  long seconds;
  unsigned nanoseconds, padding;
};

static struct moment moment(struct timespec time) {
  return (struct moment){time.tv_sec, (unsigned)time.tv_nsec, 0};
}

// The kernel's struct statx, which the C library need not know.
struct result {
  unsigned mask, block_size;
  unsigned long attributes;
  unsigned links, uid, gid;
  unsigned short mode, padding;
  unsigned long inode, size, blocks, attributes_mask;
  struct moment accessed, born, changed, modified;
  unsigned rdev_major, rdev_minor, dev_major, dev_minor;
  unsigned long spare[14];
};

long linux_statx(int at, const char* path, int flags, unsigned mask, void* to) {
  (void)mask;
  const unsigned basic = 0x7ff;
  struct linux_inode* inode;
  long problem = linux_lookup(at, path, !(flags & AT_SYMLINK_NOFOLLOW), flags, &inode);
  if (problem) return problem;
  int error = __bonsai_fails(BONSAI_CALL_STAT);
  if (error) return -error;
  struct result* result = to;
  if (!result) return -EFAULT;
  memset(result, 0, sizeof *result);
  result->mask = basic;
  result->block_size = LINUX_PAGE;
  result->links = (unsigned)inode->links;
  result->uid = inode->uid;
  result->gid = inode->gid;
  result->mode = (unsigned short)inode->mode;
  result->inode = inode->number;
  result->size = size_of(inode);
  result->blocks = blocks_of(inode);
  result->accessed = moment(inode->accessed);
  result->modified = moment(inode->modified);
  result->changed = moment(inode->changed);
  result->rdev_major = (unsigned)(inode->rdev >> 8);
  result->rdev_minor = (unsigned)(inode->rdev & 255);
  result->dev_major = DEVICE_NUMBER >> 8;
  result->dev_minor = DEVICE_NUMBER & 255;
  return 0;
}

static long fill_statfs(struct statfs* result) {
  if (!result) return -EFAULT;
  memset(result, 0, sizeof *result);
  result->f_type = 0x01021994;  // tmpfs
  result->f_bsize = result->f_frsize = LINUX_PAGE;
  result->f_blocks = result->f_bfree = result->f_bavail = 1 << 18;
  result->f_files = result->f_ffree = 1 << 18;
  result->f_namelen = NAME_MAX;
  return 0;
}

long linux_statfs(const char* path, struct statfs* result) {
  struct linux_inode* inode;
  long problem = linux_lookup(AT_FDCWD, path, 1, 0, &inode);
  if (!problem) problem = -__bonsai_fails(BONSAI_CALL_STATFS);
  return problem ? problem : fill_statfs(result);
}

long linux_fstatfs(int descriptor, struct statfs* result) {
  if (!linux_file(descriptor)) return -EBADF;
  int error = __bonsai_fails(BONSAI_CALL_FSTATFS);
  return error ? -error : fill_statfs(result);
}

long linux_access(int at, const char* path, int mode, int flags) {
  if (mode & ~7) return -EINVAL;
  struct linux_inode* inode;
  long problem = linux_lookup(at, path, !(flags & AT_SYMLINK_NOFOLLOW), flags, &inode);
  if (problem) return problem;
  int error = __bonsai_fails(mode & W_OK ? BONSAI_CALL_ACCESS_WRITE : BONSAI_CALL_ACCESS);
  if (error) return -error;
  return S_ISLNK(inode->mode) || linux_allowed(inode, mode) ? 0 : -EACCES;
}

static long change_mode(struct linux_inode* inode, unsigned mode, enum bonsai_call call) {
  if (S_ISLNK(inode->mode)) return -EOPNOTSUPP;
  if (inode->uid != LINUX_UID) return -EPERM;
  int error = __bonsai_fails(call);
  if (error) return -error;
  if (inode->gid != LINUX_GID) mode &= ~(unsigned)S_ISGID;
  inode->mode = (inode->mode & S_IFMT) | (mode & 07777);
  inode->changed = linux_now();
  return 0;
}

long linux_chmod(int at, const char* path, unsigned mode, int flags) {
  struct linux_inode* inode;
  long problem = linux_lookup(at, path, !(flags & AT_SYMLINK_NOFOLLOW), flags, &inode);
  return problem ? problem : change_mode(inode, mode, BONSAI_CALL_CHANGE);
}

long linux_fchmod(int descriptor, unsigned mode) {
  struct linux_file* file = linux_data_file(descriptor);
  return file ? change_mode(file->inode, mode, BONSAI_CALL_FCHANGE) : -EBADF;
}

static long change_owner(struct linux_inode* inode, unsigned uid, unsigned gid, enum bonsai_call call) {
  const unsigned same = (unsigned)-1;
  if (uid != same && (uid != inode->uid || inode->uid != LINUX_UID)) return -EPERM;
  if (gid != same && (inode->uid != LINUX_UID || (gid != LINUX_GID && gid != inode->gid))) return -EPERM;
  int error = __bonsai_fails(call);
  if (error) return -error;
  if (gid != same) inode->gid = gid;
  if (!S_ISDIR(inode->mode)) {
    inode->mode &= ~(unsigned)S_ISUID;
    if (inode->mode & S_IXGRP) inode->mode &= ~(unsigned)S_ISGID;
  }
  inode->changed = linux_now();
  return 0;
}

long linux_chown(int at, const char* path, unsigned uid, unsigned gid, int flags) {
  struct linux_inode* inode;
  long problem = linux_lookup(at, path, !(flags & AT_SYMLINK_NOFOLLOW), flags, &inode);
  return problem ? problem : change_owner(inode, uid, gid, BONSAI_CALL_CHANGE);
}

long linux_fchown(int descriptor, unsigned uid, unsigned gid) {
  struct linux_file* file = linux_data_file(descriptor);
  return file ? change_owner(file->inode, uid, gid, BONSAI_CALL_FCHANGE) : -EBADF;
}

static int is_time(const struct timespec* time) {
  return time->tv_nsec == UTIME_NOW || time->tv_nsec == UTIME_OMIT ||
         (time->tv_nsec >= 0 && time->tv_nsec < 1000000000);
}

static long change_times(struct linux_inode* inode, const struct timespec times[2], enum bonsai_call call) {
  if (times && (!is_time(&times[0]) || !is_time(&times[1]))) return -EINVAL;
  int now = !times || (times[0].tv_nsec == UTIME_NOW && times[1].tv_nsec == UTIME_NOW);
  if (inode->uid != LINUX_UID) {
    if (!now) return -EPERM;
    if (!linux_allowed(inode, W_OK)) return -EACCES;
  }
  int error = __bonsai_fails(call);
  if (error) return -error;
  struct timespec current = linux_now();
  if (now || times[0].tv_nsec != UTIME_OMIT)
    inode->accessed = now || times[0].tv_nsec == UTIME_NOW ? current : times[0];
  if (now || times[1].tv_nsec != UTIME_OMIT)
    inode->modified = now || times[1].tv_nsec == UTIME_NOW ? current : times[1];
  inode->changed = current;
  return 0;
}

long linux_utimens(int at, const char* path, const struct timespec times[2], int flags) {
  if (times && times[0].tv_nsec == UTIME_OMIT && times[1].tv_nsec == UTIME_OMIT) return 0;
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  if (!path) {  // futimens
    struct linux_file* file = linux_data_file(at);
    if (!file) return at == AT_FDCWD ? -EFAULT : -EBADF;
    return change_times(file->inode, times, BONSAI_CALL_FUTIMES);
  }
  struct linux_inode* inode;
  long problem = linux_lookup(at, path, !(flags & AT_SYMLINK_NOFOLLOW), flags, &inode);
  return problem ? problem : change_times(inode, times, BONSAI_CALL_UTIMES);
}

long linux_utimes(int at, const char* path, const long times[4]) {
  if (!times) return linux_utimens(at, path, NULL, 0);
  if (times[1] < 0 || times[1] >= 1000000 || times[3] < 0 || times[3] >= 1000000) return -EINVAL;
  struct timespec converted[2] = {{.tv_sec = times[0], .tv_nsec = times[1] * 1000},
                                  {.tv_sec = times[2], .tv_nsec = times[3] * 1000}};
  return linux_utimens(at, path, converted, 0);
}

long linux_utime(const char* path, const long times[2]) {
  if (!times) return linux_utimens(AT_FDCWD, path, NULL, 0);
  struct timespec converted[2] = {{.tv_sec = times[0]}, {.tv_sec = times[1]}};
  return linux_utimens(AT_FDCWD, path, converted, 0);
}

static long enter(struct linux_inode* inode, enum bonsai_call call) {
  if (!S_ISDIR(inode->mode)) return -ENOTDIR;
  if (!linux_allowed(inode, X_OK)) return -EACCES;
  int error = __bonsai_fails(call);
  if (error) return -error;
  linux_set_current(inode);
  return 0;
}

long linux_chdir(const char* path) {
  struct linux_inode* inode;
  long problem = linux_lookup(AT_FDCWD, path, 1, 0, &inode);
  return problem ? problem : enter(inode, BONSAI_CALL_CHDIR);
}

long linux_fchdir(int descriptor) {
  struct linux_file* file = linux_file(descriptor);
  linux_current();
  return file ? enter(file->inode, BONSAI_CALL_FCHDIR) : -EBADF;
}
