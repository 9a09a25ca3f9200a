// Calls functions that musl has and glibc has not, so that the build with sanitizers, on the system's C library, lacks them. The first
// error does not need them, and AddressSanitizer shows it; before the second one is called, which only the plain build can do.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bonsai_int(const char *name);
char *fgetln(FILE *stream, size_t *length);

int main(void) {
  size_t length = 0;
  char *block = malloc(4);
  switch (bonsai_int("case")) {
    case 1:
      block[4] = 1;
      break;
    case 2: {
      char *line = fgetln(stdin, &length);
      if (!line) *(volatile int *)0 = 1;
      break;
    }
  }
  free(block);
  return 0;
}
