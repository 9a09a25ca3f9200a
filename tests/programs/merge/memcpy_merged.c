// Bytes that differ between sides are copied, moved and compared.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  unsigned char from[6] = "abcde", to[8];
  memset(to, '.', sizeof to);
  if (c & 1) from[1] = c;
  unsigned length = 2;
  if (c & 2) length = 5;
  memcpy(to, from, length);
  memmove(to + 1, to, 6);
  assert(to[1] == 'a' && to[2] == (c & 1 ? c : 'b'));
  assert(to[3] == (c & 2 ? 'c' : '.') && to[7] == '.');
  // expect: error assertion line +1
  assert(memcmp(to + 1, "awcde", 5) != 0);
  return 0;
}
