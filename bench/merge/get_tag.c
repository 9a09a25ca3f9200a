// The scanner of a tag's next attribute in a page with server-side includes, after the description of Apache's get_tag (LEEK, table 1: 10
// symbolic bytes): NAME="VALUE" with either quote or none, backslashes before quotes, a value's entities decoded afterwards, "-->" as the end.
#include "klee/klee.h"

#ifndef SIZE
#define SIZE 10
#endif
enum { ROOM = 8 };
enum { ENDED = -1, BROKEN = -2, LONG = -3 };

// Without branches, as the tables of a C library are.
static int space(unsigned char c) { return (c == ' ') | (c - '\t' < 5u); }

static int lower(unsigned char c) { return c | (c - 'A' < 26u) << 5; }

struct input {
  const unsigned char *next, *end;
};

static int get(struct input *in) { return in->next < in->end ? *in->next++ : -1; }

static int skip(struct input *in) {
  int c;
  do {
    if ((c = get(in)) < 0) return -1;
  } while (space(c));
  return c;
}

static int starts(const char *text, const char *word) {
  for (; *word; text++, word++) {
    if (*text != *word) return 0;
  }
  return 1;
}

// &lt; &gt; and &#N; in place; returns the new length.
static int decode(char *text) {
  static const struct {
    const char *name;
    char value;
  } entities[] = {{"lt;", '<'}, {"gt;", '>'}, {"amp;", '&'}};
  char *to = text;
  for (const char *from = text; *from;) {
    if (*from != '&') {
      *to++ = *from++;
      continue;
    }
    if (from[1] == '#') {
      int value = 0;
      const char *digit = from + 2;
      while (*digit >= '0' && *digit <= '9') value = value * 10 + *digit++ - '0';
      if (*digit == ';' && value > 0 && value < 256) {
        *to++ = (char)value;
        from = digit + 1;
        continue;
      }
    } else {
      int known = -1;
      for (int i = 0; i < 3; i++) {
        if (starts(from + 1, entities[i].name)) known = i;
      }
      if (known >= 0) {
        *to++ = entities[known].value;
        for (from++; *from != ';'; from++) {}
        from++;
        continue;
      }
    }
    *to++ = *from++;
  }
  *to = 0;
  return (int)(to - text);
}

// Length of the value.
static int get_tag(struct input *in, char *name, char *value) {
  int c = skip(in), length = 0;
  if (c < 0) return BROKEN;
  if (c == '-') {
    if (get(in) != '-') return BROKEN;
    return skip(in) == '>' ? ENDED : BROKEN;
  }
  for (;;) {
    if (c < 0) return BROKEN;
    if (c == '=' || space(c)) break;
    if (length == ROOM - 1) return LONG;
    name[length++] = (char)lower(c);
    c = get(in);
  }
  name[length] = 0;
  if (c != '=') {
    c = skip(in);
    if (c != '=') return BROKEN;
  }
  c = skip(in);
  if (c < 0) return BROKEN;
  int quote = 0;
  length = 0;
  if (c == '"' || c == '\'') {
    quote = c;
    c = get(in);
  }
  for (;;) {
    if (c < 0) return BROKEN;
    if (quote ? c == quote : space(c)) break;
    if (c == '\\') {
      c = get(in);
      if (c < 0) return BROKEN;
      if (c != quote) {
        if (length == ROOM - 1) return LONG;
        value[length++] = '\\';
        continue;
      }
    }
    if (length == ROOM - 1) return LONG;
    value[length++] = (char)c;
    c = get(in);
  }
  value[length] = 0;
  return decode(value);
}

int main(void) {
  unsigned char text[SIZE];
  char name[ROOM], value[ROOM];
  klee_make_symbolic(text, sizeof text, "text");
  struct input in = {text, text + SIZE};
  return get_tag(&in, name, value);
}
