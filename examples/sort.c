// Two ways to sort: are they the same? Bonsai tries all orders of four numbers and finds that the second one
// is wrong when the smallest comes last.
// run: --opt 1
// expect: error assertion line 41
#include <assert.h>

#include "klee/klee.h"

enum { n = 4 };

static void insertion_sort(int *v) {
  for (int i = 1; i < n; i++) {
    int x = v[i], k = i;
    for (; k > 0 && v[k - 1] > x; k--) v[k] = v[k - 1];
    v[k] = x;
  }
}

static void bubble_sort(int *v) {
  for (int end = n - 1; end > 1; end--) {  // the bug: the last round is missing
    for (int i = 0; i < end; i++) {
      if (v[i] > v[i + 1]) {
        int t = v[i];
        v[i] = v[i + 1];
        v[i + 1] = t;
      }
    }
  }
}

int main(void) {
  int in[n], a[n], b[n];
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < n; i++) a[i] = b[i] = in[i];
  insertion_sort(a);
  bubble_sort(b);
  // The first is right …
  for (int i = 1; i < n; i++) assert(a[i - 1] <= a[i]);
  // … and the second should be as well.
  for (int i = 0; i < n; i++) {
    assert(a[i] == b[i]);
  }
  return 0;
}
