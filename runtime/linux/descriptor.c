// The table of descriptors. 0, 1 and 2 are static: /dev/null unless the run has an input, and two pipes to
// the outside.
#include <sys/file.h>

#include "linux.h"

enum { FIRST = 16 };  // as many as most programs use; the table grows

struct descriptor {
  struct linux_file* file;  // null: free
  int flags;                // FD_CLOEXEC
};

#define OUTSIDE(number_, descriptor) \
  {.number = number_,                \
   .mode = S_IFIFO | 0600,           \
   .uid = LINUX_UID,                 \
   .gid = LINUX_GID,                 \
   .links = 1,                       \
   .references = 2,                  \
   .device = LINUX_OUTPUT,           \
   .outside = descriptor,            \
   .readers = 1,                     \
   .writers = 1}
static struct linux_inode outside[2] = {OUTSIDE(20, 1), OUTSIDE(21, 2)};
static struct linux_file input = {&linux_null, O_RDONLY | O_LARGEFILE, 1, 0};
static struct linux_file output[2] = {{&outside[0], O_WRONLY, 1, 0}, {&outside[1], O_WRONLY, 1, 0}};
static struct descriptor first[FIRST] = {{&input, 0}, {&output[0], 0}, {&output[1], 0}};
static struct descriptor* table = first;
static int table_size = FIRST;

void linux_set_stdin(struct linux_inode* inode) {
  input.inode = inode;
  inode->references++;
}

int linux_outside(const struct linux_file* file) {
  if (file == &input) return 0;
  return file == &output[0] ? 1 : file == &output[1] ? 2 : -1;
}

struct linux_file* linux_file(int descriptor) {
  return descriptor >= 0 && descriptor < table_size ? table[descriptor].file : NULL;
}

struct linux_file* linux_data_file(int descriptor) {
  struct linux_file* file = linux_file(descriptor);
  return file && !(file->flags & O_PATH) ? file : NULL;
}

struct linux_inode* linux_descriptor_inode(const char* name, size_t length) {
  int number = 0;
  for (size_t i = 0; i < length; i++) {
    if (name[i] < '0' || name[i] > '9' || number > 100000) return NULL;
    number = number * 10 + (name[i] - '0');
  }
  struct linux_file* file = length ? linux_file(number) : NULL;
  return file ? file->inode : NULL;
}

// The lowest free descriptor that is at least `least`, with room for it in the table.
static long free_descriptor(int least) {
  int found = least;
  while (found < table_size && table[found].file) found++;
  if ((unsigned long)found >= linux_descriptor_limit()) return -EMFILE;
  if (found < table_size) return found;
  int size = table_size * 2;
  while (size <= found) size *= 2;
  struct descriptor* grown = calloc((size_t)size, sizeof *grown);
  if (!grown) return -ENOMEM;
  memcpy(grown, table, (size_t)table_size * sizeof *grown);
  if (table != first) free(table);
  table = grown;
  table_size = size;
  return found;
}

long linux_new_descriptor(struct linux_inode* inode, unsigned flags) {
  long number = free_descriptor(0);
  if (number < 0) return number;
  if (!inode) return number;  // only asks
  struct linux_file* file = malloc(sizeof *file);
  if (!file) return -ENFILE;
  file->inode = inode;
  file->flags = flags & ~(unsigned)(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
  file->references = 1;
  file->offset = 0;
  inode->references++;
  if (S_ISFIFO(inode->mode) && !(flags & O_PATH)) {
    if ((flags & O_ACCMODE) != O_WRONLY) inode->readers++;
    if ((flags & O_ACCMODE) != O_RDONLY) {
      inode->writers++;
      inode->writers_ever++;
    }
    if (!inode->writers) file->offset = inode->writers_ever;
  }
  table[number].file = file;
  table[number].flags = flags & O_CLOEXEC ? FD_CLOEXEC : 0;
  return number;
}

static void close_file(struct linux_file* file) {
  if (--file->references) return;
  struct linux_inode* inode = file->inode;
  if (S_ISFIFO(inode->mode) && !(file->flags & O_PATH)) {
    if ((file->flags & O_ACCMODE) != O_WRONLY) inode->readers--;
    if ((file->flags & O_ACCMODE) != O_RDONLY) inode->writers--;
    if (!inode->readers && !inode->writers) inode->size = inode->stored = 0;
  }
  inode->references--;
  linux_release(inode);
  if (file != &input && file != &output[0] && file != &output[1]) free(file);
}

long linux_close(int descriptor) {
  struct linux_file* file = linux_file(descriptor);
  if (!file) return -EBADF;
  table[descriptor].file = NULL;
  close_file(file);
  return -__bonsai_fails(BONSAI_CALL_CLOSE);  // the descriptor is free in any case, as in Linux
}

static long duplicate(struct linux_file* file, int least, int flags) {
  long number = free_descriptor(least);
  if (number < 0) return number;
  file->references++;
  table[number].file = file;
  table[number].flags = flags;
  return number;
}

long linux_dup(int descriptor) {
  struct linux_file* file = linux_file(descriptor);
  if (!file) return -EBADF;
  int error = __bonsai_fails(BONSAI_CALL_DUP);
  return error ? -error : duplicate(file, 0, 0);
}

long linux_dup3(int from, int to, int flags, int same_allowed) {
  if (flags & ~O_CLOEXEC) return -EINVAL;
  struct linux_file* file = linux_file(from);
  if (from == to) return !same_allowed ? -EINVAL : file ? to : -EBADF;
  if (to < 0 || (unsigned long)to >= linux_descriptor_limit()) return -EBADF;
  if (!file) return -EBADF;
  int error = __bonsai_fails(BONSAI_CALL_DUP2);
  if (error) return -error;
  struct linux_file* old = linux_file(to);
  if (old) {
    table[to].file = NULL;
    file->references++;
    close_file(old);
    file->references--;
  }
  return duplicate(file, to, flags & O_CLOEXEC ? FD_CLOEXEC : 0);
}

static void note_lock(void) { bonsai_note("locks of files have no model: they are always given"); }

long linux_fcntl(int descriptor, int command, long argument) {
  const unsigned settable = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
  struct linux_file* file = linux_file(descriptor);
  if (!file) return -EBADF;
  // The argument of these two may be what happened to be in a register.
  if (command == F_GETFD) return table[descriptor].flags;
  if (command == F_GETFL) return (long)file->flags;
  argument = bonsai_concrete(argument);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    if (argument < 0 || (unsigned long)argument >= linux_descriptor_limit()) return -EINVAL;
    int error = __bonsai_fails(BONSAI_CALL_DUP);
    return error ? -error : duplicate(file, (int)argument, command == F_DUPFD_CLOEXEC ? FD_CLOEXEC : 0);
  }
  if (command == F_SETFD) {
    table[descriptor].flags = (int)argument & FD_CLOEXEC;
    return 0;
  }
  if (file->flags & O_PATH) return -EBADF;
  switch (command) {
    case F_SETFL: file->flags = (file->flags & ~settable) | ((unsigned)argument & settable); return 0;
    case F_SETLK:
    case F_OFD_SETLK: note_lock(); return -__bonsai_fails(BONSAI_CALL_LOCK);
    case F_SETLKW:
    case F_OFD_SETLKW: note_lock(); return -__bonsai_fails(BONSAI_CALL_LOCK_WAIT);
    case F_GETLK:
    case F_OFD_GETLK:
      if (!argument) return -EFAULT;
      ((struct flock*)argument)->l_type = F_UNLCK;
      return 0;
    case F_GETOWN:
    case F_SETOWN:
    case F_SETSIG:
    case F_GETSIG:
    case F_SETLEASE: return 0;
    case F_GETLEASE: return F_UNLCK;
    case F_GETPIPE_SZ:
    case F_SETPIPE_SZ: return S_ISFIFO(file->inode->mode) ? LINUX_PIPE_SIZE : -EBADF;
    default: return -EINVAL;
  }
}

long linux_flock(int descriptor, int operation) {
  if (!linux_data_file(descriptor)) return -EBADF;
  if (!(operation & LOCK_UN)) note_lock();
  return -__bonsai_fails(operation & LOCK_NB ? BONSAI_CALL_FLOCK : BONSAI_CALL_FLOCK_WAIT);
}
