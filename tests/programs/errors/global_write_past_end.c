// A write past the end of a zero-initialised global.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 11

char buffer[100];

int main(void) {
  volatile int i = 100;
  buffer[i] = 1;
  return buffer[0];
}
