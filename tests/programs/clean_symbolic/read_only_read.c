// Constants are read at symbolic places and copied before writing.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static const char text[] = "constant";

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  char copy[sizeof text];
  for (unsigned k = 0; k < sizeof text; k++) copy[k] = text[k];
  char *p = i < 128 ? copy : (char *)text;
  if (p != text) p[i & 7] = 'X';
  return p[i & 7] == 'X';
}
