// The assembly of GMP's longlong.h: sums, differences and products of double words, bit scans.
// expect: output "123456789abcdef80000000000000000\n"
// expect: output "00000000000000000000000000000000\n"
// expect: output "123456789abcdeecffffffffffffffff\n"
// expect: output "ffffffffffffffffffffffffffffffff\n"
// expect: output "123456789abcdeefedcba98765432110\n"
// expect: output "0000000000000000123456789abcdef0\n"
// expect: output "fffffffffffffffe0000000000000001\n"
// expect: output "0 0 0\n"
// expect: output "0 63 31\n"
// expect: output "4 60 31\n"
// expect: output "36 63 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdint.h>
#include <stdio.h>

typedef uint64_t word;

static void add(word ah, word al, word bh, word bl) {
  word sh, sl;
  __asm__("addq %5,%q1\n\tadcq %3,%q0" : "=r"(sh), "=&r"(sl) : "0"(ah), "rme"(bh), "%1"(al), "rme"(bl));
  printf("%016lx%016lx\n", sh, sl);
}

static void subtract(word ah, word al, word bh, word bl) {
  word sh, sl;
  __asm__("subq %5,%q1\n\tsbbq %3,%q0" : "=r"(sh), "=&r"(sl) : "0"(ah), "rme"(bh), "1"(al), "rme"(bl));
  printf("%016lx%016lx\n", sh, sl);
}

static void multiply(word u, word v) {
  word w0, w1;
  __asm__("mulq\t%3" : "=a"(w0), "=d"(w1) : "%0"(u), "rm"(v));
  printf("%016lx%016lx\n", w1, w0);
}

static void scan(word x) {
  unsigned forward, narrow;
  word backward;
  __asm__("bsf\t%1, %q0" : "=r"(forward) : "rm"(x));
  __asm__("bsr\t%1,%0" : "=r"(backward) : "rm"(x));
  __asm__("bsrl %1,%0" : "=r"(narrow) : "rm"((unsigned)x | 1));
  printf("%u %lu %u\n", forward, backward, narrow);
}

int main(void) {
  volatile word one = 1, most = ~0ul, some = 0x123456789abcdef0;
  add(some, most, 7, one);
  add(most, most, 0, one);
  subtract(some, 0, 3, one);
  subtract(0, 0, 0, one);
  multiply(some, most);
  multiply(some, one);
  multiply(most, most);
  scan(one);
  scan(most);
  scan(some);
  scan(some << 32);
  return 0;
}
