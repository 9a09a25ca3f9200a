// An index that leaves the whole struct through its last member.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 13
#include <stdio.h>
struct packet { int length; char data[8]; };

int main(void) {
  struct packet packet = {8, "1234567"};
  volatile char *data = packet.data;
  volatile int i = packet.length;
  printf("%d\n", data[i]);
  return 0;
}
