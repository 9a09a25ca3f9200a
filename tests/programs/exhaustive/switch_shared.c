// Cases that share their code: one way each, not one per value.
// run: --opt 0
// expect: exhaustive
// expect: paths 12
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

static int days(int month, int leap) {
  switch (month) {
    case 4:
    case 6:
    case 9:
    case 11: return 30;
    case 2: return leap ? 29 : 28;
    case 1:
    case 3:
    case 5:
    case 7:
    case 8:
    case 10:
    case 12: return 31;
    default: return 0;
  }
}

int main(void) {
  unsigned char month, year;
  klee_make_symbolic(&month, sizeof month, "month");
  klee_make_symbolic(&year, sizeof year, "year");
  int n = days(month, year % 4 == 0 && (year % 100 != 0 || year % 200 == 0));
  if (n == 0) return 1;
  return n == 31 ? 2 : 3;
}
