// Variadic arguments of all kinds.
// run: --libc=none --external=concretise
// run: --libc=none --external=concretise --check=uninit --verify-replay
// expect: output "20 -3 c 2.50 text 1000000000000 +\n"
// expect: output "5 1234\n"
// expect: output "12\n"
#include <stdio.h>

int main(void) {
  char buffer[64];
  int length = snprintf(buffer, sizeof buffer, "%d %c %.2f %s %ld", -3, 'c', 2.5, "text", 1000000000000L);
  printf("%d %s +\n", length - 8, buffer);
  char small[5];
  length = snprintf(small, sizeof small, "%d", 12345);
  printf("%d %s\n", length, small);
  printf("%d\n", snprintf(NULL, 0, "%s", "twelve bytes"));
  return 0;
}
