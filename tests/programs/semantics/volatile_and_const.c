// Volatile accesses are all made; const objects are read.
// expect: output "135 10 two\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static volatile int reads;
static const volatile int fixed = 9;
static const struct { int a; const char *s; } table[] = {{1, "one"}, {2, "two"}};

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += reads++ + fixed;
  printf("%d %d %s\n", sum, reads, table[reads / 6].s);
  return 0;
}
