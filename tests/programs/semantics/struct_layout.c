// Sizes, alignments and offsets; structs with padding, nested, in arrays.
// expect: output "24 64 16\n"
// expect: output "8 48 56\n"
// expect: output "2 3.5 99 8\n"
// expect: output "5 6.5 7\n"
// expect: output "0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stddef.h>
#include <stdio.h>
struct in { char c; double d; short s; };
struct out { char tag; struct in array[2]; char end; };
struct tail { long l; char c; };
_Alignas(64) static char aligned[3];

int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct in), sizeof(struct out), sizeof(struct tail));
  printf("%zu %zu %zu\n", offsetof(struct in, d), offsetof(struct out, array[1].s), offsetof(struct out, end));
  struct out o = {1, {{2, 3.5, 4}, {5, 6.5, 7}}, 8};
  struct out p = o;
  p.array[1] = p.array[0];
  p.array[1].s = 99;
  printf("%d %g %d %d\n", p.array[1].c, p.array[1].d, p.array[1].s, p.end);
  printf("%d %g %d\n", o.array[1].c, o.array[1].d, o.array[1].s);
  printf("%d\n", (int)((unsigned long)aligned % 64));
  return 0;
}
