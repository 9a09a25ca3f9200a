// What the model of Linux does not have ends the path: what the program would do with a failure that Linux does not give is no behaviour of it.
// run: --libc=musl
// run: --libc=musl --opt 0
// expect: not exhaustive
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
  char text[8];
  // expect: error unsupported line +2
  // expect: unexplored refused-call line +1 message "clone"
  FILE *f = popen("echo a", "r");
  fgets(text, 8, f);
  return text[0];  // behind
}
// replay: no, a real kernel has these calls
