// A call of a function that the program does not define.
// run:
// run: --opt 0
// expect: not exhaustive
int helper(void);
int main(void) {
  // expect: error unsupported line +2
  // expect: unexplored undefined-symbol line +1 message "call of helper"
  int x = helper();
  if (x == 3)
    return 2;  // behind
  return 1;  // behind
}
