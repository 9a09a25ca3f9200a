// printf; `flag` asks glibc to refuse %n in memory that can be written. See fortify.h.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

#include "fortify.h"

#define WITH_LIST(call, last) \
  va_list list;               \
  va_start(list, last);       \
  int result = call;          \
  va_end(list);               \
  return result

int __vsprintf_chk(char* to, int flag, size_t room, const char* format, va_list list) {
  if (room == (size_t)-1) return vsprintf(to, format, list);
  fits(1, room);
  int length = vsnprintf(to, room, format, list);
  if (length >= 0) fits((size_t)length + 1, room);
  return length;
}
int __vsnprintf_chk(char* to, size_t n, int flag, size_t room, const char* format, va_list list) {
  fits(n, room);
  return vsnprintf(to, n, format, list);
}
int __vprintf_chk(int flag, const char* format, va_list list) { return vprintf(format, list); }
int __vfprintf_chk(FILE* file, int flag, const char* format, va_list list) {
  return vfprintf(file, format, list);
}
int __vdprintf_chk(int descriptor, int flag, const char* format, va_list list) {
  return vdprintf(descriptor, format, list);
}
int __vasprintf_chk(char** to, int flag, const char* format, va_list list) {
  return vasprintf(to, format, list);
}
int __sprintf_chk(char* to, int flag, size_t room, const char* format, ...) {
  WITH_LIST(__vsprintf_chk(to, flag, room, format, list), format);
}
int __snprintf_chk(char* to, size_t n, int flag, size_t room, const char* format, ...) {
  WITH_LIST(__vsnprintf_chk(to, n, flag, room, format, list), format);
}
int __printf_chk(int flag, const char* format, ...) { WITH_LIST(vprintf(format, list), format); }
int __fprintf_chk(FILE* file, int flag, const char* format, ...) {
  WITH_LIST(vfprintf(file, format, list), format);
}
int __dprintf_chk(int descriptor, int flag, const char* format, ...) {
  WITH_LIST(vdprintf(descriptor, format, list), format);
}
int __asprintf_chk(char** to, int flag, const char* format, ...) {
  WITH_LIST(vasprintf(to, format, list), format);
}
