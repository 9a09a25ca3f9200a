// An error in the C library is the caller's; the stack ends at main.
// run: --sym-arg 2
// expect: error null-dereference line 15
// expect: error out-of-bounds line 16
// expect: paths 3
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
int main(int argc, char **argv) {
  char small[4];
  const char *nothing = NULL;
  char c = argv[1][0];
  if (c != 'a' && c != 'b') return 0;
  if (c == 'a') return atoi(nothing);
  snprintf(small, 100, "%s", "too long for it");
  return small[0];
}
