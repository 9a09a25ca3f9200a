// Reads in a loop: the path that ends after n rounds has n inputs.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int() != -1) n = !n;
  return n;
}
