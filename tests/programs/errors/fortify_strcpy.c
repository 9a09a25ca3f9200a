// Bitcode made with -D_FORTIFY_SOURCE calls these with the size of the object: what does not fit is an error, what fits is copied.
// run:
// run: --libc=musl --opt 0
// expect: error out-of-bounds line 15 message "fortified"
// expect: output "abc 2 x=7\n"
#include <stdio.h>
char *__strcpy_chk(char *, const char *, unsigned long);
void *__memcpy_chk(void *, const void *, unsigned long, unsigned long);
int __sprintf_chk(char *, int, unsigned long, const char *, ...);
int __printf_chk(int, const char *, ...);
struct record { char name[4]; int number; } r;
int main(void) {
  char text[8]; r.number = 2; __strcpy_chk(r.name, "abc", 4); __sprintf_chk(text, 1, 8, "x=%d", 7);
  __printf_chk(1, "%s %d %s\n", r.name, r.number, text); fflush(stdout);
  __memcpy_chk(r.name, "abcdef", 6, 4);
  return 0;
}
