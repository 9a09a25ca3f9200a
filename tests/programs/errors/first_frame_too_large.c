// The locals of main alone are more than the stack: the error is main's, before it has executed anything.
// run: --opt 0
// run: --opt 1
// expect: error stack-overflow line 5
int main(void) {
  volatile char large[16 << 20];
  large[0] = 1;
  return large[0];
}
