// Is it a date, and which day of the year.
// run: --opt 0
// expect: exhaustive
// expect: paths 17
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  static const unsigned char days[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  unsigned char month, day;
  klee_make_symbolic(&month, sizeof month, "month");
  klee_make_symbolic(&day, sizeof day, "day");
  if (month < 1 || month > 12) return 1;
  if (day < 1 || day > days[month]) return 2;
  int n = day;
  for (int m = 1; m < month; m++) n += days[m];
  assert(n >= 1 && n <= 365);
  if (n == 100) {
    assert(month == 4 && day == 10);
    return 3;
  }
  return 0;
}
