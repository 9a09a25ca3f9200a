// run: --opt 0
// expect: paths 6
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int bits = 0;
  if (__VERIFIER_nondet_bool()) bits |= 1;
  char c = __VERIFIER_nondet_char();
  if (c == 'x') bits |= 2;
  unsigned short s = __VERIFIER_nondet_ushort();
  __VERIFIER_assume(s > 3);
  if (s == 2) bits |= 4;
  long l = __VERIFIER_nondet_long();
  if ((bits & 2) && l < 0) bits |= 8;
  return bits;
}
