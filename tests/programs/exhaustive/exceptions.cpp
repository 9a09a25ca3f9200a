// Exceptions of several types, thrown on symbolic conditions.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Error {
  int code;
};
struct Worse : Error {};

static int check(unsigned char c) {
  if (c < 10) throw 1;
  if (c < 20) throw Error{2};
  if (c < 30) throw Worse{{3}};
  if (c == 255) throw "text";
  return c;
}

int main() {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  try {
    int n = check(c);
    assert(n >= 30 && n < 255);
    return n > 100 ? 10 : 11;
  } catch (int n) {
    return n;
  } catch (const Worse &e) {
    assert(c >= 20);
    return e.code;
  } catch (const Error &e) {
    return e.code;
  } catch (...) {
    return 20;
  }
}
