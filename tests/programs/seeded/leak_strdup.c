// Blocks that functions of the library allocate are leaked where they were called.
// run: --check=leak --libc=musl
// expect: error leak line 11
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t greet(const char *name) {
  char *text;
  if (asprintf(&text, "hello, %s", name) < 0) return 0;
  size_t length = strlen(text);
  return length;
}

int main(void) {
  char *name = strdup("you");
  printf("%zu\n", greet(name));
  free(name);
  return 0;
}
