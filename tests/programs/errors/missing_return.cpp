// A C++ function that ends without a return value: clang puts a trap there.
// run: --opt 0
// expect: error abort

static __attribute__((noinline)) int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
}

int main() {
  volatile int x = 0;
  return sign(x);
}
