// free(NULL) does nothing.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdlib.h>

int main(void) {
  void *volatile p = NULL;
  free(p);
  free(p);
  return 0;
}
