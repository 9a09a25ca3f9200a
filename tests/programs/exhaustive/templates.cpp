// A container and an algorithm as templates, over two types.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

template <typename T, int N>
struct Stack {
  T items[N];
  int size = 0;
  bool push(T v) {
    if (size == N) return false;
    items[size++] = v;
    return true;
  }
};
template <typename T>
static T largest(const T *from, int n) {
  T best = from[0];
  for (int i = 1; i < n; i++)
    if (from[i] > best) best = from[i];
  return best;
}

int main() {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  Stack<signed char, 2> small;
  Stack<int, 3> large;
  for (int i = 0; i < 2; i++) {
    if (in[i] < 100) small.push((signed char)in[i]);
    else large.push(in[i] * 100);
  }
  large.push(50);
  int big = largest(large.items, large.size);
  assert(small.size + large.size == 3);
  if (small.size) assert(largest(small.items, small.size) < 100);
  return big > 20000;
}
