// printf's %n.
// run:
// run: --libc=musl
// expect: output "abc12\n5 2\n"
#include <stdio.h>
int main(void) {
  int n = 0;
  short h = 0;
  printf("ab%hnc%d%n\n", &h, 12, &n);
  printf("%d %d\n", n, h);
  return 0;
}
