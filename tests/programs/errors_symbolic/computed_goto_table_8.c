// An entry that is no label is an error on a path of its own, beside the 8 labels.
// native: no, a jump into data
// run: --opt 0
// run: --opt 1
// expect: error bad-call
// expect: paths 9
// expect: exhaustive
#include <bonsai.h>
int main(void) {
  const void *labels[9] = {&&l0, &&l1, &&l2, &&l3, &&l4, &&l5, &&l6, &&l7, };
  static int data;
  labels[8] = &data;
  unsigned i = bonsai_uint("i");
  bonsai_assume(i < 9);
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
