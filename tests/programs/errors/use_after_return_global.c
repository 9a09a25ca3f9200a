// A global keeps the address of a local array of a function that returned; another call reuses the stack.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-return line 23
#include <stdio.h>

char *volatile saved;

static __attribute__((noinline)) void save(void) {
  char text[16] = "hello";
  saved = text;
}
static __attribute__((noinline)) int other(void) {
  volatile char text[16] = "world";
  return text[0];
}

int main(void) {
  void (*volatile f)(void) = save;
  f();
  int x = other();
  printf("%d %d\n", x, *saved);
  return 0;
}
