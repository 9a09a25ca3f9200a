// realloc of null allocates, growth and shrinking keep the bytes.
// expect: output "0123 9\n"
// expect: output "01\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = realloc(NULL, 4);
  for (int i = 0; i < 4; i++) p[i] = i;
  p = realloc(p, 4000);
  p[3999] = 9;
  printf("%d%d%d%d %d\n", p[0], p[1], p[2], p[3], p[3999]);
  p = realloc(p, 2);
  printf("%d%d\n", p[0], p[1]);
  free(p);
  return 0;
}
