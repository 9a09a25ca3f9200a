// A struct assigned to itself: compilers emit a memcpy of an object onto itself.
// expect: output "39\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
struct big { int values[40]; };

static __attribute__((noinline)) void assign(struct big *to, struct big *from) { *to = *from; }

int main(void) {
  struct big b;
  for (int i = 0; i < 40; i++) b.values[i] = i;
  assign(&b, &b);
  printf("%d\n", b.values[39]);
  return 0;
}
