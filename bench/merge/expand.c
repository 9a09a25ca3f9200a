// The expansion of a set of characters as tr takes it (LEEK, table 1: 5 symbolic bytes): a-z, backslashes with octal numbers or letters,
// [:class:] and [c*n]. The place in the output differs between states: the other case in which merging lost in the paper.
#include "klee/klee.h"

#ifndef SIZE
#define SIZE 5
#endif
enum { ROOM = 256 * SIZE };

static int octal(unsigned char c) { return c >= '0' && c <= '7'; }

// One character, with its backslash resolved.
static const unsigned char *one(const unsigned char *p, int *c) {
  if (*p != '\\' || !p[1]) {
    *c = *p;
    return p + 1;
  }
  p++;
  if (octal(*p)) {
    int value = 0;
    for (int i = 0; i < 3 && octal(*p) && value * 8 < 256; i++) value = value * 8 + *p++ - '0';
    *c = value;
    return p;
  }
  switch (*p) {
  case 'n': *c = '\n'; break;
  case 't': *c = '\t'; break;
  case 'r': *c = '\r'; break;
  default: *c = *p;
  }
  return p + 1;
}

static const unsigned char *class(const unsigned char *p, unsigned char **out) {
  static const struct {
    const char *name;
    unsigned char first, last;
  } classes[] = {{"digit:]", '0', '9'}, {"lower:]", 'a', 'z'}, {"upper:]", 'A', 'Z'}, {"cntrl:]", 0, 31}};
  for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
    int k = 0;
    while (classes[i].name[k] && p[k] == (unsigned char)classes[i].name[k]) k++;
    if (classes[i].name[k]) continue;
    for (int c = classes[i].first; c <= classes[i].last; c++) *(*out)++ = (unsigned char)c;
    return p + k;
  }
  return 0;
}

// [c*n] behind its bracket; null if it is none.
static const unsigned char *repeat(const unsigned char *p, unsigned char **out) {
  int c, count = 0;
  if (!*p) return 0;
  p = one(p, &c);
  if (*p++ != '*') return 0;
  while (*p >= '0' && *p <= '9' && count < 20) count = count * 10 + *p++ - '0';
  if (*p != ']') return 0;
  for (int i = 0; i < count; i++) *(*out)++ = (unsigned char)c;
  return p + 1;
}

// Length of the set; -1 if a range is the wrong way round.
static int expand(const unsigned char *p, unsigned char *set) {
  unsigned char *out = set;
  while (*p) {
    if (*p == '[') {
      const unsigned char *next = p[1] == ':' ? class(p + 2, &out) : repeat(p + 1, &out);
      if (next) {
        p = next;
        continue;
      }
    }
    int first, last;
    p = one(p, &first);
    if (*p == '-' && p[1]) {
      p = one(p + 1, &last);
      if (first > last) return -1;
      for (int c = first; c <= last; c++) *out++ = (unsigned char)c;
    } else {
      *out++ = (unsigned char)first;
    }
  }
  return (int)(out - set);
}

int main(void) {
  unsigned char input[SIZE], text[SIZE + 1], set[ROOM];
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < SIZE; i++) text[i] = input[i];
  text[SIZE] = 0;
  return expand(text, set) == 26;
}
