// The place where a loop ends differs, and is used behind it.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  char *p = text;
  while (*p == ' ') p++;
  char *start = p;
  while (*p && *p != ' ') p++;
  assert(p - text <= 4 && start <= p);
  if (*p) assert(p[0] == ' ');
  // expect: error assertion line +1
  assert(p - start != 2 || start[0] != 'o' || start[1] != 'k');
  return (int)(p - start);
}
