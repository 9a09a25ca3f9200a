// Functions on no way to the target that do not return: skipped, they must not make it unreachable.
// reach: --target leaves.c:28 --chop=auto
// answer: leaves.c:28 not reached
// reach: --target leaves.c:28
// answer: leaves.c:28 reached
// reach: --target leaves.c:32 --chop=auto
// answer: leaves.c:32 not reached
// reach: --target leaves.c:32
// answer: leaves.c:32 unreachable
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf back;
static char text[3];
static int seen;

static void look(void) {
  for (int i = 0; i < 3; i++) {
    if (text[i] == 'x') seen++;
    if (text[i] == 'y') seen += 2;
    if (seen == 3) longjmp(back, 1);
  }
}

int main(void) {
  klee_make_symbolic(text, sizeof text, "text");
  if (setjmp(back)) {
    seen = 0;
    return 1;
  }
  if (text[0] > 'a' && text[0] < 'a')
    return 5;
  look();
  return 0;
}
