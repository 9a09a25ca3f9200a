// What is only printed decides nothing.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
  printf("%ld %d %d\\n", (long)time(0), (int)getpid(), (int)getuid());
  puts("standard output asks whether it is a terminal");
  return 0;
}
