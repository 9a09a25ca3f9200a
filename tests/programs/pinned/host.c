// The host could have another name.
// run: --opt 0
// expect: unexplored pinned-value
// run: --opt 1
// expect: unexplored pinned-value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
  char name[70];
  if (gethostname(name, sizeof name)) return 1;
  if (name[0] == 'x') puts("x");
  return 0;
}
