// A struct with holes made symbolic as a whole and copied.
// run: --opt 0
// expect: exhaustive
// expect: paths 2
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Entry {
  unsigned char tag;
  short value;
};

int main(void) {
  struct Entry table[3] = {{1, 100}, {2, 200}, {3, -300}};
  unsigned char tag;
  klee_make_symbolic(&tag, sizeof tag, "tag");
  table[1].tag = tag;
  struct Entry copy[3];
  for (int i = 0; i < 3; i++) copy[2 - i] = table[i];
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    if (copy[i].tag > 2) sum += copy[i].value;
  }
  assert(sum == -300 || sum == -100);
  return sum == -100;
}
