// A computed goto on a symbolic index goes to each of its 8 labels.
// native: no, it needs an input
// run: --opt 0
// run: --opt 1
// expect: paths 8
// expect: exhaustive
#include <bonsai.h>
int main(void) {
  static const void *const labels[] = {&&l0, &&l1, &&l2, &&l3, &&l4, &&l5, &&l6, &&l7, };
  unsigned i = bonsai_uint("i");
  bonsai_assume(i < 8);
  goto *labels[i];
l0: return 0;
l1: return 1;
l2: return 2;
l3: return 3;
l4: return 4;
l5: return 5;
l6: return 6;
l7: return 7;
}
