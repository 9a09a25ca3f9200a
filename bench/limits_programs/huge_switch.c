// A switch with four thousand cases of many targets.
#include <klee/klee.h>
int hits;
void hit(int i) { hits += i; }
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
#define C1(n) \
  case (n) * 7u: hit(n); break;
#define C4(n) C1(n) C1(n + 1) C1(n + 2) C1(n + 3)
#define C16(n) C4(n) C4(n + 4) C4(n + 8) C4(n + 12)
#define C64(n) C16(n) C16(n + 16) C16(n + 32) C16(n + 48)
#define C256(n) C64(n) C64(n + 64) C64(n + 128) C64(n + 192)
#define C1024(n) C256(n) C256(n + 256) C256(n + 512) C256(n + 768)
    C1024(1) C1024(1025) C1024(2049) C1024(3073)
  }
  return 0;
}
