// An access to a variable that the program does not define.
// run: --opt 0
// expect: not exhaustive
extern int there;
int main(void) {
  // expect: error unsupported line +2
  // expect: unexplored undefined-symbol line +1 message "not defined"
  int x = there;
  if (x == 3)
    return 2;  // behind
  return 1;  // behind
}
