// Random numbers of the C library. Which ones a seed gives differs from library to library, so they are
// pinned: musl's, which Linux could give as any.
#include <stdlib.h>

enum { PIN_RANDOM = 5 };
unsigned long linux_pinned(int kind, unsigned long value, unsigned long low, unsigned long high);
int bonsai_is_symbolic(unsigned long value);

int __musl_rand(void);
int __musl_rand_r(unsigned* seed);
long __musl_random(void);

// A number that was computed from a symbolic seed is no other one.
static long pinned(long value) {
  return bonsai_is_symbolic(value) ? value : (long)linux_pinned(PIN_RANDOM, value, 0, RAND_MAX);
}

int rand(void) { return (int)pinned(__musl_rand()); }
int rand_r(unsigned* seed) { return (int)pinned(__musl_rand_r(seed)); }
long random(void) { return pinned(__musl_random()); }
