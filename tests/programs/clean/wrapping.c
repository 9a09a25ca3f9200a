// Unsigned arithmetic wraps, and small types are widened before they are added: no signed overflow.
// expect: output "0 0 -32768 18446744073709551615 1\n"
// run: --opt 0 --check=overflow
// run: --opt 1 --check=overflow
// run: --opt 2 --check=overflow
// expect: no errors
#include <limits.h>
#include <stdio.h>

int main(void) {
  volatile unsigned u = UINT_MAX;
  volatile unsigned char c = 255;
  volatile short s = SHRT_MAX;
  volatile unsigned long l = 0;
  c++;
  s++;
  printf("%u %d %d %lu %u\n", u + 1, c, s, l - 1, u * u);
  return 0;
}
