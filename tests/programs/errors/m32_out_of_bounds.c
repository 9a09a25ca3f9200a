// A 32-bit program: pointers of four bytes, and the bounds of a table of them.
// run: -m32 --opt 0
// run: -m32 --opt 1
// expect: error out-of-bounds line 11

int a, b;
int *table[2] = {&a, &b};

int main(void) {
  volatile int i = sizeof(table) / 4;
  return table[i] == 0;
}
