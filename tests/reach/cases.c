// A way through a switch and a loop that nothing is known of, where the caller's value cannot take some of the cases.
// reach: --target cases.c:29 --strategy ccbse(sdse)
// answer: cases.c:29 reached
// reach: --target cases.c:27 --strategy ccbse(sdse)
// answer: cases.c:27 unreachable
// reach: --target cases.c:27 --target cases.c:29 --target cases.c:24 --strategy mix(random-path)
// answer: cases.c:27 unreachable
// answer: cases.c:29 reached
// answer: cases.c:24 reached
#include <klee/klee.h>

static int weigh(int n) {
  int all = 0;
  for (int i = 0; i < 4 && n; i++, n /= 2)
    if (n % 2 && (i > 1 || all < 5)) all += i + 1;
  return all;
}

static int judge(int c, int n) {
  int sum = weigh(n);
  switch (c) {
  case 'a':
  case 'b':
    sum += 2;
    break;
  case -1:
    sum += 7;
    break;
  case 300: sum += 9; break;
  case 7: if (sum == 8) return 5;
  }
  return sum;
}

int main(void) {
  unsigned char letter;
  int n = klee_range(0, 16, "n");
  klee_make_symbolic(&letter, 1, "letter");
  int wide = letter;
  if (letter > 250) wide += 45;
  return judge(wide, n);
}
