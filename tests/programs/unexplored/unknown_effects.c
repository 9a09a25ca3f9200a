// A function whose result is anything may change memory as well.
// run: --external=symbolic --opt 0
// expect: not exhaustive
int helper(int *p);
int main(void) {
  int x = 1;
  // expect: unexplored unknown-effects line +1 message "call of helper"
  helper(&x);
  if (x == 3)
    return 2;  // behind
  return 1;
}
