// Bytes and strings. See fortify.h.
#define _GNU_SOURCE
#include <string.h>

#include "fortify.h"

void* __memcpy_chk(void* to, const void* from, size_t n, size_t room) {
  fits(n, room);
  return memcpy(to, from, n);
}

void* __mempcpy_chk(void* to, const void* from, size_t n, size_t room) {
  fits(n, room);
  return (char*)memcpy(to, from, n) + n;
}

void* __memmove_chk(void* to, const void* from, size_t n, size_t room) {
  fits(n, room);
  return memmove(to, from, n);
}

void* __memset_chk(void* to, int byte, size_t n, size_t room) {
  fits(n, room);
  return memset(to, byte, n);
}

void __explicit_bzero_chk(void* to, size_t n, size_t room) {
  fits(n, room);
  memset(to, 0, n);
}

char* __strcpy_chk(char* to, const char* from, size_t room) {
  fits(strlen(from) + 1, room);
  return strcpy(to, from);
}

char* __stpcpy_chk(char* to, const char* from, size_t room) {
  size_t n = strlen(from);
  fits(n + 1, room);
  return strcpy(to, from) + n;
}

char* __strncpy_chk(char* to, const char* from, size_t n, size_t room) {
  fits(n, room);
  return strncpy(to, from, n);
}

char* __stpncpy_chk(char* to, const char* from, size_t n, size_t room) {
  fits(n, room);
  return stpncpy(to, from, n);
}

char* __strcat_chk(char* to, const char* from, size_t room) {
  fits(strlen(to) + strlen(from) + 1, room);
  return strcat(to, from);
}

char* __strncat_chk(char* to, const char* from, size_t n, size_t room) {
  fits(strlen(to) + strnlen(from, n) + 1, room);
  return strncat(to, from, n);
}

size_t __strlcpy_chk(char* to, const char* from, size_t n, size_t room) {
  fits(n, room);
  return strlcpy(to, from, n);
}

size_t __strlcat_chk(char* to, const char* from, size_t n, size_t room) {
  fits(n, room);
  return strlcat(to, from, n);
}
