// Thousands of paths that call a function whose result some of them read: for tests/check_prune, with --chop note_length.
#include "klee/klee.h"

static int length, written;

__attribute__((noinline)) static void note_length(const char *text) {
  length = 0;
  while (length < 4 && text[length] == 'x') length++;
  written++;
}

int main(void) {
  char text[9];
  klee_make_symbolic(text, sizeof text, "text");
  int kinds = 0;
  for (int i = 0; i < 8; i++)
    if (text[i] == 'a')
      kinds += 1;
    else if (text[i] == 'b')
      kinds += 3;
  note_length(text);
  if (text[8] == 'q') return length + kinds;
  return kinds & 1;
}
