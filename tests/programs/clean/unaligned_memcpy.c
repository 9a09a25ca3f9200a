// Unaligned values read and written by memcpy and by packed structs.
// expect: output "2.5 3.75 7 13\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) record { char tag; double value; int count; };

int main(void) {
  char buffer[32] = {0};
  volatile int at = 1;
  double d = 2.5, e;
  memcpy(buffer + at, &d, sizeof d);
  memcpy(&e, buffer + at, sizeof e);
  struct record r = {'x', 1.25, 7};
  volatile struct record *p = &r;
  p->value += e;
  printf("%g %g %d %d\n", e, p->value, p->count, (int)sizeof r);
  return 0;
}
