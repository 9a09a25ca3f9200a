// noexcept functions that do not throw, function try blocks, exceptions as return path in loops.
// expect: output "0 5\n"
// expect: output "made 3\n"
// expect: output "failed 4\n"
// expect: output "out 4\n"
// expect: output "-14\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

static __attribute__((noinline)) int quiet(int x) noexcept { try { if (x > 2) throw x; return 0; } catch (int y) { return y; } }
struct M { int v; M(int x) : v(x) { if (x < 0) throw -x; } };
struct H { M m; H(int x) try : m(x) { printf("made %d\n", m.v); } catch (int y) { printf("failed %d\n", y); } };
static __attribute__((noinline)) int find(const int* a, int n, int x) {
  for (int i = 0; i < n; i++) if (a[i] == x) throw i;
  return -1;
}

int main() {
  printf("%d %d\n", quiet(1), quiet(5));
  H good(3);
  try { H bad(-4); } catch (int y) { printf("out %d\n", y); }
  int a[100], sum = 0;
  for (int i = 0; i < 100; i++) a[i] = i * i;
  for (int x = 0; x < 50; x++) try { sum += find(a, 100, x); } catch (int i) { sum += i; }
  printf("%d\n", sum);
  return 0;
}
