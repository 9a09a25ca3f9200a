// A string's number (LEEK, table 1: 12 symbolic characters): white space, a sign, digits until something else comes. The position differs
// between states that leave a loop at different times: the case in which merging lost in the paper.
#include "klee/klee.h"

#ifndef SIZE
#define SIZE 12
#endif

static int space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(char c) { return c >= '0' && c <= '9'; }

static long number(const char *s) {
  unsigned long value = 0;
  int negative = 0;
  while (space(*s)) s++;
  switch (*s) {
  case '-': negative = 1; // fall through
  case '+': s++;
  }
  while (digit(*s)) value = value * 10 + (*s++ - '0');
  return negative ? -value : value;
}

int main(void) {
  char input[SIZE], text[SIZE + 1];
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < SIZE; i++) text[i] = input[i];
  text[SIZE] = 0;
  return number(text) > 1000;
}
