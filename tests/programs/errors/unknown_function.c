// A call of a function that nothing defines.
// run: --opt 0
// run: --opt 1
// expect: error unsupported line 9

int somewhere_else(int x);

int main(void) {
  return somewhere_else(3);
}
