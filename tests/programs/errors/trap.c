// __builtin_trap ends the program as abort does.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error abort line 12

volatile int x = 3;

int main(void) {
  if (x == 3)
    // the machine's illegal instruction
    __builtin_trap();
  return 0;
}
