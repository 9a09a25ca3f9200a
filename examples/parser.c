// A parser and evaluator of sums and products with parentheses. Every shape of a text of five letters is a path; the stack of numbers
// holds two, and some text needs three.
// run: --opt 1
// expect: error out-of-bounds line 18
#include "klee/klee.h"

static const char *at;
static int numbers[2], top;
static int failed;

static int next_is(char c) {
  if (*at != c) return 0;
  at++;
  return 1;
}

static void push(int n) {
  numbers[top++] = n;  // the bug: no look at top
}

static void sum(void);

static void atom(void) {
  if (next_is('(')) {
    sum();
    if (!next_is(')')) failed = 1;
  } else if (*at >= '0' && *at <= '9') {
    push(*at++ - '0');
  } else {
    failed = 1;
    push(0);
  }
}

static void product(void) {
  atom();
  while (!failed && next_is('*')) {
    atom();
    top--;
    numbers[top - 1] *= numbers[top];
  }
}

static void sum(void) {
  product();
  while (!failed && next_is('+')) {
    product();
    top--;
    numbers[top - 1] += numbers[top];
  }
}

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[sizeof text - 1] == '\0');
  at = text;
  sum();
  return failed || *at ? 1 : numbers[0];
}
