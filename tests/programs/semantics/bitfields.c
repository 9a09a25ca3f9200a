// Bit-fields: signed and unsigned, straddling, zero width, in unions.
// expect: output "5 -15 13000000\n"
// expect: output "4 -16 13000000\n"
// expect: output "15 9 -5 11259375 16\n"
// expect: output "100 2581 4000 4\n"
// expect: output "7 -3 14593470\n"
// expect: output "deadbe1f\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#include <string.h>
struct a { unsigned x : 3; int y : 5; unsigned z : 24; };
struct b { unsigned char p : 4, q : 4; unsigned : 0; long r : 40; unsigned long s : 24; };
struct __attribute__((packed)) c { unsigned x : 7; unsigned y : 13; unsigned z : 12; };
union u { struct a fields; unsigned word; };

int main(void) {
  struct a a;
  memset(&a, 0, sizeof a);
  volatile int n = 13;
  a.x = n;
  a.y = n + 4;
  a.z = n * 1000000;
  printf("%u %d %u\n", a.x, a.y, a.z);
  a.y--;
  a.x += 7;
  printf("%u %d %u\n", a.x, a.y, a.z);
  struct b b = {0};
  b.p = 15, b.q = 9, b.r = -5, b.s = 0xabcdef;
  printf("%u %u %ld %lu %d\n", b.p, b.q, (long)b.r, (unsigned long)b.s, (int)sizeof b);
  struct c c = {100, 8000, 4000};
  c.y ^= 0x1555;
  printf("%u %u %u %d\n", c.x, c.y, c.z, (int)sizeof c);
  union u u;
  u.word = 0xdeadbeef;
  printf("%u %d %u\n", u.fields.x, u.fields.y, u.fields.z);
  u.fields.y = 3;
  printf("%08x\n", u.word);
  return 0;
}
