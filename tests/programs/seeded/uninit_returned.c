// A function returns what it did not compute; the caller decides by it.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 15
#include <stdio.h>
#include <string.h>
static int find(const char *text, char c) {
  int at;
  for (int i = 0; text[i]; i++)
    if (text[i] == c) at = i;
  return at;
}
int main(void) {
  char line[] = "no such letter";
  printf("%zu\n", strlen(line));
  if (find(line, 'z') > 3)
    puts("far");
  return 0;
}
