// A branch of which the passes make a selection, or no code at all.
// run: --opt 0
// expect: unexplored pinned-value
// run: --opt 1
// expect: unexplored pinned-value
#include <unistd.h>

int main(void) {
  if (getpid() & 1) return 1;
  return 2;
}
