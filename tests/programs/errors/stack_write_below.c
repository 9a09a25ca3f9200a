// A write before the start of a local array, through a callee.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 7

static __attribute__((noinline)) void put(volatile int *p, int i) { p[i] = 7; }

int main(void) {
  volatile int a[4] = {0};
  put(a, -1);
  return a[0];
}
