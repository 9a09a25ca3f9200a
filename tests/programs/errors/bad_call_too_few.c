// A function called through a pointer of another type, with too few arguments.
// run: --opt 0
// run: --opt 1
// expect: error bad-call line 12

static __attribute__((noinline)) int add(int a, int b) { return a + b; }
typedef int (*one)(int);
void *volatile p = (void *)add;

int main(void) {
  one f = (one)p;
  return f(1);
}
