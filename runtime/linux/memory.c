// mmap: each mapping is one block of memory. Content of a file is copied; a shared mapping that may be
// written is copied back when it is unmapped or synchronised. Protections are not enforced.
#define _GNU_SOURCE
#include <sys/mman.h>

#include "linux.h"

struct mapping {
  struct mapping* next;
  char* begin;
  unsigned long size;
  struct linux_inode* inode;  // null unless changes go back to a file
  unsigned long offset;
};

static struct mapping* mappings;

static unsigned long pages(unsigned long size) {
  return (size + LINUX_PAGE - 1) & ~(unsigned long)(LINUX_PAGE - 1);
}

// The mapping that begins at the address.
static struct mapping** find(long address) {
  struct mapping** place = &mappings;
  while (*place && (long)(*place)->begin != address) place = &(*place)->next;
  return place;
}

static void write_back(const struct mapping* mapping) {
  if (!mapping->inode || mapping->offset >= mapping->inode->size) return;
  unsigned long size = mapping->inode->size - mapping->offset;
  linux_data_write(mapping->inode, mapping->begin, size < mapping->size ? size : mapping->size,
                   mapping->offset);
}

// MAP_FIXED: only inside a mapping that is there.
static char* fixed(long address, unsigned long size) {
  for (struct mapping* mapping = mappings; mapping; mapping = mapping->next) {
    long offset = address - (long)mapping->begin;
    if (offset >= 0 && (unsigned long)offset <= mapping->size &&
        size <= mapping->size - (unsigned long)offset)
      return mapping->begin + offset;
  }
  bonsai_note("mmap at a fixed address has no model, except inside another mapping: it fails");
  return NULL;
}

static char* new_mapping(unsigned long size, struct linux_inode* inode, unsigned long offset) {
  struct mapping* mapping = malloc(sizeof *mapping);
  char* begin = mapping ? aligned_alloc(LINUX_PAGE, size) : NULL;
  if (!begin) return NULL;
  *mapping = (struct mapping){mappings, begin, size, inode, offset};
  mappings = mapping;
  if (inode) inode->references++;
  return begin;
}

long linux_mmap(long address, unsigned long size, int protection, int flags, int descriptor, long offset) {
  struct linux_file* file = NULL;
  int kind = flags & MAP_TYPE;
  if (!(flags & MAP_ANONYMOUS)) {
    file = linux_data_file(descriptor);
    if (!file) return -EBADF;
  }
  if (!size || (offset & (LINUX_PAGE - 1)) ||
      (kind != MAP_PRIVATE && kind != MAP_SHARED && kind != MAP_SHARED_VALIDATE))
    return -EINVAL;
  if (size > LONG_MAX - LINUX_PAGE) return -ENOMEM;
  int shared = kind != MAP_PRIVATE && (protection & PROT_WRITE);
  if (file) {
    unsigned access = file->flags & O_ACCMODE;
    if (access == O_WRONLY || (shared && access != O_RDWR)) return -EACCES;
    if (!S_ISREG(file->inode->mode) && file->inode->device != LINUX_ZERO) return -ENODEV;
    if (offset < 0) return -EOVERFLOW;
  }
  int error = __bonsai_fails(file ? BONSAI_CALL_MMAP_FILE : BONSAI_CALL_MMAP);
  if (error) return -error;
  size = pages(size);
  int is_file = file && S_ISREG(file->inode->mode);
  if (is_file && kind != MAP_PRIVATE)
    bonsai_note("a shared mapping of a file is a copy: changes arrive with munmap or msync, or not at all");
  char* begin = flags & MAP_FIXED
                    ? fixed(address, size)
                    : new_mapping(size, is_file && shared ? file->inode : NULL, (unsigned long)offset);
  if (!begin) return -ENOMEM;
  long have = is_file ? linux_data_read(file->inode, begin, size, (unsigned long)offset) : 0;
  if (have < 0) have = 0;
  memset(begin + have, 0, size - (unsigned long)have);
  return (long)begin;
}

static void end(struct mapping** place) {
  struct mapping* mapping = *place;
  write_back(mapping);
  if (mapping->inode) {
    mapping->inode->references--;
    linux_release(mapping->inode);
  }
  *place = mapping->next;
  free(mapping->begin);
  free(mapping);
}

long linux_munmap(long address, unsigned long size) {
  if ((address & (LINUX_PAGE - 1)) || !size) return -EINVAL;
  struct mapping** place = find(address);
  if (*place && pages(size) >= (*place)->size) end(place);  // a part of a mapping stays until all of it goes
  return 0;
}

long linux_mremap(long address, unsigned long old_size, unsigned long new_size, int flags) {
  struct mapping* mapping = *find(address);
  if (!new_size || (address & (LINUX_PAGE - 1))) return -EINVAL;
  if (!mapping || pages(old_size) != mapping->size) return -EFAULT;
  new_size = pages(new_size);
  if (new_size == mapping->size) return address;
  if ((flags & MREMAP_FIXED) || !(flags & MREMAP_MAYMOVE)) return -ENOMEM;
  int error = __bonsai_fails(BONSAI_CALL_MREMAP);
  if (error) return -error;
  char* begin = new_mapping(new_size, mapping->inode, mapping->offset);
  if (!begin) return -ENOMEM;
  unsigned long kept = new_size < mapping->size ? new_size : mapping->size;
  memcpy(begin, mapping->begin, kept);
  memset(begin + kept, 0, new_size - kept);
  end(find(address));
  return (long)begin;
}

long linux_msync(long address, unsigned long size) {
  for (struct mapping* mapping = mappings; mapping; mapping = mapping->next)
    if ((long)mapping->begin < address + (long)size && address < (long)mapping->begin + (long)mapping->size)
      write_back(mapping);
  return 0;
}
