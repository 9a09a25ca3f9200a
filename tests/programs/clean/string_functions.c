// The string functions at the very ends of their arguments.
// expect: output "5 0 0\n"
// expect: output "1 1\n"
// expect: output "2 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *volatile p = malloc(6);
  strcpy(p, "hello");
  char exact[5] = {'h', 'e', 'l', 'l', 'o'};
  printf("%zu %d %d\n", strlen(p), strncmp(p, exact, 5), memcmp(p, exact, 5));
  printf("%d %d\n", strcmp(p, "hellp") < 0, strcmp("b", "a") > 0);
  char *found = memchr(p, 'l', 6);
  printf("%d %d\n", (int)(found - p), memchr(exact, 0, 5) == NULL);
  free(p);
  return 0;
}
