// A parser and evaluator of sums and products with parentheses, on two stacks. Every shape of a text of five letters is a path; the stack
// of numbers holds two, and one text needs three.
// run: --opt 1
// expect: error out-of-bounds line 37
#include "klee/klee.h"

static int numbers[2], number_count;
static char operators[6];
static int operator_count;

static int rank(char c) { return c == '*' ? 2 : c == '+' ? 1 : 0; }

// Executes what binds at least as tightly; -1 if a number is missing.
static int reduce(int least) {
  while (operator_count && rank(operators[operator_count - 1]) >= least) {
    if (number_count < 2) return -1;
    int right = numbers[--number_count], *left = &numbers[number_count - 1];
    if (operators[--operator_count] == '*') *left *= right;
    else *left += right;
  }
  return 0;
}

static int evaluate(const char *s) {
  int number_next = 1;  // a number or '(' comes next, or else an operator or ')'
  for (; *s; s++) {
    if (number_next && *s == '(') {
      operators[operator_count++] = '(';
    } else if (!number_next && *s == ')') {
      if (reduce(1) || !operator_count) return -1;
      operator_count--;
    } else if (!number_next && rank(*s)) {
      if (reduce(rank(*s))) return -1;
      operators[operator_count++] = *s;
      number_next = 1;
    } else if (number_next && *s >= '0' && *s <= '9') {
      numbers[number_count++] = *s - '0';  // the bug: no look at the size
      number_next = 0;
    } else {
      return -1;
    }
  }
  if (number_next || reduce(1) || operator_count) return -1;
  return numbers[0];
}

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[sizeof text - 1] == '\0');
  return evaluate(text) < 0;
}
