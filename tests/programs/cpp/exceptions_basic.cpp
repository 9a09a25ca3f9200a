// throw and catch by type: int, double, pointer, class, by value and reference.
// expect: output "int 42\n"
// expect: output "double 2.5\n"
// expect: output "text text\n"
// expect: output "error 7\n"
// expect: output "no throw\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct Error { int code; Error(int c) : code(c) {} Error(const Error& o) : code(o.code) {} };
static __attribute__((noinline)) void fail(int how) {
  if (how == 0) throw 42;
  if (how == 1) throw 2.5;
  if (how == 2) throw "text";
  if (how == 3) throw Error(7);
  printf("no throw\n");
}

int main() {
  for (int i = 0; i < 5; i++) {
    try {
      fail(i);
    } catch (int x) {
      printf("int %d\n", x);
    } catch (double d) {
      printf("double %g\n", d);
    } catch (const char* s) {
      printf("text %s\n", s);
    } catch (Error& e) {
      printf("error %d\n", e.code);
    }
  }
  return 0;
}
