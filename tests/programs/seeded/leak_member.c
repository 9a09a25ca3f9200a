// The structure is freed, what its member points to is not.
// run: --check=leak --libc=musl
// expect: error leak line 9
#include <stdio.h>
#include <stdlib.h>
struct text { char *bytes; int length; };
static struct text *make(int length) {
  struct text *text = malloc(sizeof *text);
  text->bytes = malloc(length);
  text->length = length;
  return text;
}
int main(void) {
  struct text *text = make(10);
  printf("%d\n", text->length);
  free(text);
  return 0;
}
