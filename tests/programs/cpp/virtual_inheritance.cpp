// Virtual inheritance: one shared base, constructed once, offsets from the table.
// expect: output "Base 3\n"
// expect: output "Left\n"
// expect: output "Right\n"
// expect: output "Bottom\n"
// expect: output "35\n"
// expect: output "1 1\n"
// expect: output "Base 1\n"
// expect: output "Left\n"
// expect: output "2\n"
// expect: output "~Left\n"
// expect: output "~Base\n"
// expect: output "~Left\n"
// expect: output "~Base\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct Base { int x; Base(int v) : x(v) { printf("Base %d\n", v); } virtual int get() { return x; } virtual ~Base() { printf("~Base\n"); } };
struct Left : virtual Base { int l = 1; Left() : Base(1) { printf("Left\n"); } ~Left() { printf("~Left\n"); } };
struct Right : virtual Base { int r = 2; Right() : Base(2) { printf("Right\n"); } int get() override { return x * 10 + r; } };
struct Bottom : Left, Right { Bottom() : Base(3) { printf("Bottom\n"); } };
static __attribute__((noinline)) int through(Left* p) { return p->get() + p->x; }

int main() {
  Bottom b;
  printf("%d\n", through(&b));
  Left* l = &b;
  Right* r = &b;
  printf("%d %d\n", l->x == r->x, &l->x == &r->x);
  Left alone;
  printf("%d\n", through(&alone));
  return 0;
}
