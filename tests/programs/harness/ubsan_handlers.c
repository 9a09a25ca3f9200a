// Checks that the compiler inserts are the engine's errors, too.
// run: --cflags=-fsanitize=undefined --opt 0
// run: --cflags=-fsanitize=undefined --opt 1
#include "klee/klee.h"

int main(void) {
  int x, choice;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&choice, sizeof choice, "choice");
  if (choice == 1)
    // expect: error signed-overflow line +1
    return x + 1;
  if (choice == 2) {
    _Bool b;
    klee_make_symbolic(&b, sizeof b, "b");
    // expect: error ubsan-load-invalid-value line +1
    return b;
  }
  return 0;
}
