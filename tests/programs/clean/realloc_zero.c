// realloc(p, 0) frees; the result may be freed too.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdlib.h>

int main(void) {
  volatile size_t none = 0;
  char *volatile p = malloc(8);
  char *volatile q = realloc(p, none);
  free(q);
  return 0;
}
