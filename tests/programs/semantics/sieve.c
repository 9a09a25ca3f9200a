// A sieve, with the result of every step folded into a checksum.
// expect: output "669 1624930796\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static unsigned char composite[5000];

int main(void) {
  int count = 0;
  unsigned h = 0;
  for (int i = 2; i < 5000; i++) {
    if (composite[i]) continue;
    count++;
    h = h * 31 + i;
    for (int j = i * i; j < 5000; j += i) composite[j] = 1;
  }
  printf("%d %u\n", count, h);
  return 0;
}
