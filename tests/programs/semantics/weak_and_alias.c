// Weak definitions, weak undefined symbols, aliases of functions and data.
// expect: output "1\n"
// expect: output "1 1\n"
// expect: output "6 1\n"
// expect: output "3 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
__attribute__((weak)) int weak_function(void) { return 1; }
extern int missing(void) __attribute__((weak));
extern int missing_data __attribute__((weak));
int real_data = 5;
extern int alias_data __attribute__((alias("real_data")));
static int real_function(int x) { return x + 1; }
int alias_function(int) __attribute__((alias("real_function")));

int main(void) {
  printf("%d\n", weak_function());
  printf("%d %d\n", missing == 0, &missing_data == 0);
  if (missing) printf("%d\n", missing());
  alias_data = 6;
  printf("%d %d\n", real_data, &real_data == &alias_data);
  printf("%d %d\n", alias_function(2), alias_function == real_function);
  return 0;
}
