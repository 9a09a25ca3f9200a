// What else is fortified. See fortify.h.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/select.h>
#include <syslog.h>

#include "fortify.h"

int __open_2(const char* path, int flags) { return open(path, flags); }
int __open64_2(const char* path, int flags) { return open(path, flags); }
int __openat_2(int folder, const char* path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char* path, int flags) { return openat(folder, path, flags); }

int __poll_chk(struct pollfd* all, nfds_t count, int timeout, size_t room) {
  fits(count * sizeof *all, room);
  return poll(all, count, timeout);
}

int __ppoll_chk(struct pollfd* all, nfds_t count, const struct timespec* timeout, const sigset_t* mask,
                size_t room) {
  fits(count * sizeof *all, room);
  return ppoll(all, count, timeout, mask);
}

long __fdelt_chk(long descriptor) {
  if (descriptor < 0 || descriptor >= FD_SETSIZE) __chk_fail();
  return descriptor / (8 * (long)sizeof(long));
}
void __vsyslog_chk(int priority, int flag, const char* format, va_list list) {
  vsyslog(priority, format, list);
}
void __syslog_chk(int priority, int flag, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsyslog(priority, format, list);
  va_end(list);
}
