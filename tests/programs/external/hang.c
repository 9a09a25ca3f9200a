// A call that does not return is given up; others go on.
// run: --libc=none --external=concretise --external-functions=pause --verify-replay
// expect: error unsupported line 12 message "did not return"
// expect: paths 2
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "klee/klee.h"

int main(void) {
  if (klee_int("x") == 3) pause();
  printf("%d\n", abs(-5));
  return 0;
}
