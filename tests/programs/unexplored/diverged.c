// The number of the process that executes a native call is another each time: such a function returns something else when a run is executed from the beginning: that goes another way.
// run: --libc=none --mode=concolic --external=concretise --external-functions=getpid --opt 0 --jobs 1
// expect: not exhaustive
// expect: unexplored diverged
// expect: unexplored native-call line 11
#include <klee/klee.h>
int getpid(void);
int main(void) {
  char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int odd = getpid() & 1;
  if (odd) return x == 3 ? 1 : 2;
  return x == 4 ? 3 : 4;
}
