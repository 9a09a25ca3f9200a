// Functions of the program with the names of those that the engine has for the model of Linux: each calls its own.
// run:
// run: --libc=musl
// run: --opt 0
// expect: output "own note: a\n42\nown exit\n"
// expect: paths 1
// expect: no errors
#include <stdio.h>
#include <stdlib.h>
void bonsai_note(const char *text) { printf("own note: %s\n", text); }
long bonsai_concrete(long value) { return value + 2; }
void bonsai_exit(int status) { puts("own exit"); }
int main(void) {
  bonsai_note("a");
  printf("%ld\n", bonsai_concrete(40));
  bonsai_exit(3);
  return 0;
}
