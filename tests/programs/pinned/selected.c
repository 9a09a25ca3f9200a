// A branch that the passes make a value of, on what the model of Linux fixes: one direction is taken, and no test takes the other.
// run: --opt 0
// expect: paths 1
// expect: unexplored pinned-value
// run: --opt 1
// expect: paths 1
// expect: unexplored pinned-value
#include <unistd.h>

int main(void) {
  int odd = 4;
  if (getpid() % 7 == 3) odd = 1;
  return odd;
}
