// Inline assembly that is not understood, executed.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unsupported line 10

int main(void) {
  volatile unsigned a = 1;
  unsigned b = a, c, d, e;
  __asm__ volatile("cpuid" : "=a"(b), "=b"(c), "=c"(d), "=d"(e) : "a"(b));
  return 0;
}
