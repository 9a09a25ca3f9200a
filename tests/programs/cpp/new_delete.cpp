// operator new and delete: single, array with cookie, placement, class-specific, aligned.
// expect: output "6 1 7\n"
// expect: output "1 9\n"
// expect: output "3 1\n"
// expect: output "-1\n"
// expect: output "~Derived 3\n"
// expect: output "~Base\n"
// expect: output "3 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

using size_t = decltype(sizeof 0);
inline void* operator new(size_t, void* p) noexcept { return p; }
static int live = 0;
struct Item { int v; Item(int x = 7) : v(x) { live++; } ~Item() { live--; } };
struct Pooled {
  static char pool[64];
  static int used;
  int v = 3;
  static void* operator new(size_t n) { void* p = pool + used; used += n; return p; }
  static void operator delete(void*) { used = -1; }
};
alignas(8) char Pooled::pool[64];
int Pooled::used = 0;
struct Base { virtual ~Base() { printf("~Base\n"); } };
struct Derived : Base { Item items[3]; ~Derived() override { printf("~Derived %d\n", live); } };

int main() {
  Item* one = new Item(1);
  Item* many = new Item[5];
  printf("%d %d %d\n", live, one->v, many[4].v);
  delete[] many;
  delete one;
  alignas(Item) char space[sizeof(Item)];
  Item* placed = new (space) Item(9);
  printf("%d %d\n", live, placed->v);
  placed->~Item();
  Pooled* p = new Pooled;
  printf("%d %d\n", p->v, Pooled::used > 0);
  delete p;
  printf("%d\n", Pooled::used);
  Base* b = new Derived;
  delete b;
  int* zero = new int[0];
  delete[] zero;
  int* values = new int[3]{1, 2, 3};
  printf("%d %d\n", values[2], live);
  delete[] values;
  return 0;
}
