// A failing assert.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error assertion line 11
#include <assert.h>

volatile int x = 3;

int main(void) {
  assert(x == 4 && "x is four");
  return 0;
}
