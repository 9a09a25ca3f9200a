// Entries of directories: those of the model, with those of the host below them.
#define _GNU_SOURCE
#include <dirent.h>

#include "linux.h"

enum { NAMES = 4096 };

static int has_symbolic(const char* name, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (bonsai_is_symbolic((unsigned char)name[i])) return 1;
  return 0;
}

// One branch on all symbolic bytes instead of one for each.
static int same(const struct linux_entry* entry, const char* name, size_t length) {
  if (entry->length != length) return 0;
  unsigned char difference = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned char here = (unsigned char)(entry->name[i] ^ name[i]);
    if (!(entry->symbolic && bonsai_is_symbolic(here)) && here) return 0;
    difference |= here;
  }
  return difference == 0;
}

static void append(struct linux_inode* directory, const char* name, size_t length,
                   struct linux_inode* inode) {
  struct linux_entry* entry = malloc(sizeof *entry);
  char* copy = malloc(length + 1);
  if (!entry || !copy) return;
  memcpy(copy, name, length);
  copy[length] = 0;
  entry->next = NULL;
  entry->inode = inode;
  entry->name = copy;
  entry->length = length;
  entry->cookie = ++directory->cookies;
  entry->symbolic = has_symbolic(name, length);
  if (directory->last)
    directory->last->next = entry;
  else
    directory->entries = entry;
  directory->last = entry;
}

// Adds the host's file of a name that has no entry; null if there is none.
static struct linux_entry* from_host(struct linux_inode* directory, const char* name, size_t length) {
  size_t prefix = strlen(directory->host);
  char* path = malloc(prefix + length + 2);
  if (!path) return NULL;
  memcpy(path, directory->host, prefix);
  if (prefix && path[prefix - 1] != '/') path[prefix++] = '/';
  memcpy(path + prefix, name, length);
  path[prefix + length] = 0;
  struct linux_inode* inode = linux_host_inode(path);
  free(path);
  if (!inode) return NULL;
  if (S_ISDIR(inode->mode)) inode->parent = directory;
  append(directory, name, length, inode);
  return directory->last;
}

struct linux_entry* linux_find(struct linux_inode* directory, const char* name, size_t length) {
  for (struct linux_entry* entry = directory->entries; entry; entry = entry->next)
    if (same(entry, name, length)) return entry;
  return directory->host && directory->links ? from_host(directory, name, length) : NULL;
}

// A path may end anywhere where its bytes are symbolic, so nothing is read beyond the first byte that
// differs.
static int begins_with(const char* path, const char* name, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (path[i] != name[i]) return 0;
  return path[length] == 0 || path[length] == '/';
}

struct linux_entry* linux_find_symbolic(struct linux_inode* directory, const char* path) {
  for (struct linux_entry* entry = directory->entries; entry; entry = entry->next)
    if (entry->inode && begins_with(path, entry->name, entry->length)) return entry;
  return NULL;
}

void linux_add(struct linux_inode* directory, const char* name, size_t length, struct linux_inode* inode) {
  struct linux_entry* entry = directory->entries;
  while (entry && (entry->inode || !same(entry, name, length))) entry = entry->next;
  if (entry)
    entry->inode = inode;  // was removed before
  else
    append(directory, name, length, inode);
  if (S_ISDIR(inode->mode)) inode->parent = directory;
}

void linux_remove(struct linux_inode* directory, struct linux_entry* entry) {
  entry->inode = NULL;
  if (directory->host) return;  // the entry hides the host's file of this name
  struct linux_entry* before = NULL;
  for (struct linux_entry* other = directory->entries; other != entry; other = other->next) before = other;
  if (before)
    before->next = entry->next;
  else
    directory->entries = entry->next;
  if (directory->last == entry) directory->last = before;
}

// Looks at all the names that the host has, after which it need not be asked again.
static long list_host(struct linux_inode* directory) {
  if (!directory->host) return 0;
  char* names = malloc(NAMES);
  if (!names) return -ENOMEM;
  for (size_t offset = 0;;) {
    long got = bonsai_host_list(directory->host, names, NAMES, offset);
    if (got < 0) {
      free(names);
      return got;
    }
    long used = 0;  // only whole names
    for (long i = 0; i < got; i++)
      if (!names[i]) {
        if (i > used) linux_find(directory, names + used, (size_t)(i - used));
        used = i + 1;
      }
    if (!used) break;
    offset += (size_t)used;
  }
  free(names);
  free(directory->host);
  directory->host = NULL;
  return 0;
}

int linux_is_empty(struct linux_inode* directory) {
  list_host(directory);
  for (struct linux_entry* entry = directory->entries; entry; entry = entry->next)
    if (entry->inode) return 0;
  return directory->device == LINUX_NO_DEVICE;
}

static unsigned put(char* to, unsigned long space, struct linux_inode* inode, long cookie, const char* name,
                    size_t length) {
  struct dirent* record = (struct dirent*)to;
  unsigned size = (unsigned)((offsetof(struct dirent, d_name) + length + 1 + 7) & ~7ul);
  if (size > space) return 0;
  record->d_ino = inode->number;
  record->d_off = cookie;
  record->d_reclen = (unsigned short)size;
  record->d_type = (unsigned char)((inode->mode & S_IFMT) >> 12);
  char* bytes = to + offsetof(struct dirent, d_name);
  memcpy(bytes, name, length);
  for (unsigned i = (unsigned)(offsetof(struct dirent, d_name) + length); i < size; i++) to[i] = 0;
  return size;
}

long linux_getdents(int descriptor, char* buffer, unsigned long size) {
  struct linux_file* file = linux_data_file(descriptor);
  if (!file) return -EBADF;
  struct linux_inode* directory = file->inode;
  if (!S_ISDIR(directory->mode)) return -ENOTDIR;
  if (!directory->links) return -ENOENT;
  int error = __bonsai_fails(BONSAI_CALL_GETDENTS);
  if (error) return -error;
  if (!buffer) return -EFAULT;
  long problem = list_host(directory);
  if (problem) return problem;
  unsigned long used = 0;
  unsigned more = 1;
  if (file->offset < 1 && (more = put(buffer, size, directory, 1, ".", 1))) {
    used += more;
    file->offset = 1;
  }
  if (more && file->offset < 2 && (more = put(buffer + used, size - used, directory->parent, 2, "..", 2))) {
    used += more;
    file->offset = 2;
  }
  for (struct linux_entry* entry = directory->entries; more && entry; entry = entry->next) {
    if (entry->cookie <= file->offset || !entry->inode) continue;
    more = put(buffer + used, size - used, entry->inode, entry->cookie, entry->name, entry->length);
    if (more) file->offset = entry->cookie;
    used += more;
  }
  return !more && !used ? -EINVAL : (long)used;
}

long linux_getcwd(char* buffer, unsigned long size) {
  char path[PATH_MAX];
  size_t begin = sizeof path - 1;
  path[begin] = 0;
  struct linux_inode* directory = linux_current();
  int error = __bonsai_fails(BONSAI_CALL_GETCWD);
  if (error) return -error;
  if (directory != &linux_root && !directory->links) return -ENOENT;
  while (directory != &linux_root) {
    struct linux_entry* entry = directory->parent->entries;
    while (entry && entry->inode != directory) entry = entry->next;
    if (!entry) return -ENOENT;
    if (entry->length + 1 > begin) return -ENAMETOOLONG;
    begin -= entry->length;
    memcpy(path + begin, entry->name, entry->length);
    path[--begin] = '/';
    directory = directory->parent;
  }
  if (!path[begin]) path[--begin] = '/';
  unsigned long length = sizeof path - begin;
  if (length > size) return -ERANGE;
  if (!buffer) return -EFAULT;
  memcpy(buffer, path + begin, length);
  return (long)length;
}
