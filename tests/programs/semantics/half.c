// _Float16: arithmetic, rounding, overflow, storage.
// expect: output "3e00 2e66 7bff\n"
// expect: output "3e66 3d9a 30cc 4b80\n"
// expect: output "7c00 a8\n"
// expect: output "1 1\n"
// expect: output "0.0999755859 65504\n"
// expect: output "15 6800\n"
// expect: output "10 8\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static unsigned bits(_Float16 h) { uint16_t u; memcpy(&u, &h, 2); return u; }

int main(void) {
  volatile _Float16 a = 1.5f16, b = 0.1f16, c = 65504.0f16;
  printf("%x %x %x\n", bits(a), bits(b), bits(c));
  printf("%x %x %x %x\n", bits(a + b), bits(a - b), bits(a * b), bits(a / b));
  printf("%x %x\n", bits(c + c), bits(b * b * b * b * b));
  printf("%d %d\n", a > b, c == c);
  printf("%.9g %.9g\n", (float)b, (double)c);
  printf("%d %x\n", (int)(a * 10), bits((_Float16)2049));
  _Float16 table[4] = {1, 2, 3, 4};
  _Float16 sum = 0;
  for (int i = 0; i < 4; i++) sum += table[i];
  printf("%g %d\n", (double)sum, (int)sizeof table);
  return 0;
}
