// Who holds the lock of a stream is decided on many paths, and no value makes it another one.
// run: --libc=musl --opt 0
// expect: paths 300
// expect: exhaustive
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 300);
  for (unsigned i = 0; i < 300; i++)
    if (n == i) {
      flockfile(stderr);
      fputs("x", stderr);
      funlockfile(stderr);
      exit(0);
    }
  return 1;
}
