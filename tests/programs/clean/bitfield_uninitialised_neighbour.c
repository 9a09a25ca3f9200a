// Writing one bit-field reads and writes its uninitialised neighbours.
// expect: output "17\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// expect: no errors
#include <stdio.h>
struct flags { unsigned a : 3, b : 5, c : 9; };

int main(void) {
  struct flags f;
  f.b = 17;
  if (f.b == 17) printf("%u\n", f.b);
  return 0;
}
