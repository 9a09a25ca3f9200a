// Bodies that a program keeps for functions of the harness are not used.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: paths 3
void klee_assume(unsigned long condition) {}
int __VERIFIER_nondet_int(void) { return 5; }
void reach_error(void) {}
void klee_make_symbolic(void *object, unsigned long size, const char *name) {}

int main(void) {
  unsigned char byte = 1;
  klee_make_symbolic(&byte, 1, "byte");
  klee_assume(byte < 10);
  if (byte > 20) return 1;
  if (byte == 3) return 2;
  int x = __VERIFIER_nondet_int();
  // expect: error user line +1
  if (x == 77) reach_error();
  return 0;
}
