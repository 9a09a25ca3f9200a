// The shifted value is never used; the shift is an error all the same.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overshift line 9

int main(void) {
  volatile int n = 40;
  int unused = 1 >> n;
  (void)unused;
  return 0;
}
