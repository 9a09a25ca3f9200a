// Places that a run can stop at: one path in some thousands comes to the last of them.
#include "klee/klee.h"

static int deep(const char *text) {
  if (text[0] != 'd') return 0;
  if (text[1] != 'e') return 1;
  return text[2] == 'p' ? 3 : 2;
}

int main(void) {
  char text[12];
  klee_make_symbolic(text, sizeof text, "text");
  int odd = 0;
  for (int i = 3; i < 12; i++)
    if (text[i] & 1) odd++;
  if (odd == 9) return deep(text);
  return 10 + odd;
}
