// A search that may fail, checked.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static const struct Entry {
  unsigned char key;
  int value;
} entries[4] = {{3, 30}, {5, 50}, {9, 90}, {200, 2000}};

static const struct Entry *find(unsigned char key) {
  for (int i = 0; i < 4; i++)
    if (entries[i].key == key) return &entries[i];
  return 0;
}

int main(void) {
  unsigned char key;
  klee_make_symbolic(&key, sizeof key, "key");
  const struct Entry *e = find(key);
  if (e && e->value == 10 * key) return 1;
  return e ? 2 : 3;
}
