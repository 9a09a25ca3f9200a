// Reading, writing and seeking of open files.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "linux.h"

static const unsigned long most = 0x7ffff000;  // bytes of one call, as in Linux

static int readable(const struct linux_file* file) { return (file->flags & O_ACCMODE) != O_WRONLY; }
static int writable(const struct linux_file* file) { return (file->flags & O_ACCMODE) != O_RDONLY; }
static int is_stream(const struct linux_inode* inode) { return S_ISFIFO(inode->mode); }

// At the offset, which is the file's own or that of pread. Streams have none.
static long read_at(struct linux_file* file, char* buffer, unsigned long size, long* offset) {
  struct linux_inode* inode = file->inode;
  if (S_ISDIR(inode->mode)) return -EISDIR;
  if ((long)size < 0) return -EINVAL;
  if (size > most) size = most;
  if (!size) return 0;
  if (!buffer) return -EFAULT;
  switch (inode->device) {
    case LINUX_NULL: return 0;
    case LINUX_ZERO:
    case LINUX_FULL: memset(buffer, 0, size); return (long)size;
    case LINUX_RANDOM: return linux_getrandom((unsigned char*)buffer, size);
    default: break;
  }
  if (is_stream(inode)) return linux_pipe_read(file, buffer, size);
  long got = linux_data_read(inode, buffer, size, (unsigned long)*offset);
  if (got > 0) *offset += got;
  return got;
}

static long write_at(struct linux_file* file, const char* buffer, unsigned long size, long* offset) {
  struct linux_inode* inode = file->inode;
  if ((long)size < 0) return -EINVAL;
  if (size > most) size = most;
  if (!size) return 0;
  if (!buffer) return -EFAULT;
  switch (inode->device) {
    case LINUX_NULL:
    case LINUX_ZERO:
    case LINUX_RANDOM: return (long)size;
    case LINUX_FULL: return -ENOSPC;
    case LINUX_OUTPUT: bonsai_output(inode->outside, buffer, size); return (long)size;
    default: break;
  }
  if (is_stream(inode)) return linux_pipe_write(file, buffer, size);
  if (file->flags & O_APPEND) *offset = (long)inode->size;
  long put = linux_data_write(inode, buffer, size, (unsigned long)*offset);
  if (put > 0) *offset += put;
  return put;
}

static long check(int descriptor, int writing, int positioned, struct linux_file** file) {
  *file = linux_data_file(descriptor);
  if (!*file) return -EBADF;
  if (positioned && is_stream((*file)->inode)) return -ESPIPE;
  if (writing ? !writable(*file) : !readable(*file)) return -EBADF;
  if (!writing) return -__bonsai_fails(BONSAI_CALL_READ);
  if ((*file)->inode->device != LINUX_OUTPUT) return -__bonsai_fails(BONSAI_CALL_WRITE);
  int error = __bonsai_fails(BONSAI_CALL_WRITE_OUT);
  if (error == EPIPE) linux_raise(SIGPIPE);
  return -error;
}

long linux_read(int descriptor, char* buffer, unsigned long size) {
  struct linux_file* file;
  long error = check(descriptor, 0, 0, &file);
  return error ? error : read_at(file, buffer, size, &file->offset);
}

long linux_write(int descriptor, const char* buffer, unsigned long size) {
  struct linux_file* file;
  long error = check(descriptor, 1, 0, &file);
  return error ? error : write_at(file, buffer, size, &file->offset);
}

long linux_pread(int descriptor, char* buffer, unsigned long size, long offset) {
  struct linux_file* file;
  if (offset < 0) return -EINVAL;
  long error = check(descriptor, 0, 1, &file);
  return error ? error : read_at(file, buffer, size, &offset);
}

long linux_pwrite(int descriptor, const char* buffer, unsigned long size, long offset) {
  struct linux_file* file;
  if (offset < 0) return -EINVAL;
  long error = check(descriptor, 1, 1, &file);
  return error ? error : write_at(file, buffer, size, &offset);
}

static long vector(struct linux_file* file, int writing, const struct iovec* parts, int count, long* offset) {
  if (count < 0 || count > IOV_MAX) return -EINVAL;
  long done = 0;
  for (int i = 0; i < count; i++) {
    unsigned long size = (unsigned long)bonsai_concrete((long)parts[i].iov_len);
    if (!size) continue;
    if (done && !writing && is_stream(file->inode) && !file->inode->size) break;  // would wait for more
    long result = writing ? write_at(file, parts[i].iov_base, size, offset)
                          : read_at(file, parts[i].iov_base, size, offset);
    if (result < 0) return done ? done : result;
    done += result;
    if ((unsigned long)result < size) break;
  }
  return done;
}

long linux_readv(int descriptor, const struct iovec* parts, int count) {
  struct linux_file* file;
  long error = check(descriptor, 0, 0, &file);
  return error ? error : vector(file, 0, parts, count, &file->offset);
}

long linux_writev(int descriptor, const struct iovec* parts, int count) {
  struct linux_file* file;
  long error = check(descriptor, 1, 0, &file);
  return error ? error : vector(file, 1, parts, count, &file->offset);
}

long linux_preadv(int descriptor, const struct iovec* parts, int count, long offset) {
  struct linux_file* file;
  if (offset < 0) return -EINVAL;
  long error = check(descriptor, 0, 1, &file);
  return error ? error : vector(file, 0, parts, count, &offset);
}

long linux_pwritev(int descriptor, const struct iovec* parts, int count, long offset) {
  struct linux_file* file;
  if (offset < 0) return -EINVAL;
  long error = check(descriptor, 1, 1, &file);
  return error ? error : vector(file, 1, parts, count, &offset);
}

long linux_lseek(int descriptor, long offset, int whence) {
  struct linux_file* file = linux_data_file(descriptor);
  if (!file) return -EBADF;
  if (whence < SEEK_SET || whence > SEEK_HOLE) return -EINVAL;
  struct linux_inode* inode = file->inode;
  if (is_stream(inode)) return -ESPIPE;
  if (S_ISCHR(inode->mode)) return file->offset = 0;
  int error = __bonsai_fails(BONSAI_CALL_LSEEK);
  if (error) return -error;
  long size = S_ISDIR(inode->mode) ? 0 : (long)inode->size;
  switch (whence) {
    case SEEK_SET: break;
    case SEEK_CUR: offset = (long)((unsigned long)offset + (unsigned long)file->offset); break;
    case SEEK_END: offset = (long)((unsigned long)offset + (unsigned long)size); break;
    case SEEK_DATA:
    case SEEK_HOLE:
      if (offset < 0 || offset >= size) return -ENXIO;
      if (whence == SEEK_HOLE) offset = size;
      break;
    default: return -EINVAL;
  }
  if (offset < 0) return -EINVAL;
  return file->offset = offset;
}

long linux_sendfile(int out, int in, long* offset, unsigned long count) {
  struct linux_file *from, *to;
  from = linux_data_file(in);
  to = linux_data_file(out);
  if (!from || !readable(from) || !to || !writable(to)) return -EBADF;
  int error = __bonsai_fails(BONSAI_CALL_SENDFILE);
  if (error) return -error;
  if (!S_ISREG(from->inode->mode)) return -EINVAL;
  if (offset && *offset < 0) return -EINVAL;
  long place = offset ? *offset : from->offset;
  if (place >= (long)from->inode->size) return 0;
  if (count > from->inode->size - (unsigned long)place) count = from->inode->size - (unsigned long)place;
  char* bytes = malloc(count ? count : 1);
  if (!bytes) return -ENOMEM;
  long done = linux_data_read(from->inode, bytes, count, (unsigned long)place);
  if (done > 0) done = write_at(to, bytes, (unsigned long)done, &to->offset);
  free(bytes);
  if (done > 0) *(offset ? offset : &from->offset) += done;
  return done;
}

long linux_ftruncate(int descriptor, long size) {
  if (size < 0) return -EINVAL;
  struct linux_file* file = linux_data_file(descriptor);
  if (!file) return -EBADF;
  if (!S_ISREG(file->inode->mode) || !writable(file)) return -EINVAL;
  int error = __bonsai_fails(BONSAI_CALL_FTRUNCATE);
  return error ? -error : linux_data_resize(file->inode, (unsigned long)size);
}

long linux_truncate(const char* path, long size) {
  if (size < 0) return -EINVAL;
  struct linux_inode* inode;
  long problem = linux_lookup(AT_FDCWD, path, 1, 0, &inode);
  if (problem) return problem;
  if (S_ISDIR(inode->mode)) return -EISDIR;
  if (!S_ISREG(inode->mode)) return -EINVAL;
  if (!linux_allowed(inode, W_OK)) return -EACCES;
  int error = __bonsai_fails(BONSAI_CALL_TRUNCATE);
  return error ? -error : linux_data_resize(inode, (unsigned long)size);
}

long linux_fallocate(int descriptor, int mode, long offset, long size) {
  if (offset < 0 || size <= 0) return -EINVAL;
  struct linux_file* file = linux_data_file(descriptor);
  if (!file || !writable(file)) return -EBADF;
  if (is_stream(file->inode)) return -ESPIPE;
  if (!S_ISREG(file->inode->mode)) return -ENODEV;
  if (mode) return -EOPNOTSUPP;
  if (size > LONG_MAX - offset) return -EFBIG;
  int error = __bonsai_fails(BONSAI_CALL_FALLOCATE);
  if (error) return -error;
  if ((unsigned long)(offset + size) <= file->inode->size) return 0;
  return linux_data_resize(file->inode, (unsigned long)(offset + size));
}

long linux_sync_file(int descriptor, enum bonsai_call call) {
  struct linux_file* file = linux_data_file(descriptor);
  if (!file) return -EBADF;
  if (is_stream(file->inode) || S_ISCHR(file->inode->mode)) return -EINVAL;
  return -__bonsai_fails(call);
}

long linux_ioctl(int descriptor, unsigned long request, void* argument) {
  struct linux_file* file = linux_data_file(descriptor);
  if (!file) return -EBADF;
  struct linux_inode* inode = file->inode;
  if (request == FIONREAD && (S_ISREG(inode->mode) || is_stream(inode))) {
    *(int*)argument = (int)(inode->size - (S_ISREG(inode->mode) ? (unsigned long)file->offset : 0));
    return 0;
  }
  if (request == FIONBIO) {
    file->flags = *(int*)argument ? file->flags | O_NONBLOCK : file->flags & ~(unsigned)O_NONBLOCK;
    return 0;
  }
  if (request == FIOCLEX || request == FIONCLEX) return linux_fcntl(descriptor, F_SETFD, request == FIOCLEX);
  // Nothing is a terminal, but what comes from outside could be one. It answers like this without a branch.
  int outside = linux_outside(file);
  if (outside >= 0 && (request == TCGETS || request == TIOCGWINSZ)) {
    unsigned long is_terminal = linux_is_terminal(outside);
    if (linux_is_free(LINUX_PIN_TTY) && is_terminal) memset(argument, 0, request == TCGETS ? 36 : 8);
    return -(long)((1 - is_terminal) * ENOTTY);
  }
  return -ENOTTY;
}
