// The door of an airlock. Five events in any order must never leave both doors open; one order does.
// run: --opt 1
// expect: error assertion line 39
#include <assert.h>

#include "klee/klee.h"

enum Event { open_inner, open_outer, close_inner, close_outer, emergency, events };

struct Lock {
  int inner, outer, alarm;
};

static void handle(struct Lock *lock, enum Event event) {
  switch (event) {
    case open_inner:
      if (!lock->outer) lock->inner = 1;
      break;
    case open_outer:
      if (!lock->inner || lock->alarm) lock->outer = 1;  // the bug: the alarm overrides too much
      break;
    case close_inner: lock->inner = 0; break;
    case close_outer:
      lock->outer = 0;
      lock->alarm = 0;
      break;
    case emergency:
      if (lock->outer) lock->outer = 0;
      lock->alarm = 1;
      break;
    default: break;
  }
}

int main(void) {
  struct Lock lock = {0, 0, 0};
  for (int i = 0; i < 5; i++) {
    handle(&lock, (enum Event)klee_range(0, events, "event"));
    assert(!(lock.inner && lock.outer));
  }
  return 0;
}
