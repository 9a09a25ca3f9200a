// Closures that keep references, called through a template.
// run: --opt 0
// expect: exhaustive
// expect: paths 9
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

template <typename F>
static int count(const unsigned char *from, int n, F f) {
  int found = 0;
  for (int i = 0; i < n; i++)
    if (f(from[i])) found++;
  return found;
}

int main() {
  unsigned char in[2], limit = 60;
  klee_make_symbolic(in, sizeof in, "in");
  int calls = 0;
  int above = count(in, 2, [&](unsigned char c) {
    calls++;
    return c > limit;
  });
  limit = 30;
  int below = count(in, 2, [limit](unsigned char c) { return c < limit; });
  assert(calls == 2 && above + below <= 2);
  return above * 3 + below;
}
