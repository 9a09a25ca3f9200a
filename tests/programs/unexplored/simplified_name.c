// A symbolic file name is compared with the names that the model knows, not with all those in the folder of --fs.
// run: --libc=musl
// expect: not exhaustive
#include <fcntl.h>
#include <unistd.h>
#include "bonsai.h"
int main(void) {
  char name[] = "?";
  bonsai_symbolic(name, 1, "name");
  // expect: unexplored model-simplification line +1 message "a symbolic file name"
  int file = open(name, O_RDONLY);
  return file >= 0;
}
// replay: no, another folder natively
