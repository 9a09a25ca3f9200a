// The helper process has 64 bits: programs of 32 bits cannot use it.
// run: --libc=none --external=concretise -m32
// expect: error unsupported line 7 message "32 bits"
#include <stdlib.h>

int main(void) {
  return atoi("1");
}
