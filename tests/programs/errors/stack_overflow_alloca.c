// A local array that no stack can hold.
// run: --opt 0
// run: --opt 1
// expect: error stack-overflow line 9

int main(void) {
  volatile long n = 1L << 36;
  volatile char *p;
  p = __builtin_alloca(n);
  p[0] = 1;
  return p[0] - 1;
}
