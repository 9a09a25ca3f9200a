// A symbolic name of a file on the way: the model of Linux asks whether it is symbolic, the native program cannot.
// reach: --target named_file.c:14 --sym-args 1 1 3 --sym-files 1 2
// answer: named_file.c:14 reached
// reach: --target named_file.c:14 --strategy sdse --sym-args 1 1 3 --sym-files 1 2
// answer: named_file.c:14 reached
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "r");
  if (!file) return 1;
  int c = getc(file);
  if (c == 'q' && memcmp(argv[1], "A", 2) == 0)
    return 2;
  return 0;
}
