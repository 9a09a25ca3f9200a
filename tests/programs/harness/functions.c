// What the other functions of klee.h do.
// run: --opt 0 --verify-replay
// run: --opt 1
// expect: not exhaustive
#include <assert.h>
#include "klee/klee.h"

int main(void) {
  char block[8];
  int x = klee_int("x");
  assert(klee_is_symbolic(x) && !klee_is_symbolic(5));
  assert(klee_get_obj_size(block) == 8);
  assert(!klee_is_replay());
  int y = klee_range(3, 6, "y");
  assert(y >= 3 && y < 6);
  uintptr_t z = klee_choose(3);
  assert(z < 3);
  int one = klee_range(7, 8, "one");
  assert(one == 7);
  klee_check_memory_access(block, 8);
  int fixed = klee_get_value_i32(x);
  assert(fixed == x);
  klee_open_merge();
  klee_close_merge();
  klee_mark_global(block);
  klee_print_expr("x", x);
  if (z == 2) klee_silent_exit(0);
  return 0;
}
