// A matcher of regular expressions: letters, '.', classes such as [a-z], and '*' after each of them. The expression is symbolic.
// Translating one that ends inside of a class reads past its end; all others are matched, on every path.
// run: --opt 1
// expect: error out-of-bounds line 22
#include "klee/klee.h"

struct Item {
  char low, high, star;  // one letter from low to high, or any number of them
};

// The number of items, or -1 if the expression makes no sense.
static int translate(const char *s, struct Item *items) {
  int count = 0;
  while (*s) {
    struct Item item = {*s, *s, 0};
    if (*s == '*') return -1;
    if (*s == '.') {
      item.low = 1;
      item.high = 127;
    }
    if (*s == '[') {
      if (s[4] != ']') return -1;  // the bug: no look at what lies between
      item.low = s[1];
      item.high = s[3];
      s += 4;
    }
    if (*++s == '*') {
      item.star = 1;
      s++;
    }
    items[count++] = item;
  }
  return count;
}

static int match(const struct Item *items, int count, const char *text) {
  if (count == 0) return *text == '\0';
  int fits = *text && items->low <= *text && *text <= items->high;
  if (!items->star) return fits && match(items + 1, count - 1, text + 1);
  return match(items + 1, count - 1, text) || (fits && match(items, count, text + 1));
}

int main(void) {
  char expression[6];
  struct Item items[6];
  klee_make_symbolic(expression, sizeof expression, "expression");
  klee_assume(expression[sizeof expression - 1] == '\0');
  int count = translate(expression, items);
  if (count < 0) return 2;
  return match(items, count, "abc");
}
