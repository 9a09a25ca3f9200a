// malloc(0) gives a block that can be freed.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdlib.h>

int main(void) {
  volatile size_t none = 0;
  char *volatile p = malloc(none);
  char *volatile q = calloc(none, 4);
  free(p);
  free(q);
  return 0;
}
