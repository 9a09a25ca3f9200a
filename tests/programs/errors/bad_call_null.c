// A call through a null pointer.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error bad-call line 9

int main(void) {
  void (*volatile f)(void) = 0;
  f();
  return 0;
}
