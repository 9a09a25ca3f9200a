// The walk of a glob over the segments of its pattern, after the description of NetBSD's glob2 (LEEK, table 1: 40 symbolic bytes). A pattern
// is compiled: characters of 32 bits, those with a meaning have the bit META. Segments without META are copied to the path; the first one
// with META stops the walk, since a folder would have to be read there. SIZE is in bytes, four to a character.
#include "klee/klee.h"

#ifndef SIZE
#define SIZE 40
#endif
enum { LENGTH = SIZE / 4, META = 0x8000, END = 0, SEPARATOR = '/' };
typedef int Char;

// 0: the path is whole; 1: a folder has to be read for the segment that follows; -1: no room.
static int glob2(Char *path, Char *limit, const Char *pattern, Char **path_end) {
  Char *end = path;
  for (;;) {
    if (*pattern == END) {
      *end = END;
      *path_end = end;
      return 0;
    }
    Char *to = end;
    const Char *from = pattern;
    int meta = 0;
    while (*from != END && *from != SEPARATOR) {
      if (*from & META) meta = 1;
      if (to + 1 > limit) return -1;
      *to++ = *from++;
    }
    if (meta) {
      *path_end = end;
      return 1;
    }
    end = to;
    pattern = from;
    while (*pattern == SEPARATOR) {
      if (end + 1 > limit) return -1;
      *end++ = *pattern++;
    }
  }
}

int main(void) {
  Char input[LENGTH], pattern[LENGTH + 1], path[LENGTH + 1], *end = path;
  klee_make_symbolic(input, sizeof input, "pattern");
  for (int i = 0; i < LENGTH; i++) pattern[i] = input[i];
  pattern[LENGTH] = END;
  return glob2(path, path + LENGTH, pattern, &end) * 16 + (int)(end - path);
}
