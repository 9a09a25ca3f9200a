// delete of an array with a cookie: the pointer is into the middle of the block.
// run: --opt 0
// expect: error invalid-free
struct T { int v = 1; ~T() { v = 0; } };

int main() {
  T* volatile p = new T[3];
  delete p;
  return 0;
}
