// The result of a search is not checked.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error null-dereference line 23
#include "klee/klee.h"

struct Entry {
  unsigned char key;
  int value;
};
static const struct Entry entries[3] = {{1, 10}, {2, 20}, {4, 40}};

static __attribute__((noinline)) const struct Entry *find(unsigned char key) {
  for (int i = 0; i < 3; i++)
    if (entries[i].key == key) return &entries[i];
  return 0;
}

int main(void) {
  unsigned char key;
  klee_make_symbolic(&key, sizeof key, "key");
  return find(key)->value;
}
