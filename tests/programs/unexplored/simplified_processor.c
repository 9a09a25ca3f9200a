// cpuid tells of a processor without extensions.
// run: --opt 0
// run: --opt 1
// expect: unexplored model-simplification
#include <cpuid.h>
int main(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  if (d & (1u << 25))
    return 1;  // behind
  return 2;  // behind
}
