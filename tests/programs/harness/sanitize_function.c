// -fsanitize=function reads a signature before each function that is called through a pointer: right types pass, wrong ones are found.
// run: --cflags=-fsanitize=function
// run: --cflags=-fsanitize=function --opt 0
// expect: error ubsan-function-type-mismatch line 12
static int plus(int x) { return x + 1; }
static int minus(int x) { return x - 1; }
static long other(long x) { return x; }
static int (*const table[])(int) = {plus, minus, (int (*)(int))other};
int main(int argc, char **argv) {
  volatile int which = 0;
  if (table[which](1) != 2 || table[which + 1](1) != 0) return 1;
  return table[which + 2](1);
}
