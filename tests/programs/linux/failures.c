// With --fail, what is not checked is found: an allocation, an opened file.
// run: --fail 1
// expect: error null-dereference line 11
// expect: error null-dereference line 14
// run:
// expect: no errors
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  *(char *)malloc(10) = 'a';
  FILE *f = fopen("out", "w");
  char *text = calloc(3, 1);
  if (text) fputs(text, f);
  if (f) fclose(f);
  return 0;
}
