// The quotient is never used; the division is an error all the same, at every level.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error division-by-zero line 9

int main(void) {
  volatile int b = 0;
  int unused = 10 / b;
  (void)unused;
  return 0;
}
