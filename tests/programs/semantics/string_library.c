// The string and memory functions of the engine, on many lengths.
// expect: output "103007519\n"
// expect: output "1 1\n"
// expect: output "0 -1\n"
// expect: output "0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  char a[64], b[64];
  unsigned h = 0;
  for (int n = 0; n < 40; n++) {
    memset(a, 'a' + n % 26, sizeof a);
    a[n] = 0;
    strcpy(b, a);
    h = h * 31 + strlen(b) + sign(strcmp(a, b));
    if (n) b[n - 1]++;
    h = h * 31 + sign(strcmp(a, b)) + 2 * sign(memcmp(a, b, n + 1)) + sign(strncmp(a, b, n ? n - 1 : 0));
    memmove(b + 3, b, n + 1);
    h = h * 31 + strlen(b);
    char *found = memchr(b, 0, sizeof b);
    h = h * 31 + (found ? found - b : -1);
  }
  printf("%u\n", h);
  printf("%d %d\n", sign(strcmp("\x80", "\x7f")), sign(memcmp("\xff", "\x01", 1)));
  printf("%zu %d\n", strlen(""), sign(strcmp("", "a")));
  unsigned char *z = calloc(3, 5);
  int any = 0;
  for (int i = 0; i < 15; i++) any |= z[i];
  printf("%d\n", any);
  free(z);
  return 0;
}
