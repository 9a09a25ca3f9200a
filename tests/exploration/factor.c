// One question that no solver answers in time: the factors of a product of two large primes.
#include "klee/klee.h"

int main(void) {
  unsigned long a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume((a > 1) & (a < 1ul << 32));
  klee_assume((b > 1) & (b < 1ul << 32));
  if (a * b == 7500000050500000019ul) return 1;
  return 0;
}
