// Function-local statics with guard variables: made once, at first use.
// expect: output "start\n"
// expect: output "make 1\n"
// expect: output "1\n"
// expect: output "1\n"
// expect: output "1\n"
// expect: output "make 7\n"
// expect: output "8 2\n"
// expect: output "21\n"
// expect: output "drop 8\n"
// expect: output "drop 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

static int made = 0;
struct Thing { int id; Thing(int base) : id(base + ++made) { printf("make %d\n", id); } ~Thing() { printf("drop %d\n", id); } };
static __attribute__((noinline)) Thing& thing(int base) { static Thing t(base); return t; }
template <typename T> T& single() { static T t{5}; return t; }
static int next() { static int n = made * 10; return n++; }

int main() {
  printf("start\n");
  for (int i = 0; i < 3; i++) printf("%d\n", thing(10 * i).id);
  single<Thing>().id++;
  printf("%d %d\n", single<Thing>().id, made);
  next();
  printf("%d\n", next());
  return 0;
}
