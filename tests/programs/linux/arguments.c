// Symbolic arguments: one path per count, and each byte can be anything.
// run: --sym-args 0 2 1
// expect: paths 7
// expect: exhaustive
// expect: no errors
#include <stdio.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) fputs(argv[i][0] == 'x' ? "yes\n" : "no\n", stdout);
  return argc;
}
