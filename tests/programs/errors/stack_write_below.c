// A write before the start of a local array, through a callee.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 7

static __attribute__((noinline)) void put(volatile int *p, int i) { p[i] = 7; }

int main(void) {
  volatile int a[4] = {0};
  volatile int i = -1;
  put(a, i);
  return a[0];
}
