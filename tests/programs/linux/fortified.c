// The fortified functions do what the plain ones do where the object is large enough, or its size is not known.
// native: no, they are glibc's own names
// run: --libc=musl
// expect: output "ab cd abcd 3 wide 5 /\n"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#define ANY ((size_t)-1)
char *__stpcpy_chk(char *, const char *, size_t), *__strcat_chk(char *, const char *, size_t), *__strncpy_chk(char *, const char *, size_t, size_t);
char *canonicalize_file_name(const char *);
void *__memmove_chk(void *, const void *, size_t, size_t), *__memset_chk(void *, int, size_t, size_t);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...);
wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);
size_t __wcstombs_chk(char *, const wchar_t *, size_t, size_t);
int main(void) {
  char a[5], b[5], c[8], d[8];
  wchar_t w[5];
  *__stpcpy_chk(a, "ab", sizeof a) = 0;
  __memset_chk(b, 0, 5, 5);
  __strncpy_chk(b, "cd", 2, ANY);
  __memmove_chk(c, a, 3, 8);
  __strcat_chk(c, b, 8);
  int n = __snprintf_chk(d, 8, 1, 8, "%d", 123);
  __wcscpy_chk(w, L"wide", 5);
  char narrow[5];
  size_t length = __wcstombs_chk(narrow, w, 5, 5) + 1;
  char *root = canonicalize_file_name("/");
  __fprintf_chk(stdout, 1, "%s %s %s %d %s %d %s\n", a, b, c, n, narrow, (int)length, root);
  free(root);
  return 0;
}
// replay: no, musl has none of these functions
