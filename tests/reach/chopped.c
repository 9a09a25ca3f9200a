// What does not lead to the target is skipped: the function that prints what was read, and not the one that reads it.
// reach: --target chopped.c:31 --chop=auto
// answer: chopped.c:31 reached
// reach: --target chopped.c:31 --chop=auto --strategy sdse
// answer: chopped.c:31 reached
// reach: --target chopped.c:33 --chop=auto
// answer: chopped.c:33 unreachable
#include <klee/klee.h>

static int bits;
static char text[4];

static int weigh(void) {
  int all = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++)
      if (text[i] & (1 << j)) all++;
  return all;
}

static void note(void) {
  bits = 0;
  for (int i = 0; i < 4; i++)
    if (text[i] & 1) bits++;
}

static int decide(int weight) {
  note();
  if (text[0] == 'a' && text[1] == 'b') {
    if (bits == 3)
      return 1;
    if (bits == 5)
      return 2;
  }
  return weight;
}

int main(void) {
  klee_make_symbolic(text, sizeof text, "text");
  return decide(weigh());
}
