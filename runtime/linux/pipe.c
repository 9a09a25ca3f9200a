// Pipes: a queue of bytes in the inode. There is one thread, so whoever would wait for the other end would
// wait for ever.
#define _GNU_SOURCE
#include <signal.h>

#include "linux.h"

long linux_pipe(int descriptors[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) return -EINVAL;
  if (!descriptors) return -EFAULT;
  int error = __bonsai_fails(BONSAI_CALL_PIPE);
  if (error) return -error;
  struct linux_inode* inode = linux_new_inode(S_IFIFO | 0600);
  if (!inode) return -ENFILE;
  inode->links = 1;
  long in = linux_new_descriptor(inode, O_RDONLY | (unsigned)flags);
  if (in < 0) return in;
  long out = linux_new_descriptor(inode, O_WRONLY | (unsigned)flags);
  if (out < 0) {
    linux_close((int)in);
    return out;
  }
  descriptors[0] = (int)in;
  descriptors[1] = (int)out;
  return 0;
}

long linux_pipe_read(struct linux_file* file, char* buffer, unsigned long size) {
  struct linux_inode* pipe = file->inode;
  if (!pipe->size) {
    if (!pipe->writers) return 0;
    if (file->flags & O_NONBLOCK) return -EAGAIN;
    bonsai_note("deadlock: a read from an empty pipe whose only writer is the reader; it reads end of file");
    return 0;
  }
  if (size > pipe->size) size = pipe->size;
  memcpy(buffer, pipe->data, size);
  pipe->size -= size;
  if (pipe->size) memmove(pipe->data, pipe->data + size, pipe->size);
  pipe->stored = pipe->size;
  return (long)size;
}

long linux_pipe_write(struct linux_file* file, const char* buffer, unsigned long size) {
  struct linux_inode* pipe = file->inode;
  if (!pipe->readers) {
    linux_raise(SIGPIPE);
    return -EPIPE;
  }
  unsigned long room = pipe->size < LINUX_PIPE_SIZE ? LINUX_PIPE_SIZE - pipe->size : 0;
  if (size > room) {
    if (file->flags & O_NONBLOCK) {
      if (!room || size <= PIPE_BUF) return -EAGAIN;
      size = room;
    } else {
      bonsai_note(
          "deadlock: a write to a full pipe whose only reader is the writer; the pipe holds more than "
          "Linux's");
    }
  }
  return linux_data_write(pipe, buffer, size, pipe->size);
}
