// The first constructed program of the paper on directed symbolic execution: five words "b" among the arguments.
// reach: --target loop_over_arguments.c:28 --strategy sdse
// answer: loop_over_arguments.c:28 reached
// reach: --target assert --strategy portfolio
// answer: assertion at loop_over_arguments.c:28 reached
#include <assert.h>

#include "klee/klee.h"

static int expensive(const char *word) {
  int sum = 0;
  for (int i = 0; word[i]; i++)
    for (int j = 0; j < 8; j++)
      if (word[i] & (1 << j)) sum += j;
  return sum;
}

int main(void) {
  char words[6][3];
  int n = 0, sum = 0, buffer[4];
  klee_make_symbolic(words, sizeof words, "words");
  for (int i = 0; i < 6; i++) {
    words[i][2] = 0;
    if (words[i][0] == 'b' && words[i][1] == 0) {
      // The buffer has room for four.
      if (n >= 4)
        // gcc's assert has a branch of its own.
        assert(n < 4);
      buffer[n++] = 1;
    } else {
      sum += expensive(words[i]);
    }
  }
  for (;;)
    if (klee_int("more") == 0) break;
  return sum + buffer[0];
}
