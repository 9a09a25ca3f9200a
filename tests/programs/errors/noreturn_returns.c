// A function declared noreturn comes back.
// run: --opt 0
// expect: error unreachable

static __attribute__((noinline)) _Noreturn void stop(int x) {
  volatile int y = x;
  (void)y;
}

int main(void) {
  stop(1);
}
