// An entry that is no label is an error on a path of its own, beside the 2 labels.
// native: no, a jump into data
// run: --opt 0
// run: --opt 1
// expect: error bad-call
// expect: paths 3
// expect: exhaustive
#include <bonsai.h>
int main(void) {
  const void *labels[3] = {&&l0, &&l1, };
  static int data;
  labels[2] = &data;
  unsigned i = bonsai_uint("i");
  bonsai_assume(i < 3);
  goto *labels[i];
l0: return 0;
l1: return 1;
}
