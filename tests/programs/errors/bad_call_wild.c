// A call through a number.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error bad-call line 9

int main(void) {
  int (*volatile f)(int) = (int (*)(int))0x123450;
  return f(1);
}
