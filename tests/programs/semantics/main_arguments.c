// Arguments of main after --.
// expect: output "4\n"
// expect: output "<one>\n"
// expect: output "<two words>\n"
// expect: output "<>\n"
// expect: output "1\n"
// run: --opt 0 -- one "two words" ""
// run: --opt 1 -- one "two words" ""
#include <stdio.h>

int main(int argc, char **argv) {
  printf("%d\n", argc);
  for (int i = 1; i < argc; i++) printf("<%s>\n", argv[i]);
  printf("%d\n", argv[argc] == NULL);
  return 0;
}
