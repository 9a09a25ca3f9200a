// A flexible array member up to the end of its block.
// expect: output "e 5\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>
struct message { int length; char data[]; };

int main(void) {
  volatile int n = 5;
  struct message *m = malloc(sizeof *m + n);
  m->length = n;
  for (int i = 0; i < n; i++) m->data[i] = 'a' + i;
  printf("%c %d\n", m->data[n - 1], m->length);
  free(m);
  return 0;
}
