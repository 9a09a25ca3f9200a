// GNU C: statement expressions, nested designators, compound literals, typeof, ranges, zero-length arrays.
// expect: output "1\n"
// expect: output "24 9\n"
// expect: output "8 4\n"
// expect: output "51 6\n"
// expect: output "12 main\n"
// expect: output "long\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
struct point { int x, y; };
struct blob { int n; int data[0]; };
static int area(struct point p) { return p.x * p.y; }
static int total(const int *p) { int s = 0; while (*p) s += *p++; return s; }

int main(void) {
  volatile int n = 5;
  printf("%d\n", MAX(n++, 3) + MAX(2.5, 1) > 7);
  printf("%d %d\n", area((struct point){n, .y = 4}), total((int[]){1, 2, n, 0}));
  struct point *p = &(struct point){7, 8};
  p->x++;
  printf("%d %d\n", p->x, (int)sizeof(struct blob));
  int table[10] = {[2 ... 5] = 3, [9] = 1};
  int s = 0;
  for (int i = 0; i < 10; i++) s += table[i] * i;
  printf("%d %d\n", s, n ?: 9);
  __auto_type z = n * 2L;
  printf("%ld %s\n", z, __func__);
  printf("%s\n", _Generic(z, int: "int", long: "long", default: "other"));
  return 0;
}
