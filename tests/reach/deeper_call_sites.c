// As thousand_call_sites.c, behind another call: backwards, nothing tells which of the calls may lead on; forwards, the way there is short.
// (The third example of the same paper.)
// reach: --target assert --strategy mix(sdse)
// answer: assertion at deeper_call_sites.c:17 reached
// reach: --target assert
// answer: assertion at deeper_call_sites.c:17 reached
#include <assert.h>
#include <klee/klee.h>

static void f(int m, int n) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    int a = n % 2;
    if (a) sum += a + 1;
    n /= 2;
  }
  for (;;) if (sum == 0 && m == 37) assert(0);
}

static void g(int m, int n) {
  for (int i = 0; i < 1000; i++)
    if (m == i) f(m, n);
}

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  if (m >= 30) g(m, n);
  return 0;
}
