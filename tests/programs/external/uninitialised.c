// Memory that was never written may be passed; what the call wrote is written, the rest is not.
// run: --libc=none --external=concretise --check=uninit --verify-replay
// expect: error uninitialised line 17
// expect: paths 2
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
  char buffer[8];
  unsigned char at = klee_int("at");
  klee_assume(at < 8);
  stpcpy(buffer, "ab");
  if (buffer[1] != 'b') return 1;
  if (at == 7 && buffer[at] == 'x') return 2;
  return 0;
}
