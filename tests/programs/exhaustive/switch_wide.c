// A switch over 64 bits whose cases differ only in the upper half.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char hi, lo;
  klee_make_symbolic(&hi, sizeof hi, "hi");
  klee_make_symbolic(&lo, sizeof lo, "lo");
  unsigned long long key = (unsigned long long)hi << 56 | (unsigned long long)(hi ^ 1) << 32 | lo;
  switch (key) {
    case 0x0000000100000000ull: return 1;
    case 0x0100000000000000ull: return 2;
    case 0x0100000000000001ull: return 3;
    case 0xff000000fe0000ffull: return 4;
    case 0xff000000ff0000ffull: return 5;  // never: hi ^ 1 is 0xfe
    case 42: return 6;                     // never
  }
  if (key >> 63) return 7;
  return 8;
}
