// Reading. See fortify.h.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fortify.h"

char* __gets_chk(char* to, size_t room) {
  fits(1, room);
  size_t n = 0;
  int c;
  while ((c = getchar()) != EOF && c != '\n') {
    fits(n + 2, room);
    to[n++] = (char)c;
  }
  if (c == EOF && !n) return NULL;
  to[n] = 0;
  return to;
}

char* __fgets_chk(char* to, size_t room, int n, FILE* file) {
  fits(n > 0 ? (size_t)n : 0, room);
  return fgets(to, n, file);
}

char* __fgets_unlocked_chk(char* to, size_t room, int n, FILE* file) {
  return __fgets_chk(to, room, n, file);
}

size_t __fread_chk(void* to, size_t room, size_t size, size_t count, FILE* file) {
  size_t all;
  if (__builtin_mul_overflow(size, count, &all)) __chk_fail();
  fits(all, room);
  return fread(to, size, count, file);
}
size_t __fread_unlocked_chk(void* to, size_t room, size_t size, size_t count, FILE* file) {
  return __fread_chk(to, room, size, count, file);
}

ssize_t __read_chk(int descriptor, void* to, size_t n, size_t room) {
  fits(n, room);
  return read(descriptor, to, n);
}

ssize_t __pread_chk(int descriptor, void* to, size_t n, off_t offset, size_t room) {
  fits(n, room);
  return pread(descriptor, to, n, offset);
}

ssize_t __pread64_chk(int descriptor, void* to, size_t n, off_t offset, size_t room) {
  fits(n, room);
  return pread(descriptor, to, n, offset);
}

ssize_t __recv_chk(int descriptor, void* to, size_t n, size_t room, int flags) {
  fits(n, room);
  return recv(descriptor, to, n, flags);
}

ssize_t __recvfrom_chk(int descriptor, void* to, size_t n, size_t room, int flags, struct sockaddr* from,
                       socklen_t* length) {
  fits(n, room);
  return recvfrom(descriptor, to, n, flags, from, length);
}
