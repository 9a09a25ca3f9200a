// A struct with padding, never written, is copied: legal, also with the check for uninitialised values.
// expect: output "1 2 3 4\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// expect: no errors
#include <stdio.h>
#include <string.h>
struct padded { char c; int i; char d; long l; };

static __attribute__((noinline)) void copy(struct padded *to, const struct padded *from) { *to = *from; }

int main(void) {
  struct padded a, b, c;
  a.c = 1, a.i = 2, a.d = 3, a.l = 4;
  copy(&b, &a);
  memcpy(&c, &b, sizeof c);
  printf("%d %d %d %ld\n", c.c, c.i, c.d, c.l);
  return 0;
}
