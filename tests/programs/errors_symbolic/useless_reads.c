// Reads of freed memory, through null and out of bounds whose values decide nothing.
// native: no, the input has four bytes, of which the enumeration tries no more than two
// run: --opt 0
// run: --opt 1
#include <stdlib.h>
#include <string.h>

struct pair { int first, second; };
extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct pair *none = NULL;
  int zero = 0, local[3] = {1, 2, 3}, *p = local + 5;
  static int table[3];
  int *block = malloc(8);
  block[0] = 1;
  block[1] = 2;
  switch (__VERIFIER_nondet_int()) {
    // expect: error null-dereference line +1
    case 0: return (none != NULL) & (none->first == 5);
    // expect: error null-dereference line +1
    case 1: return none->second * 0;
    // expect: error null-dereference line +1
    case 2: none->second = none->second; return 0;
    // expect: error use-after-free line +1
    case 3: free(block); if (*block) {} return 0;
    // expect: error use-after-free line +1
    case 4: free(block); return block[0] - block[0];
    // expect: error use-after-free line +1
    case 5: free(block); return (block[1] & zero) != 0;
    // expect: error use-after-free line +1
    case 6: free(block); switch (block[1]) { default: return 0; }
    // expect: error use-after-free line +1
    case 7: free(block); return block[0] > 3 ? 1 : 1;
    // expect: error use-after-free line +1
    case 8: free(block); block[0] = block[0]; return 0;
    case 9:
      free(block);
      // expect: error use-after-free line +1
      for (int i = 0; i < 2; i++) zero += block[i] & 0;
      return zero;
    // expect: error out-of-bounds line +1
    case 10: return block[2] % 1;
    // expect: error out-of-bounds line +1
    case 11: return *p & 0;
    // expect: error out-of-bounds line +1
    case 12: return table[4 + zero] * 0;
    // expect: error out-of-bounds line +1
    case 13: return "abc"[7] & zero;
    // expect: error out-of-bounds line +1
    case 14: { struct pair copy = *(struct pair *)(block + 1); return copy.first == 7 ? 3 : 3; }
  }
  free(block);
  return 0;
}
