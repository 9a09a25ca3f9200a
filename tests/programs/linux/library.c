// Formatted output and input, files, sorting, numbers, time and strings of the real C library.
// run:
// run: --opt 0
// run: --verify-replay
// expect: output "3.142 2.500000 1.000000e+100\n1000 lines, sum 499500\n1 2 3 4 5 \n-31 511 No such file or directory\n1970-01-01 00:00:00\nHELLO 1.414213562 -3\n-1 No such file or directory\n"
// expect: paths 1
// expect: no errors
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  printf("%5.3f %Lf %e\n", 3.14159, 2.5L, 1e100);
  FILE *f = fopen("out.txt", "w+");
  for (int i = 0; i < 1000; i++) fprintf(f, "line %d\n", i);
  rewind(f);
  char line[100];
  int n = 0, x;
  long sum = 0;
  for (; fgets(line, sizeof line, f); n++)
    if (sscanf(line, "line %d", &x) == 1) sum += x;
  printf("%d lines, sum %ld\n", n, sum);
  fclose(f);
  int v[] = {5, 3, 1, 4, 2};
  qsort(v, 5, sizeof *v, by_value);
  for (int i = 0; i < 5; i++) printf("%d ", v[i]);
  printf("\n%ld %lu %s\n", strtol("-0x1f", 0, 0), strtoul("777", 0, 8), strerror(ENOENT));
  time_t t = 0;
  char text[64];
  strftime(text, sizeof text, "%F %T", gmtime(&t));
  puts(text);
  char *copy = strdup("Hello");
  for (char *p = copy; *p; p++) *p = (char)toupper(*p);
  printf("%s %.10g %d\n", copy, pow(2, 0.5), (int)floor(-2.5));
  free(copy);
  printf("%d %s\n", open("nonexistent", O_RDONLY), strerror(errno));
  return 0;
}
