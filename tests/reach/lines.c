// Lines that are reached, that are not there, and that cannot be reached.
// reach: --target lines.c:25 --jobs 1
// answer: lines.c:25 reached
// reach: --target lines.c:28,lines.c:25,lines.c:16,dig --strategy sdse
// answer: lines.c:28 unreachable
// answer: lines.c:25 reached
// answer: lines.c:16 reached
// answer: dig reached
// reach: --target never --opt 0 --strategy random-path
// answer: never unreachable
#include "klee/klee.h"

static int dig(int a, int b) {
  int n = 0;
  for (int i = 0; i < a % 7; i++) n += b;
  if (n == 42) return 1;
  return 0;
}
static int never(int a) { return a / 2; }
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), found = 0;
  if (a > 0 && a < 100 && b > 1 && b < 50) {
    if (dig(a, b)) {
      found = b;
      found++;
    }
    if (a > 200)
      found = never(a);
  }
  return found != 0;
}
