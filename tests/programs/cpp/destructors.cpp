// Destructors: order in scopes, temporaries, members, return, break, moved-from objects.
// expect: output "+1 +2 pair -2 -1 \n"
// expect: output "+3 +4 m1003 -4 -0 got1003 -1003 \n"
// expect: output "+5 c105 105 -105 +6 6 -6 -5 \n"
// expect: output "+1 +20 -20 +21 -21 -1 1\n"
// expect: output "+7 +8 = --1 -8 \n"
// expect: output "+9 kept9 -9 \n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct T {
  int id;
  T(int i) : id(i) { printf("+%d ", id); }
  T(const T& o) : id(o.id + 100) { printf("c%d ", id); }
  T(T&& o) : id(o.id + 1000) { o.id = 0; printf("m%d ", id); }
  T& operator=(T&& o) { id = o.id; o.id = -1; printf("= "); return *this; }
  ~T() { printf("-%d ", id); }
};
struct Pair { T a{1}, b{2}; ~Pair() { printf("pair "); } };
static T make(bool x) { T a(3), b(4); if (x) return static_cast<T&&>(a); return static_cast<T&&>(b); }
static int use(T t) { return t.id; }
static int early(int n) {
  T guard(n);
  for (int i = 0; i < 3; i++) { T inner(20 + i); if (i == n) return i; if (i == 1) continue; }
  return -1;
}

int main() {
  { Pair p; }
  printf("\n");
  { T t = make(true); printf("got%d ", t.id); }
  printf("\n");
  { T t(5); printf("%d ", use(t)); printf("%d ", use(T(6))); }
  printf("\n");
  printf("%d\n", early(1));
  { T a(7), b(8); a = static_cast<T&&>(b); }
  printf("\n");
  { const T& kept = T(9); printf("kept%d ", kept.id); }
  printf("\n");
  return 0;
}
