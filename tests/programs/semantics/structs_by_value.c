// Structs passed and returned by value: in registers, in memory, mixed, nested, through pointers.
// expect: output "b\n"
// expect: output "84 2.25\n"
// expect: output "21 -8\n"
// expect: output "0 2 4 1\n"
// expect: output "2 -1 name zame\n"
// expect: output "106\n"
// expect: output "-1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
struct one { char c; };
struct pair { int a; float b; };
struct two { double x, y; };
struct three { long v[3]; };
struct big { int v[20]; char name[9]; };
static __attribute__((noinline)) struct one f1(struct one o) { o.c++; return o; }
static __attribute__((noinline)) struct pair f2(struct pair p) { p.a *= 2; p.b += 0.5f; return p; }
static __attribute__((noinline)) struct two f3(struct two t, struct two u) { t.x += u.y; t.y -= u.x; return t; }
static __attribute__((noinline)) struct three f4(struct three t) { t.v[2] += t.v[0]; t.v[0] = 0; return t; }
static __attribute__((noinline)) struct big f5(struct big b, int i) { b.v[i] = -1; b.name[0] = 'z'; return b; }
static __attribute__((noinline)) long f6(int a, struct three t, double d, struct one o, struct big b) { return a + t.v[1] + (long)d + o.c + b.v[3]; }

int main(void) {
  struct one o = {'a'};
  struct pair p = {21, 1.25f};
  struct two t = {1, 2}, u = {10, 20};
  struct three h = {{1, 2, 3}};
  struct big b = {{0, 1, 2, 3}, "name"}, c;
  struct three (*volatile pointer)(struct three) = f4;
  printf("%c\n", f1(o).c);
  p = f2(f2(p));
  printf("%d %g\n", p.a, p.b);
  t = f3(t, u);
  printf("%g %g\n", t.x, t.y);
  struct three k = pointer(h);
  printf("%ld %ld %ld %ld\n", k.v[0], k.v[1], k.v[2], h.v[0]);
  c = f5(b, 2);
  printf("%d %d %s %s\n", b.v[2], c.v[2], b.name, c.name);
  printf("%ld\n", f6(1, h, 3.9, o, c));
  printf("%d\n", f5(f5(b, 1), 2).v[1]);
  return 0;
}
