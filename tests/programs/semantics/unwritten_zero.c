// Memory that was never written is zero, the same wherever and however often it is read: arrays, structures, unions, vectors,
// their copies and what lies between members; whatever the passes make of it.
// checks: overflow,leak and it reads what was never written
// native: no, it is indeterminate there
// run: --opt 0
// run: --opt 1
// run: --libc=musl
// expect: output "zero zero\n0 0 0 0 0 0 0\n1 1 1 1 1\n"
#include <stdio.h>
#include <string.h>

typedef int four __attribute__((vector_size(16)));
struct pair { int x, y; };
struct gaps { char c; long l; char d; };
union number { int i; float f; char bytes[8]; };

static struct pair make(int set) {
  struct pair p;
  if (set) p.x = set;
  return p;
}

static int sum(int n) {
  int parts[4];
  for (int i = 0; i < n; i++) parts[2] = i;
  return parts[0] + parts[2];
}

int main(void) {
  int a[2];
  struct pair s;
  printf("%s %s\n", a[0] == 0 ? "zero" : "nonzero", s.y == 0 ? "zero" : "nonzero");
  four v;
  union number u;
  struct gaps g, copy;
  double _Complex z;
  g.c = 1;
  copy = g;
  struct pair p = make(0), q = p;
  printf("%d %d %d %d %d %d %d\n", v[0] + v[3], u.i, u.bytes[7], (int)copy.l, q.x + q.y, sum(0), (int)__real__ z);
  int x, y;
  struct pair again = q;
  char raw[sizeof copy], first[sizeof copy];
  memcpy(raw, &copy, sizeof raw);
  memcpy(first, &g, sizeof first);
  printf("%d %d %d %d %d\n", x == y, a[1] == a[1], again.x == q.x, memcmp(raw, first, sizeof raw) == 0, ((char *)&g)[3] == 0);
  return 0;
}
