// The C library computes with flags that LLVM set (nuw, nsw): they hold, and nothing is reported.
// run: --check=overflow
// run: --check=overflow --libc=musl
// expect: output "x\n"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char** argv) {
  char b[20];
  snprintf(b, 20, "%s", "x");
  puts(b);
  return strtol("12", 0, 10) == 12 ? 0 : 1;
}
