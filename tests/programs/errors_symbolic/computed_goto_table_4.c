// An entry that is no label is an error on a path of its own, beside the 4 labels.
// native: no, a jump into data
// run: --opt 0
// run: --opt 1
// expect: error bad-call
// expect: paths 5
// expect: exhaustive
#include <bonsai.h>
int main(void) {
  const void *labels[5] = {&&l0, &&l1, &&l2, &&l3, };
  static int data;
  labels[4] = &data;
  unsigned i = bonsai_uint("i");
  bonsai_assume(i < 5);
  goto *labels[i];
l0: return 0;
l1: return 1;
l2: return 2;
l3: return 3;
}
