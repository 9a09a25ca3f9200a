// Names and places. See fortify.h.
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "fortify.h"

ssize_t __readlink_chk(const char* path, char* to, size_t n, size_t room) {
  fits(n, room);
  return readlink(path, to, n);
}

ssize_t __readlinkat_chk(int folder, const char* path, char* to, size_t n, size_t room) {
  fits(n, room);
  return readlinkat(folder, path, to, n);
}

char* __getcwd_chk(char* to, size_t n, size_t room) {
  fits(n, room);
  return getcwd(to, n);
}

char* __realpath_chk(const char* path, char* to, size_t room) {
  fits(to ? PATH_MAX : 0, room);
  return realpath(path, to);
}

size_t __confstr_chk(int name, char* to, size_t n, size_t room) {
  fits(n, room);
  return confstr(name, to, n);
}

int __gethostname_chk(char* to, size_t n, size_t room) {
  fits(n, room);
  return gethostname(to, n);
}

int __getdomainname_chk(char* to, size_t n, size_t room) {
  fits(n, room);
  return getdomainname(to, n);
}

int __getlogin_r_chk(char* to, size_t n, size_t room) {
  fits(n, room);
  return getlogin_r(to, n);
}

int __ttyname_r_chk(int descriptor, char* to, size_t n, size_t room) {
  fits(n, room);
  return ttyname_r(descriptor, to, n);
}

int __ptsname_r_chk(int descriptor, char* to, size_t n, size_t room) {
  fits(n, room);
  return ptsname_r(descriptor, to, n);
}

int __getgroups_chk(int n, gid_t* to, size_t room) {
  fits(n > 0 ? (size_t)n * sizeof(gid_t) : 0, room);
  return getgroups(n, to);
}
