// A search that ends at the array's end.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char key;
  klee_make_symbolic(&key, sizeof key, "key");
  static const unsigned char table[5] = {9, 200, 3, 77, 30};
  int i = 0;
  while (i < 5 && table[i] != key) i++;
  if (i == 5) return 1;
  return table[i] == key ? 0 : 2;
}
