// Parts of a buffer that were never written are copied but not looked at.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

struct Message {
  unsigned char size, text[6];
};

int main(void) {
  struct Message m, copy;
  unsigned char size;
  klee_make_symbolic(&size, sizeof size, "size");
  if (size > 6) return 1;
  m.size = size;
  for (int i = 0; i < size; i++) m.text[i] = (unsigned char)(i * i);
  copy = m;
  int sum = 0;
  for (int i = 0; i < copy.size; i++) sum += copy.text[i];
  return sum > 10;
}
