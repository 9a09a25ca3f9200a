// Inodes: their making and end, permissions, and the content of regular files.
#define _GNU_SOURCE
#include <unistd.h>

#include "linux.h"

// A file with data beyond this cannot be held in memory.
static const unsigned long most_bytes = 1ul << 30;
static unsigned long last_number = 64;  // below: tree.c

char* linux_copy(const char* text) {
  size_t size = strlen(text) + 1;
  char* copy = malloc(size);
  if (copy) memcpy(copy, text, size);
  return copy;
}

struct linux_inode* linux_new_inode(unsigned mode) {
  struct linux_inode* inode = calloc(1, sizeof *inode);
  if (!inode) return NULL;
  inode->number = ++last_number;
  inode->mode = mode;
  inode->uid = LINUX_UID;
  inode->gid = LINUX_GID;
  inode->cookies = 2;  // of "." and ".."
  inode->accessed = inode->modified = inode->changed = linux_now();
  return inode;
}

// The inode itself stays: a directory that is gone may still be the parent of the current one.
void linux_release(struct linux_inode* inode) {
  if (inode->links || inode->references || !inode->capacity) return;
  free(inode->data);
  inode->data = NULL;
  inode->size = inode->stored = inode->capacity = 0;
}

int linux_allowed(const struct linux_inode* inode, int mask) {
  unsigned mode = inode->mode;
  if (inode->uid == LINUX_UID)
    mode >>= 6;
  else if (inode->gid == LINUX_GID)
    mode >>= 3;
  return (mode & mask) == (unsigned)mask;
}

void linux_modified(struct linux_inode* inode) { inode->modified = inode->changed = linux_now(); }

// As in the kernel, a program that was written to no longer runs with another's rights.
static void content_changed(struct linux_inode* inode) {
  linux_modified(inode);
  if (!S_ISREG(inode->mode)) return;
  inode->mode &= ~(unsigned)S_ISUID;
  if (inode->mode & S_IXGRP) inode->mode &= ~(unsigned)S_ISGID;
}

static long reserve(struct linux_inode* inode, unsigned long size) {
  if (size <= inode->capacity) return 0;
  if (size > most_bytes) {
    bonsai_note("a file with data beyond 1 GiB has no model: writing it fails");
    return -ENOSPC;
  }
  unsigned long capacity = inode->capacity ? inode->capacity : 64;
  while (capacity < size) capacity *= 2;
  char* data = realloc(inode->data, capacity);
  if (!data) return -ENOSPC;
  inode->data = data;
  inode->capacity = capacity;
  return 0;
}

long linux_load(struct linux_inode* inode) {
  if (!inode->host || !S_ISREG(inode->mode)) return 0;
  long error = reserve(inode, inode->size);
  if (error) return -EIO;
  unsigned long have = 0;
  while (have < inode->size) {
    long got = bonsai_host_read(inode->host, inode->data + have, inode->size - have, have);
    if (got < 0) return got;
    if (got == 0) break;
    have += (unsigned long)got;
  }
  inode->stored = have;
  free(inode->host);
  inode->host = NULL;
  return 0;
}

long linux_data_read(struct linux_inode* inode, char* to, unsigned long size, unsigned long offset) {
  long error = linux_load(inode);
  if (error) return error;
  if (offset >= inode->size) return 0;
  if (size > inode->size - offset) size = inode->size - offset;
  unsigned long stored = offset < inode->stored ? inode->stored - offset : 0;
  if (stored > size) stored = size;
  if (stored) memcpy(to, inode->data + offset, stored);
  if (size > stored) memset(to + stored, 0, size - stored);
  return (long)size;
}

long linux_data_write(struct linux_inode* inode, const char* from, unsigned long size, unsigned long offset) {
  if (!size) return 0;
  long error = linux_load(inode);
  if (error) return error;
  if (offset + size > LONG_MAX) return -EFBIG;
  error = reserve(inode, offset + size);
  if (error) return error;
  if (offset > inode->stored) memset(inode->data + inode->stored, 0, offset - inode->stored);
  memcpy(inode->data + offset, from, size);
  if (offset + size > inode->stored) inode->stored = offset + size;
  if (offset + size > inode->size) inode->size = offset + size;
  content_changed(inode);
  return (long)size;
}

long linux_data_resize(struct linux_inode* inode, unsigned long size) {
  long error = size ? linux_load(inode) : 0;
  if (error) return error;
  if (!size && inode->host) {
    free(inode->host);
    inode->host = NULL;
  }
  inode->size = size;
  if (inode->stored > size) inode->stored = size;
  content_changed(inode);
  return 0;
}

// The owner of the folder of --fs stands for whoever runs Bonsai, who is LINUX_UID in the model.
static unsigned long host_uid = LINUX_UID, host_gid = LINUX_GID;

struct linux_inode* linux_host_inode(const char* path) {
  unsigned long words[BONSAI_HOST_WORDS];
  if (bonsai_host_stat(path, words) < 0) return NULL;
  struct linux_inode* inode = linux_new_inode((unsigned)words[2]);
  if (!inode) return NULL;
  if (linux_folder && strcmp(path, linux_folder) == 0) {
    host_uid = words[4];
    host_gid = words[5];
  }
  inode->links = words[3];
  inode->uid = words[4] == host_uid ? LINUX_UID : (unsigned)words[4];
  inode->gid = words[5] == host_gid ? LINUX_GID : (unsigned)words[5];
  inode->size = words[6];
  inode->modified.tv_sec = (long)words[7];
  inode->modified.tv_nsec = (long)words[8];
  inode->accessed = inode->changed = inode->modified;
  inode->rdev = words[11];
  if (S_ISLNK(inode->mode)) {
    char* target = malloc(PATH_MAX);
    long length = target ? bonsai_host_link(path, target, PATH_MAX - 1) : -ENOMEM;
    if (length < 0) return NULL;
    target[length] = 0;
    inode->data = target;
    inode->size = inode->stored = (unsigned long)length;
  } else if (S_ISREG(inode->mode) || S_ISDIR(inode->mode)) {
    inode->host = linux_copy(path);
    if (!inode->host) return NULL;
  }
  return inode;
}
