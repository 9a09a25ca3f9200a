// Making, removing and renaming names. The order of the checks is the kernel's, so that the same errno comes
// out.
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "linux.h"

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#endif

// A place for a new name: neither exists nor, unless a directory is to be made, ends in a slash.
static long place_new(int at, const char* path, enum bonsai_call call, struct linux_place* place) {
  long problem = linux_walk(at, path, LINUX_PARENT | LINUX_CREATE, place);
  if (problem) return problem;
  if (place->last != LINUX_LAST_NAME || place->inode) return -EEXIST;
  if (place->length > NAME_MAX) return linux_missing(place);
  if (place->slash && call != BONSAI_CALL_MKDIR) return -ENOENT;
  return -__bonsai_fails(call);
}

long linux_mkdir(int at, const char* path, unsigned mode) {
  struct linux_place place;
  struct linux_inode* inode;
  long problem = place_new(at, path, BONSAI_CALL_MKDIR, &place);
  return problem ? problem : linux_make(&place, S_IFDIR | linux_masked(mode & 01777), &inode);
}

long linux_mknod(int at, const char* path, unsigned mode, unsigned long device) {
  (void)device;
  unsigned kind = mode & S_IFMT;
  if (!kind) kind = S_IFREG;
  if (kind == S_IFDIR) return -EPERM;
  if (kind != S_IFREG && kind != S_IFIFO && kind != S_IFSOCK && kind != S_IFCHR && kind != S_IFBLK)
    return -EINVAL;
  struct linux_place place;
  struct linux_inode* inode;
  long problem = place_new(at, path, BONSAI_CALL_MKNOD, &place);
  if (problem) return problem;
  if (kind == S_IFCHR || kind == S_IFBLK)
    return linux_allowed(place.directory, W_OK | X_OK) ? -EPERM : -EACCES;
  return linux_make(&place, kind | linux_masked(mode & 07777), &inode);
}

static long may_remove(struct linux_inode* directory, struct linux_inode* inode) {
  if (!linux_allowed(directory, W_OK | X_OK) || directory->device == LINUX_DESCRIPTORS) return -EACCES;
  if ((directory->mode & S_ISVTX) && inode->uid != LINUX_UID && directory->uid != LINUX_UID) return -EPERM;
  return 0;
}

static void forget(struct linux_place* place) {
  struct linux_inode* inode = place->inode;
  linux_remove(place->directory, place->entry);
  linux_modified(place->directory);
  inode->changed = linux_now();
  if (S_ISDIR(inode->mode)) {
    inode->links = 0;
    place->directory->links--;
  } else {
    inode->links--;
  }
  linux_release(inode);
}

long linux_rmdir(int at, const char* path) {
  struct linux_place place;
  long problem = linux_walk(at, path, LINUX_PARENT, &place);
  if (problem) return problem;
  if (place.last == LINUX_LAST_DOT_DOT) return -ENOTEMPTY;
  if (place.last == LINUX_LAST_DOT) return -EINVAL;
  if (place.last == LINUX_LAST_ROOT) return -EBUSY;
  if (!place.inode) return linux_missing(&place);
  problem = may_remove(place.directory, place.inode);
  if (problem) return problem;
  if (!S_ISDIR(place.inode->mode)) return -ENOTDIR;
  if (!linux_is_empty(place.inode)) return -ENOTEMPTY;
  int error = __bonsai_fails(BONSAI_CALL_RMDIR);
  if (error) return -error;
  forget(&place);
  return 0;
}

long linux_unlink(int at, const char* path, int flags) {
  if (flags & ~AT_REMOVEDIR) return -EINVAL;
  if (flags & AT_REMOVEDIR) return linux_rmdir(at, path);
  struct linux_place place;
  long problem = linux_walk(at, path, LINUX_PARENT, &place);
  if (problem) return problem;
  if (place.last != LINUX_LAST_NAME) return -EISDIR;
  if (!place.inode) return linux_missing(&place);
  if (place.slash) return S_ISDIR(place.inode->mode) ? -EISDIR : -ENOTDIR;
  problem = may_remove(place.directory, place.inode);
  if (problem) return problem;
  if (S_ISDIR(place.inode->mode)) return -EISDIR;
  int error = __bonsai_fails(BONSAI_CALL_UNLINK);
  if (error) return -error;
  forget(&place);
  return 0;
}

static int is_below(struct linux_inode* inode, struct linux_inode* above) {
  for (; inode != above; inode = inode->parent)
    if (inode == &linux_root) return 0;
  return 1;
}

static long check_rename(struct linux_place* from, struct linux_place* to, unsigned flags) {
  if (from->last != LINUX_LAST_NAME) return -EBUSY;
  if (to->last != LINUX_LAST_NAME) return flags & RENAME_NOREPLACE ? -EEXIST : -EBUSY;
  if (!from->inode) return linux_missing(from);
  if (to->length > NAME_MAX) return linux_missing(to);
  if ((flags & RENAME_NOREPLACE) && to->inode) return -EEXIST;
  if ((flags & RENAME_EXCHANGE) && !to->inode) return -ENOENT;
  int directory = S_ISDIR(from->inode->mode);
  if ((flags & RENAME_EXCHANGE) && !S_ISDIR(to->inode->mode) && to->slash) return -ENOTDIR;
  if (!directory && (from->slash || (!(flags & RENAME_EXCHANGE) && to->slash))) return -ENOTDIR;
  if (directory && is_below(to->directory, from->inode)) return -EINVAL;
  if (to->inode && S_ISDIR(to->inode->mode) && is_below(from->directory, to->inode))
    return flags & RENAME_EXCHANGE ? -EINVAL : -ENOTEMPTY;
  if (to->inode == from->inode) return 1;
  long problem = may_remove(from->directory, from->inode);
  if (problem) return problem;
  if (!to->inode) {
    if (!to->directory->links) return -ENOENT;
    if (!linux_allowed(to->directory, W_OK | X_OK) || to->directory->device == LINUX_DESCRIPTORS)
      return -EACCES;
  } else {
    problem = may_remove(to->directory, to->inode);
    if (problem) return problem;
    if (!(flags & RENAME_EXCHANGE)) {
      if (directory && !S_ISDIR(to->inode->mode)) return -ENOTDIR;
      if (!directory && S_ISDIR(to->inode->mode)) return -EISDIR;
    }
  }
  if (from->directory != to->directory) {  // ".." changes
    if (directory && !linux_allowed(from->inode, W_OK)) return -EACCES;
    if ((flags & RENAME_EXCHANGE) && S_ISDIR(to->inode->mode) && !linux_allowed(to->inode, W_OK))
      return -EACCES;
  }
  if (!(flags & RENAME_EXCHANGE) && to->inode && directory && !linux_is_empty(to->inode)) return -ENOTEMPTY;
  return 0;
}

long linux_rename(int old_at, const char* old_path, int new_at, const char* new_path, unsigned flags) {
  if (flags & ~(unsigned)(RENAME_NOREPLACE | RENAME_EXCHANGE)) return -EINVAL;
  if (flags == (RENAME_NOREPLACE | RENAME_EXCHANGE)) return -EINVAL;
  struct linux_place from, to;
  long problem = linux_walk(old_at, old_path, LINUX_PARENT, &from);
  if (problem) return problem;
  problem = linux_walk(new_at, new_path, LINUX_PARENT | LINUX_CREATE, &to);
  if (problem) return problem;
  problem = check_rename(&from, &to, flags);
  if (problem) return problem < 0 ? problem : 0;
  int error = __bonsai_fails(BONSAI_CALL_RENAME);
  if (error) return -error;

  struct linux_inode *moved = from.inode, *other = to.inode;
  int exchange = (flags & RENAME_EXCHANGE) != 0;
  if (exchange) {
    from.entry->inode = other;
    to.entry->inode = moved;
  } else {
    if (other) forget(&to);
    linux_remove(from.directory, from.entry);
    linux_add(to.directory, to.name, to.length, moved);
  }
  if (S_ISDIR(moved->mode)) {
    from.directory->links--;
    to.directory->links++;
    moved->parent = to.directory;
  }
  if (exchange && S_ISDIR(other->mode)) {
    to.directory->links--;
    from.directory->links++;
    other->parent = from.directory;
  }
  linux_modified(from.directory);
  linux_modified(to.directory);
  moved->changed = linux_now();
  return 0;
}

// fs.protected_hardlinks, which distributions turn on: another's file may be linked only by who may write it.
static int may_link(const struct linux_inode* inode) {
  if (inode->uid == LINUX_UID) return 1;
  if (!S_ISREG(inode->mode) || (inode->mode & S_ISUID)) return 0;
  if ((inode->mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP)) return 0;
  return linux_allowed(inode, R_OK | W_OK);
}

long linux_link(int old_at, const char* old_path, int new_at, const char* new_path, int flags) {
  if (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  struct linux_inode* inode;
  struct linux_place place;
  long problem = linux_lookup(old_at, old_path, flags & AT_SYMLINK_FOLLOW, flags, &inode);
  if (!problem) problem = place_new(new_at, new_path, BONSAI_CALL_LINK, &place);
  if (problem) return problem;
  if (!may_link(inode)) return -EPERM;
  if (!place.directory->links) return -ENOENT;
  if (!linux_allowed(place.directory, W_OK | X_OK)) return -EACCES;
  if (S_ISDIR(inode->mode)) return -EPERM;
  if (!inode->links) return -ENOENT;
  linux_add(place.directory, place.name, place.length, inode);
  inode->links++;
  inode->changed = linux_now();
  linux_modified(place.directory);
  return 0;
}

long linux_symlink(const char* target, int at, const char* path) {
  struct linux_place place;
  struct linux_inode* inode;
  if (!target) return -EFAULT;
  size_t length = strlen(target);
  if (!length) return -ENOENT;
  if (length >= PATH_MAX) return -ENAMETOOLONG;
  long problem = place_new(at, path, BONSAI_CALL_SYMLINK, &place);
  if (!problem) problem = linux_make(&place, S_IFLNK | 0777, &inode);
  if (problem) return problem;
  inode->data = linux_copy(target);
  inode->size = inode->stored = length;
  return 0;
}

long linux_readlink(int at, const char* path, char* buffer, long size) {
  if (size <= 0) return -EINVAL;
  struct linux_inode* inode;
  int empty = path && !*path;
  long problem = linux_lookup(at, path, 0, AT_EMPTY_PATH, &inode);
  if (empty && at == AT_FDCWD) return -ENOENT;
  if (problem) return problem;
  if (!S_ISLNK(inode->mode)) return empty ? -ENOENT : -EINVAL;
  int error = __bonsai_fails(BONSAI_CALL_READLINK);
  if (error) return -error;
  if ((unsigned long)size > inode->size) size = (long)inode->size;
  memcpy(buffer, inode->data, (size_t)size);
  return size;
}
