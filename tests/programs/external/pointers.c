// Pointers in and out: into an argument, to a local, to the heap, in structures.
// run: --libc=none --external=concretise
// run: --libc=none --external=concretise --opt 2 --verify-replay
// expect: exhaustive
// expect: output "42 3\n"
// expect: output "255 null\n"
// expect: output "a|b|-\n"
// expect: output "12\n"
// expect: output "2: needle\n"
// expect: output "7 x 1.5\n"
// expect: output "ba\n"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  long before;
  char *cursor;
} parser;

int main(void) {
  char *end = 0, line[] = "  42;";
  long value = strtol(line, &end, 10);
  printf("%ld %ld\n", value, (long)(end - line) - 1);
  printf("%lu null\n", strtoul("ff", 0, 16));

  // The text is reached only through a pointer in memory.
  char *text = malloc(4);
  strcpy(text, "a,b");
  parser.cursor = text;
  char *first = strsep(&parser.cursor, ",");
  char *second = strsep(&parser.cursor, ",");
  printf("%s|%s|%s\n", first, second, parser.cursor ? "+" : "-");
  free(text);

  // … and here both are locals, on one page.
  char row[] = "1:2", *cursor = row;
  printf("%s", strsep(&cursor, ":"));
  printf("%s\n", strsep(&cursor, ":"));

  const char *hay = "a needle";
  char *found = strstr(hay, "needle");
  printf("%d: %s\n", (int)(found - hay), found);

  int number;
  char letter;
  double fraction;
  if (sscanf("7 x 1.5", "%d %c %lf", &number, &letter, &fraction) == 3)
    printf("%d %c %.1f\n", number, letter, fraction);

  char swapped[3] = "";
  swab("ab", swapped, 2);
  printf("%s\n", swapped);
  return 0;
}
