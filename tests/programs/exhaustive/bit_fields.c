// Unsigned bit-fields that share bytes; writing one leaves the others alone.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Flags {
  unsigned kind : 3, size : 5, ready : 1;
  unsigned : 3;
  unsigned owner : 4;
};

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  struct Flags f = {0};
  f.kind = in[0];
  f.size = in[0] >> 3;
  f.owner = in[1];
  f.ready = in[1] >> 4;
  assert(f.kind + 8 * f.size == in[0]);
  if (f.ready) {
    f.size++;
    if (f.size == 0) {
      assert(f.kind == (in[0] & 7));
      return 1;
    }
  }
  if (f.owner == 9) return f.kind == 7 ? 2 : 3;
  assert(f.owner == (in[1] & 15));
  return 4;
}
