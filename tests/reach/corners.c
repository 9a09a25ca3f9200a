// Places that are no code, or are moved by an optimiser.
// reach: --target corners.c:23 --opt 2
// answer: corners.c:23 reached
// reach: --target inlined --opt 2
// answer: inlined reached
// reach: --target corners.c:32 --opt 2
// answer: corners.c:32 unreachable
// reach: --target corners.c:20 --opt 2
// answer: corners.c:20 reached
// refused: --target corners.c:29 => no code at this line, or the compiler sees that it is never executed; the nearest lines with code are 28 and 30
// refused: --target corners.c:35 => no code at this line
// refused: --target corners.c:900 => no code at this line, or the compiler sees that it is never executed; the nearest line with code is 36
// refused: --target unused => no such function, or nothing uses it
// refused: --target inlind => is one of these meant: inlined
// refused: --target other.c:3 => no code of a file other.c; it has code of
// refused: --target corners.c:x => name one as FILE:LINE or FUNCTION
// refused: --target inlined --strategy ccbse(nothing) => --strategy ccbse(nothing): is none
#include <klee/klee.h>

static inline int inlined(int x) {
  int y = x + 1;
  if (y == 50)
    y = 60;
  return y;
}
static int unused(int x) { return x; }
int main(void) {
  int x = klee_int("x");
  if (0) return 7;
  int y = inlined(x);
  if (y == 50)
    return 8;
  if (y < 0) return 9;
  return y == 60;
  y = 3;
}
