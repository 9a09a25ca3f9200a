// Accesses that straddle page borders of a large object, in every width.
// expect: output "d88433bd22494a7b\n"
// expect: output "5ff07c03d1e2fa00\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct __attribute__((packed)) p16 { unsigned short v; };
struct __attribute__((packed)) p32 { unsigned v; };
struct __attribute__((packed)) p64 { unsigned long v; };

int main(void) {
  unsigned char *b = malloc(20000);
  for (int i = 0; i < 20000; i++) b[i] = i * 7 + (i >> 8);
  unsigned long h = 0;
  for (int border = 64; border <= 16384; border *= 2)
    for (int d = -9; d < 9; d++) {
      unsigned char *p = b + border + d;
      h = h * 31 + ((struct p16 *)p)->v + ((struct p32 *)p)->v + ((struct p64 *)p)->v;
      ((struct p64 *)p)->v ^= h;
      ((struct p32 *)(p + 1))->v += 3;
      memcpy(p + 20, p, 17);
    }
  printf("%lx\n", h);
  memmove(b + 1, b, 19999);
  memset(b + 4090, 5, 4100);
  for (int i = 0; i < 20000; i++) h = h * 33 + b[i];
  printf("%lx\n", h);
  free(b);
  return 0;
}
