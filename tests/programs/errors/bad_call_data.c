// A call into data.
// run: --opt 0
// run: --opt 1
// expect: error bad-call line 11

int data[4];
void *volatile p = data;

int main(void) {
  void (*f)(void) = (void (*)(void))p;
  f();
  return 0;
}
