// An error before main.
// run: --opt 0
// run: --opt 1
// expect: error division-by-zero line 9

volatile int zero;
volatile int result;
__attribute__((constructor)) static void early(void) {
  result = 1 / zero;
}

int main(void) { return 0; }
