// Concrete work: quicksort and heapsort of pseudo-random numbers. Data-dependent branches, swaps, recursion.
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 340
#endif
enum { COUNT = 50000 };
static int a[COUNT];

static void swap(int *x, int *y) {
  int t = *x;
  *x = *y;
  *y = t;
}

static void quicksort(int *from, int *to) {
  while (to - from > 1) {
    int pivot = from[(to - from) / 2];
    int *i = from, *j = to - 1;
    while (i <= j) {
      while (*i < pivot) i++;
      while (*j > pivot) j--;
      if (i <= j) swap(i++, j--);
    }
    if (j + 1 - from < to - i) {
      quicksort(from, j + 1);
      from = i;
    } else {
      quicksort(i, to);
      to = j + 1;
    }
  }
}

static void sift(int *heap, int root, int count) {
  for (int child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && heap[child + 1] > heap[child]) child++;
    if (heap[root] >= heap[child]) return;
    swap(&heap[root], &heap[child]);
  }
}

static void heapsort(int *heap, int count) {
  for (int i = count / 2 - 1; i >= 0; i--) sift(heap, i, count);
  for (int i = count - 1; i > 0; i--) {
    swap(&heap[0], &heap[i]);
    sift(heap, 0, i);
  }
}

int main(void) {
  unsigned seed = 1, hash = 0;
  for (int r = 0; r < ROUNDS; r++) {
    for (int i = 0; i < COUNT; i++) {
      seed = seed * 1664525u + 1013904223u;
      a[i] = seed >> 8;
    }
    if (r & 1)
      heapsort(a, COUNT);
    else
      quicksort(a, a + COUNT);
    for (int i = 0; i + 1 < COUNT; i++)
      if (a[i] > a[i + 1]) return 1;
    hash = hash * 31 + a[COUNT / 2];
  }
  printf("%u\n", hash);
  return 0;
}
