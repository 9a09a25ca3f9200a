// A number that was printed into a string.
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
  char text[32];
  sprintf(text, "%d", (int)getpid());
  if (text[0] == '7') puts("seven");
  return 0;
}
