// A function that nobody has.
// run: --libc=none --external=concretise --external-functions=no_such_function
// expect: error unsupported line 6 message "no such function"
int no_such_function(int x);
int main(void) {
  return no_such_function(1);
}
