// Booleans and enums in memory, conversion to _Bool, enum arithmetic.
// expect: output "1 0 6 200 1 12\n"
// expect: output "0 1\n"
// expect: output "204\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdbool.h>
#include <stdio.h>
enum colour { RED, GREEN = 5, BLUE };
enum __attribute__((packed)) small { A = 1, B = 200 };
struct s { bool a, b; enum colour c; enum small d; };

int main(void) {
  volatile int n = 256;
  volatile double d = 0.5;
  struct s s = {n, !n, BLUE, B};
  bool t = d;
  printf("%d %d %d %d %d %d\n", s.a, s.b, s.c, s.d, t, (int)sizeof s);
  s.a ^= 1;
  s.b |= s.c > GREEN;
  s.b &= t;
  printf("%d %d\n", s.a, s.b);
  bool flags[9];
  for (int i = 0; i < 9; i++) flags[i] = i & 2;
  int m = 0;
  for (int i = 0; i < 9; i++) m += flags[i] << i;
  printf("%d\n", m);
  return 0;
}
