// The size of a table.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 9
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rows = atoi("70000"), columns = atoi("70000");
  printf("%d x %d\n", rows, columns);
  int cells = rows * columns;
  return cells != 0;
}
