// Random bytes could be others.
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
  unsigned char byte = 0;
  if (getrandom(&byte, 1, 0) == 1 && byte == 200) puts("200");
  return 0;
}
