// Static initialisers: in order of the file, depending on each other, with destructors at exit.
// expect: output "make first 1\n"
// expect: output "make second 2\n"
// expect: output "make inside 3\n"
// expect: output "make local 4\n"
// expect: output "107 207 107 108\n"
// expect: output "drop local 4\n"
// expect: output "drop inside 3\n"
// expect: output "drop second 2\n"
// expect: output "drop first 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

static int order = 0;
struct Logger {
  const char* name;
  int number;
  explicit Logger(const char* n) : name(n), number(++order) { printf("make %s %d\n", name, number); }
  ~Logger() { printf("drop %s %d\n", name, number); }
};
static int compute() { return order * 100 + 7; }
static Logger first("first");
static int value = compute();
static Logger second("second");
static int table[3] = {compute(), value, 5};
struct Holder { static Logger inside; static const int limit; };
Logger Holder::inside("inside");
const int Holder::limit = value + 1;

int main() {
  Logger local("local");
  printf("%d %d %d %d\n", value, table[0], table[1], Holder::limit);
  return 0;
}
