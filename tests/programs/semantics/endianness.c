// Byte order of every width in memory.
// expect: output "3412\n"
// expect: output "78563412\n"
// expect: output "f0debc9a78563412\n"
// expect: output "000000000000f8bf\n"
// expect: output "0500000000000000f0debc9a78563412\n"
// expect: output "3456789a\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#include <string.h>

static void bytes(const void *p, int n) {
  for (int i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
  printf("\n");
}

int main(void) {
  volatile short s = 0x1234;
  volatile int i = 0x12345678;
  volatile long l = 0x123456789abcdef0L;
  volatile double d = -1.5;
  volatile __int128 w = ((__int128)l << 64) | 5;
  bytes((void *)&s, 2);
  bytes((void *)&i, 4);
  bytes((void *)&l, 8);
  bytes((void *)&d, 8);
  bytes((void *)&w, 16);
  int part;
  memcpy(&part, (char *)&l + 3, 4);
  printf("%x\n", part);
  return 0;
}
