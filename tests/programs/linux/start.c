// A program with the C library starts and ends for real: constructors, arguments, exit handlers, buffers.
// run: --libc=musl -- one two
// expect: output "early\n3 one two\nlast words\nlate\n"
// expect: paths 1
// expect: no errors
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void early(void) { puts("early"); }
__attribute__((destructor)) static void late(void) { puts("late"); }
static void last(void) { puts("last words"); }
int main(int argc, char **argv) {
  atexit(last);
  fprintf(stdout, "%d %s %s\n", argc, argv[1], argv[2]);
  return 0;
}
