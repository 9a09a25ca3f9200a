// Loops with break, continue, goto, nested; comma; conditional chains; short circuit.
// expect: output "5244 6\n"
// expect: output "1 3\n"
// expect: output "2\n"
// expect: output "5247\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static int calls;
static int yes(int r) { calls++; return r; }

int main(void) {
  int total = 0;
  for (int i = 0; i < 10; i++) {
    if (i == 3) continue;
    for (int j = 0;; j++) {
      if (j > i) break;
      if (j == 4) goto next;
      total += i * j;
    }
    total++;
  next:;
  }
  do total += 1000; while (total < 5000);
  int n = 0;
again:
  if (n++ < 5) goto again;
  printf("%d %d\n", total, n);
  int r = yes(0) && yes(1) || yes(1) && !yes(0);
  printf("%d %d\n", r, calls);
  printf("%d\n", (calls++, calls > 3 ? calls > 5 ? 1 : 2 : 3));
  switch (n) { for (; n < 9; n++) { case 6: total++; } }
  printf("%d\n", total);
  return 0;
}
