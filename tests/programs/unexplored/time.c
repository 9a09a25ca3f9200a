// A run whose time is over.
// run: --time 1s --opt 0
// expect: not exhaustive
// expect: unexplored time
int main(void) {
  volatile unsigned long n = 1;
  while (n) n |= 1;
  return 2;  // behind
}
