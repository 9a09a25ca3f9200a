// A harness in the manner of KLEE for a program of several files. In this folder:
//
//   bonsai run --out found -I . harness.c orders.c inventory.c
//
// Replay: 'bonsai replay found' runs all tests natively. By hand, with the replay library instead of the engine (docs/replay.md):
//
//   bonsai tests export found
//   cc -g -fsanitize=address -I ../../include -I . harness.c orders.c inventory.c ../../build/release/runtime/libbonsai-replay.a -lpthread -o shop
//   KTEST_FILE=found/tests/test000001.ktest ./shop
//
// run: -I %S %S/orders.c %S/inventory.c --opt 1
// expect: error out-of-bounds
#include <assert.h>

#include "klee/klee.h"
#include "orders.h"

int main(void) {
  unsigned char bytes[5];
  struct Inventory inventory;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  int each = klee_range(0, 10, "each");
  inventory_fill(&inventory, each);

  // Orders that end, so that the parser does not refuse them all.
  klee_assume(bytes[4] == order_end);
  // Tests that a person can read, where there is a choice.
  for (unsigned i = 0; i < sizeof bytes; i++) klee_prefer_cex(bytes, bytes[i] < 10);

  // Paths that differ only in how the total came about may be one path.
  int total = 0;
  klee_open_merge();
  for (int i = 0; i < part_kinds; i++) {
    if (inventory.stock[i] > 5) total++;
  }
  klee_close_merge();
  assert(total == 0 || total == part_kinds);

  // Nothing to see without stock: no test for that.
  if (each == 0) klee_silent_exit(0);

  int given = orders_run(&inventory, bytes, sizeof bytes);
  assert(given <= part_kinds * each);
  return 0;
}
