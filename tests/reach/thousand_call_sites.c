// One of a thousand calls leads on, and behind all others is a loop without end: searching forwards, the paths that came closest to
// the assertion never leave it. (The second example of K.-K. Ma, K. Y. Phang, J. S. Foster, M. Hicks: Directed symbolic execution, 2011, in other words.)
// reach: --target assert --strategy ccbse(sdse)
// answer: assertion at thousand_call_sites.c:18 reached
// reach: --target assert
// answer: assertion at thousand_call_sites.c:18 reached
#include <assert.h>
#include <klee/klee.h>

static void f(int m, int n) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    int a = n % 2;
    if (a) sum += a + 1;
    n /= 2;
  }
  for (;;)
    if (sum == 0 && m == 7) assert(0);
}

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  for (int i = 0; i < 1000; i++)
    if (m == i) f(m, n);
  return 0;
}
