// A return in the middle.
// run: --check=leak --libc=musl
// expect: error leak line 7
#include <stdio.h>
#include <stdlib.h>
static int read_all(int n) {
  char *buffer = malloc(100);
  sprintf(buffer, "%d", n);
  if (buffer[0] == '7') return -1;
  puts(buffer);
  free(buffer);
  return 0;
}
int main(void) { return read_all(1) + read_all(75) + 1; }
