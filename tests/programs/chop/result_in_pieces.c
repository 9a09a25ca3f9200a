// A result that is stored, and read in pieces: in an object that the skipped call never saw.
// run: --opt 0 --chop value
// expect: output "c 5\n"
// expect: skipped 1 recovered 1
// run: --opt 1 --chop value
// expect: skipped 1 recovered 1
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int value(int n) { return 0x61 + n; }

struct pair {
  int a, b;
};

__attribute__((noinline)) static long read_both(int x) {
  struct pair local;
  struct pair *heap = malloc(sizeof *heap);
  local.a = x;
  local.b = 5;
  if (!heap) return 0;
  *heap = local;
  char first = *(char *)heap;
  printf("%c %d\n", first, heap->b);
  free(heap);
  return first;
}

int main(void) {
  int x = value(2);
  return read_both(x) == 'c' ? 0 : 1;
}
