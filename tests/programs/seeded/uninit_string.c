// A string without its end.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 10
#include <stdio.h>
#include <string.h>
int main(void) {
  char name[16];
  strncpy(name, "abc", 3);
  puts("name");
  return strlen(name) == 3;
}
