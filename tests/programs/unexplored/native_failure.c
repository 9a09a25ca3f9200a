// A native call of a function that there is not.
// run: --libc=none --external=concretise --external-functions=no_such_function --opt 0
// expect: not exhaustive
int no_such_function(int x);
int main(void) {
  // expect: error unsupported line +2
  // expect: unexplored native-call-failed line +1 message "no such function"
  int x = no_such_function(1);
  return x;  // behind
}
