// What arguments can be. Tested by tests/check_units.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum color { RED, GREEN = 5, BLUE };

// expect: colors runs 2
int colors(enum color c) {
  if (c < RED || c > BLUE) abort();
  if (c == GREEN) return 1;
  return c == BLUE ? 2 : 3;
}

// expect: truths runs 2
int truths(bool b) {
  switch (*(unsigned char *)&b) {
    case 0: return 10;
    case 1: return 11;
  }
  abort();
}

// A string ends within its bytes.
// expect: letters runs 10
size_t letters(const char *s) { return s ? strlen(s) : 99; }

// The length is that of the array, if it is called so.
// expect: sum runs 6
int sum(const int *numbers, size_t count) {
  int total = 0;
  if (!numbers) return -1;
  for (size_t i = 0; i < count; i++) total += numbers[i] & 255;
  return total;
}

// Two pointers to the same type may be the same.
// expect: same runs 3
int same(int *a, int *b) {
  if (!a || !b) return 0;
  return a == b ? 1 : 2;
}

struct tree {
  struct tree *left, *right;
  short value;
};

// A shared child.
// expect: shared error assertion line +3
#include <assert.h>
int shared(struct tree *t) {
  if (t && t->left && t->right && t->left != t) assert(t->left != t->right);
  return 0;
}

struct pair {
  char name[6];
  unsigned flag : 3, other : 5;
  double weight;
};

// Six lengths of the name, three ways of the rest.
// expect: by_value runs 18
int by_value(struct pair p, float scale) {
  if (strlen(p.name) > 5) abort();
  if (p.flag == 5 && scale > 2.5f) return 1;
  return p.weight < 0 ? 2 : 3;
}

union word {
  uint32_t number;
  unsigned char bytes[4];
};

// expect: in_union runs 2
int in_union(union word w) { return w.bytes[1] == 0x42 ? (int)(w.number >> 8 & 255) : 0; }

static int twice(int x) { return 2 * x; }
static int minus(int x) { return -(x / 2); }

// Functions of that type in this file; and a null pointer is called.
// expect: apply error bad-call line +2
// expect: twice runs 1
int apply(int (*f)(int), int x) { return f(x & 15) + twice(minus(3)); }

int requires_half(int x) { return x > 0 && x % 2 == 0; }
// One run is cut by what it requires.
// expect: half runs 2
int half(int x) {
  // expect: apply error abort line +1
  if (x <= 0 || x & 1) abort();
  return x / 2;
}

void **slots(void **where, void *what) {
  if (!where) return NULL;
  *where = what;
  return where;
}

// A function that nobody has: its results are inputs.
int sensor(int channel);
// expect: alarm_level runs 2
int alarm_level(void) {
  int a = sensor(1), b = sensor(2);
  if (a > 100) return b > 100 ? 3 : 2;
  return b > 100 ? 1 : 0;
}

// expect: gives_up runs 2
int gives_up(int code) {
  if (code == 3) exit(7);
  return code == 4;
}

uint64_t wide(uint64_t a, int8_t b) { return a > UINT64_MAX - 5 && b < -3 ? a : (uint64_t)(int64_t)b; }

double half_of(double x) { return x > 1e300 ? 0 : x / 2; }
