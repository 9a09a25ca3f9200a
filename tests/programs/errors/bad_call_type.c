// A function called through a pointer whose argument type differs: a double where a pointer is expected.
// run: --opt 0
// run: --opt 1
// expect: error bad-call line 12

static __attribute__((noinline)) int first(const char *s) { return s[0]; }
typedef int (*other)(double);
void *volatile p = (void *)first;

int main(void) {
  other f = (other)p;
  return f(1.5);
}
