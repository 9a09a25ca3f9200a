// Wide characters: sizes are in characters, but for those of bytes. See fortify.h.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "fortify.h"

#define WITH_LIST(call, last) \
  va_list list;               \
  va_start(list, last);       \
  int result = call;          \
  va_end(list);               \
  return result

wchar_t* __wmemcpy_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) {
  fits(n, room);
  return wmemcpy(to, from, n);
}

wchar_t* __wmemmove_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) {
  fits(n, room);
  return wmemmove(to, from, n);
}

wchar_t* __wmemset_chk(wchar_t* to, wchar_t from, size_t n, size_t room) {
  fits(n, room);
  return wmemset(to, from, n);
}

wchar_t* __wcsncpy_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) {
  fits(n, room);
  return wcsncpy(to, from, n);
}

wchar_t* __wcpncpy_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) {
  fits(n, room);
  return wcpncpy(to, from, n);
}

wchar_t* __wmempcpy_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) {
  fits(n, room);
  return wmemcpy(to, from, n) + n;
}

wchar_t* __wcscpy_chk(wchar_t* to, const wchar_t* from, size_t room) {
  fits(wcslen(from) + 1, room);
  return wcscpy(to, from);
}

wchar_t* __wcpcpy_chk(wchar_t* to, const wchar_t* from, size_t room) {
  fits(wcslen(from) + 1, room);
  return wcpcpy(to, from);
}

wchar_t* __wcscat_chk(wchar_t* to, const wchar_t* from, size_t room) {
  fits(wcslen(to) + wcslen(from) + 1, room);
  return wcscat(to, from);
}

wchar_t* __wcsncat_chk(wchar_t* to, const wchar_t* from, size_t n, size_t room) {
  fits(wcslen(to) + wcsnlen(from, n) + 1, room);
  return wcsncat(to, from, n);
}

size_t __mbstowcs_chk(wchar_t* to, const char* from, size_t n, size_t room) {
  fits(n, room);
  return mbstowcs(to, from, n);
}

size_t __wcstombs_chk(char* to, const wchar_t* from, size_t n, size_t room) {
  fits(n, room);
  return wcstombs(to, from, n);
}

size_t __mbsrtowcs_chk(wchar_t* to, const char** from, size_t n, mbstate_t* state, size_t room) {
  fits(n, room);
  return mbsrtowcs(to, from, n, state);
}

size_t __wcsrtombs_chk(char* to, const wchar_t** from, size_t n, mbstate_t* state, size_t room) {
  fits(n, room);
  return wcsrtombs(to, from, n, state);
}

size_t __mbsnrtowcs_chk(wchar_t* to, const char** from, size_t bytes, size_t n, mbstate_t* state,
                        size_t room) {
  fits(n, room);
  return mbsnrtowcs(to, from, bytes, n, state);
}

size_t __wcsnrtombs_chk(char* to, const wchar_t** from, size_t count, size_t n, mbstate_t* state,
                        size_t room) {
  fits(n, room);
  return wcsnrtombs(to, from, count, n, state);
}

size_t __wcrtomb_chk(char* to, wchar_t c, mbstate_t* state, size_t room) {
  fits(to ? MB_CUR_MAX : 0, room);
  return wcrtomb(to, c, state);
}

int __wctomb_chk(char* to, wchar_t c, size_t room) {
  fits(to ? MB_CUR_MAX : 0, room);
  return wctomb(to, c);
}

wchar_t* __fgetws_chk(wchar_t* to, size_t room, int n, FILE* file) {
  fits(n > 0 ? (size_t)n : 0, room);
  return fgetws(to, n, file);
}

int __vswprintf_chk(wchar_t* to, size_t n, int flag, size_t room, const wchar_t* format, va_list list) {
  fits(n, room);
  return vswprintf(to, n, format, list);
}

int __vwprintf_chk(int flag, const wchar_t* format, va_list list) { return vwprintf(format, list); }
int __vfwprintf_chk(FILE* file, int flag, const wchar_t* format, va_list list) {
  return vfwprintf(file, format, list);
}
int __swprintf_chk(wchar_t* to, size_t n, int flag, size_t room, const wchar_t* format, ...) {
  WITH_LIST(__vswprintf_chk(to, n, flag, room, format, list), format);
}
int __wprintf_chk(int flag, const wchar_t* format, ...) { WITH_LIST(vwprintf(format, list), format); }
int __fwprintf_chk(FILE* file, int flag, const wchar_t* format, ...) {
  WITH_LIST(vfwprintf(file, format, list), format);
}
