// Destructors run while the stack unwinds, innermost first, also of half-made objects.
// expect: output "+1 +2 +3 +4 +5 -5 -4 -3 -2 -1 caught 99\n"
// expect: output "+1 -1 caught 13\n"
// expect: output "+1 +2 +3 group ~group -3 -2 -1 caught 1\n"
// expect: output "caught 13\n"
// expect: output "+30 -30 +31 -31 +32 -32 handler \n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct T { int id; T(int i) : id(i) { if (i == 13) throw i; printf("+%d ", i); } ~T() { printf("-%d ", id); } };
struct Group { T a, b, c; Group(int x) : a(1), b(x), c(3) { printf("group "); } ~Group() { printf("~group "); } };
static __attribute__((noinline)) void deep(int n) {
  T t(n);
  if (n == 5) throw 99;
  deep(n + 1);
}

int main() {
  try { deep(1); } catch (int x) { printf("caught %d\n", x); }
  try { Group g(13); } catch (int x) { printf("caught %d\n", x); }
  try { Group g(2); throw 1; } catch (int x) { printf("caught %d\n", x); }
  try { T* p = new T(13); printf("%d", p->id); } catch (int x) { printf("caught %d\n", x); }
  for (int i = 0; i < 3; i++) {
    try {
      T loop(30 + i);
      if (i == 1) continue;
      if (i == 2) throw i;
    } catch (int) { printf("handler "); }
  }
  printf("\n");
  return 0;
}
