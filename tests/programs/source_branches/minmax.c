// expect: exhaustive
// Idioms that instruction combining knows: minimum, maximum, absolute value, saturation, clamping, sign.
#include "bonsai.h"

static int least(int a, int b) { return a < b ? a : b; }
static unsigned most(unsigned a, unsigned b) {
  if (a > b) return a;
  return b;
}
static int absolute(int a) {
  if (a < 0) a = -a;
  return a;
}
static unsigned add_saturating(unsigned a, unsigned b) {
  unsigned sum = a + b;
  if (sum < a) sum = 0xffffffffu;
  return sum;
}
static int clamp(int a) { return a < 0 ? 0 : a > 255 ? 255 : a; }
static int sign(int a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }

int main(void) {
  int a, b;
  bonsai_symbolic(&a, sizeof a, "a");
  bonsai_symbolic(&b, sizeof b, "b");
  int r = least(a, b) ^ absolute(b & 0xffff) ^ clamp(a) ^ sign(b);
  unsigned u = most((unsigned)a, (unsigned)b) + add_saturating((unsigned)a, (unsigned)b);
  return r == 0x12345 && u == 0x54321;
}
