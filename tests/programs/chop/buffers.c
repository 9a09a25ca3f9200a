// Blocks that are copied, compared and filled, of what skipped calls wrote.
// run: --opt 0 --chop write_all
// run: --opt 1 --chop write_all
// expect: skipped 3 recovered 2
// expect: not exhaustive
#include <assert.h>
#include <string.h>

#include "klee/klee.h"

static void write_all(char *to, int n, char c) {
  for (int i = 0; i < n; i++) to[i] = c;
}

int main(void) {
  char a[8] = "1234567", b[8], c[8] = {0};
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  write_all(a, 4, (char)k);
  memcpy(b, a, sizeof b);
  assert(b[0] == (char)k && b[3] == (char)k && b[4] == '5' && b[7] == 0);
  write_all(b, 2, 'x');
  b[1] = 'y';
  assert(memcmp(b, "xy", 2) == 0);
  write_all(c, 8, 'q');
  memset(c, 0, 8);
  assert(strlen(c) == 0);
  return 0;
}
