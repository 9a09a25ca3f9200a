// Switches: dense, sparse, 64-bit, negative, ranges, duplicate targets, fall-through, on char and bool.
// expect: output "-1 1100 5 1100 3 11 8 10 1 11 9 1100 2 11 -1 1000 -1 1100 \n"
// expect: output "1 2 6 3 4 5 6 6 \n"
// expect: output "1230\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static int dense(int x) {
  switch (x) { case 0: return 5; case 1: return 3; case 2: return 8; case 3: return 1; case 4: return 9; case 5: return 2; }
  return -1;
}
static int sparse(long x) {
  switch (x) {
    case -1: return 1;
    case 0x100000000: return 2;
    case 0x7fffffffffffffff: return 3;
    case -0x7fffffffffffffff - 1: return 4;
    case 1000 ... 2000: return 5;
    default: return 6;
  }
}
static int shared(unsigned x) {
  int r = 0;
  switch (x) {
    case 1: case 3: case 5: r += 1;
    case 2: r += 10; break;
    case 4: default: r += 100;
    case 6: r += 1000;
  }
  return r;
}
static int on_char(char c) {
  switch (c) { case 'a' ... 'z': return 1; case '0' ... '9': return 2; case (char)200: return 3; }
  return 0;
}

int main(void) {
  for (volatile int i = -1; i < 8; i++) printf("%d %d ", dense(i), shared(i));
  printf("\n");
  volatile long values[] = {-1, 0x100000000, 0, 0x7fffffffffffffff, -0x7fffffffffffffff - 1, 1500, 2001, 0xffffffff};
  for (int i = 0; i < 8; i++) printf("%d ", sparse(values[i]));
  printf("\n%d%d%d%d\n", on_char('q'), on_char('7'), on_char((char)200), on_char('%'));
  return 0;
}
