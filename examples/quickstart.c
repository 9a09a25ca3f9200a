// A first look at Bonsai:   ./bonsai run examples/quickstart.c
//
// The program joins words with a comma between them, in a buffer on the heap that it sizes itself. It prints the right answer
// natively, and yet it is wrong: it forgets the terminating zero when it counts. Bonsai runs every instruction with the bounds
// of every object at hand, and stops at the exact write that leaves the buffer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char **words, int count) {
  size_t size = 0;
  for (int i = 0; i < count; i++) size += strlen(words[i]) + (i > 0);  // a comma before each but the first
  char *text = malloc(size);                                          // the bug: no room for the final zero
  char *at = text;
  for (int i = 0; i < count; i++) {
    if (i > 0) *at++ = ',';
    for (const char *c = words[i]; *c; c++) *at++ = *c;
  }
  *at = '\0';
  return text;
}

int main(void) {
  const char *words[] = {"chop", "graft", "prune", "wire"};
  char *text = join(words, 4);
  printf("%s\n", text);
  free(text);
  return 0;
}
