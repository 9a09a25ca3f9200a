// poll and select. Files are always ready; a pipe is when a read or write of it would not wait.
#define _GNU_SOURCE
#include <poll.h>
#include <sys/select.h>

#include "linux.h"

static unsigned ready(const struct linux_file* file) {
  const struct linux_inode* inode = file->inode;
  unsigned access = file->flags & O_ACCMODE, result = 0;
  if (!S_ISFIFO(inode->mode) || inode->device == LINUX_OUTPUT)
    return inode->device == LINUX_OUTPUT ? POLLOUT | POLLWRNORM : POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM;
  if (access != O_WRONLY) {
    if (inode->size) result |= POLLIN | POLLRDNORM;
    if (!inode->writers && file->offset != inode->writers_ever)
      result |= POLLHUP;  // there was one, and it is gone
  }
  if (access != O_RDONLY) {
    if (inode->size + PIPE_BUF <= LINUX_PIPE_SIZE) result |= POLLOUT | POLLWRNORM;
    if (!inode->readers) result |= POLLERR;
  }
  return result;
}

// Nothing is ready, and nobody else is there to change that.
static void wait_in_vain(long seconds, long nanoseconds) {
  if (seconds < 0)
    bonsai_note("deadlock: poll or select waits for ever for its own pipes; it returns 0");
  else
    linux_pass(seconds, nanoseconds);
}

static long poll_once(struct pollfd* polled, unsigned long count) {
  long found = 0;
  for (unsigned long i = 0; i < count; i++) {
    int descriptor = (int)bonsai_concrete(polled[i].fd);
    polled[i].revents = 0;
    if (descriptor < 0) continue;
    struct linux_file* file = linux_data_file(descriptor);
    unsigned wanted = (unsigned)polled[i].events | POLLHUP | POLLERR;
    polled[i].revents = (short)(file ? ready(file) & wanted : POLLNVAL);
    if (polled[i].revents) found++;
  }
  return found;
}

long linux_poll(struct pollfd* polled, unsigned long count, long milliseconds) {
  if (count > linux_descriptor_limit()) return -EINVAL;
  int error = __bonsai_fails(BONSAI_CALL_POLL);
  if (error) return -error;
  long found = poll_once(polled, count);
  if (!found) wait_in_vain(milliseconds < 0 ? -1 : milliseconds / 1000, milliseconds % 1000 * 1000000);
  return found;
}

long linux_ppoll(struct pollfd* polled, unsigned long count, const struct timespec* timeout) {
  if (count > linux_descriptor_limit()) return -EINVAL;
  int error = __bonsai_fails(BONSAI_CALL_POLL);
  if (error) return -error;
  long found = poll_once(polled, count);
  if (!found)
    wait_in_vain(timeout ? bonsai_concrete(timeout->tv_sec) : -1,
                 timeout ? bonsai_concrete(timeout->tv_nsec) : 0);
  return found;
}

// Clears the bits of one set that are not ready; the number of the others.
static long select_set(int count, unsigned long* set, unsigned wanted) {
  long found = 0;
  for (int i = 0; set && i < count; i++) {
    unsigned long bit = 1ul << (i % 64);
    if (!(set[i / 64] & bit)) continue;
    if (ready(linux_file(i)) & wanted)
      found++;
    else
      set[i / 64] &= ~bit;
  }
  return found;
}

static int all_open(int count, const unsigned long* set) {
  for (int i = 0; set && i < count; i++)
    if ((set[i / 64] >> (i % 64) & 1) && !linux_data_file(i)) return 0;
  return 1;
}

long linux_select(int count, unsigned long* in, unsigned long* out, unsigned long* special, long* timeout,
                  long per_second) {
  if (count < 0) return -EINVAL;
  if (count > FD_SETSIZE) count = FD_SETSIZE;
  if (!all_open(count, in) || !all_open(count, out) || !all_open(count, special)) return -EBADF;
  int error = __bonsai_fails(BONSAI_CALL_POLL);
  if (error) return -error;
  long found = select_set(count, in, POLLIN | POLLHUP | POLLERR) + select_set(count, out, POLLOUT | POLLERR) +
               select_set(count, special, POLLPRI);
  if (!found)
    wait_in_vain(timeout ? bonsai_concrete(timeout[0]) : -1,
                 timeout ? bonsai_concrete(timeout[1]) * (1000000000 / per_second) : 0);
  return found;
}
