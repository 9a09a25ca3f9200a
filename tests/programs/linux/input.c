// Symbolic standard input and a symbolic file are read through the C library.
// run: --sym-stdin 1 --sym-files 1 2
// expect: paths 6
// expect: exhaustive
// expect: no errors
#include <stdio.h>
int main(void) {
  int c = getchar();
  FILE *f = fopen("A", "r");
  if (!f) return 9;
  int a = fgetc(f), b = fgetc(f);
  if (fgetc(f) != EOF) return 8;
  if (c == '+') puts("plus");
  if (c == '-') puts("minus");
  if (a == b) puts("equal");
  return 0;
}
