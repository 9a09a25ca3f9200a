// Pointer differences, comparison, indexing backwards, pointers to arrays, multi-dimensional arrays.
// expect: output "7 8\n"
// expect: output "59 80\n"
// expect: output "1 1\n"
// expect: output "8\n"
// expect: output "1\n"
// expect: output "3\n"
// expect: output "-2\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static int grid[3][4][5];

int main(void) {
  volatile int n = 2;
  int *end = &grid[2][3][4];
  int (*row)[5] = grid[n];
  row[1][3] = 7;
  (*(row + 2))[4] = 8;
  printf("%d %d\n", grid[2][1][3], grid[2][2][4]);
  printf("%d %d\n", (int)(end - &grid[0][0][0]), (int)((char *)&grid[1] - (char *)grid));
  printf("%d %d\n", &grid[1][0][0] < end, end[-5] == grid[2][2][4]);
  printf("%d\n", 2 [&grid[2][2][2]]);
  int (*p)[4][5] = &grid[1];
  p++;
  p--;
  printf("%d\n", (int)(p - grid));
  long step = -3;
  int *q = end + step;
  printf("%d\n", (int)(end - q));
  unsigned char *b = (unsigned char *)end;
  b -= n * 4ul;
  printf("%d\n", (int)((int *)b - end));
  return 0;
}
