// A wide access only where the address is aligned.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <stdint.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
  _Alignas(8) static char block[16] = "0123456789abcde";
  int at = klee_range(0, 9, "at");
  const char *p = block + at;
  int word;
  if ((uintptr_t)p % 4 == 0) word = *(const int *)p;
  else memcpy(&word, p, sizeof word);
  return word == 0x37363534;
}
