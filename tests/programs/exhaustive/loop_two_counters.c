// Two counters run towards each other.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char low, high;
  klee_make_symbolic(&low, sizeof low, "low");
  klee_make_symbolic(&high, sizeof high, "high");
  klee_assume((low < 12) & (high < 12));
  int rounds = 0;
  while (low < high) {
    low += 1;
    high -= 2;
    if (high > 12) return 77;  // wrapped below zero
    rounds++;
  }
  assert(rounds <= 4);
  return rounds;
}
