// Duff's device: a switch into a loop.
// expect: output "a\n"
// expect: output "abcdef\n"
// expect: output "abcdefghijk\n"
// expect: output "abcdefghijklmnop\n"
// expect: output "abcdefghijklmnopqrstu\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static void copy(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            } while (--n > 0);
  }
}

int main(void) {
  char out[32] = {0};
  for (volatile int n = 1; n < 24; n += 5) {
    copy(out, "abcdefghijklmnopqrstuvwxyz", n);
    out[n] = 0;
    printf("%s\n", out);
  }
  return 0;
}
