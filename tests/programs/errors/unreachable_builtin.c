// __builtin_unreachable that is reached.
// run: --opt 0
// expect: error unreachable line 9

static __attribute__((noinline)) int pick(int x) {
  switch (x) {
    case 1: return 10;
    case 2: return 20;
    default: __builtin_unreachable();
  }
}

int main(void) {
  volatile int x = 3;
  return pick(x);
}
