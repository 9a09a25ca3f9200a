// A write into a string literal.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error read-only-write line 9

int main(void) {
  char *volatile s = "constant";
  s[0] = 'C';
  return 0;
}
