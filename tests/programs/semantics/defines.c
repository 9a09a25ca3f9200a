// -D and -std reach the compiler.
// expect: output "7 seven 1\n"
// run: -DNUMBER=7 "-DTEXT=\"seven\"" -std=c17
#include <stdio.h>

int main(void) {
  printf("%d %s %d\n", NUMBER, TEXT, __STDC_VERSION__ >= 201710L);
  return 0;
}
