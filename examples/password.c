// A password check that compares a scrambled input. Bonsai unscrambles it: one path of the run ends in "welcome", and its
// test is the password.
// run: --opt 1
// expect: error user line 27
#include <stdio.h>

#include "klee/klee.h"

static const unsigned char secret[8] = {0x31, 0xcf, 0x52, 0x83, 0xac, 0xf6, 0xc1, 0xe9};

static int check(const unsigned char *typed) {
  unsigned char carry = 0x5a;
  for (int i = 0; i < 8; i++) {
    unsigned char c = (unsigned char)((typed[i] ^ carry) * 3 + i);
    if (c != secret[i]) return 0;
    carry = (unsigned char)(typed[i] + c);
  }
  return 1;
}

int main(void) {
  unsigned char typed[8];
  klee_make_symbolic(typed, sizeof typed, "typed");
  if (check(typed)) {
    puts("welcome");
    // Reported as an error, so that the run names the input.
    klee_report_error(__FILE__, __LINE__, "the password was found", "found");
  }
  puts("wrong");
  return 0;
}
