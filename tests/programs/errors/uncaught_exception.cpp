// An exception that nothing catches ends the program.
// run: --opt 0
// run: --opt 1
// expect: error abort line 7
extern "C" int printf(const char*, ...);

static __attribute__((noinline)) void fail() { throw 42; }

int main() {
  printf("before\n");
  fail();
  return 0;
}
