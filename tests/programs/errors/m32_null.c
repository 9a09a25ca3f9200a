// A 32-bit program reads through null.
// run: -m32 --opt 0
// run: -m32 --opt 2
// expect: error null-dereference line 8

int main(void) {
  int *volatile p = 0;
  return *p;
}
