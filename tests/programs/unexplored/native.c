// What a native call returned once it may not return another time.
// run: --libc=none --external=concretise --external-functions=getpid --opt 0
// expect: not exhaustive
int getpid(void);
int main(void) {
  // expect: unexplored native-call line +1 message "getpid"
  int x = getpid();
  if (x == -7)
    return 2;  // behind
  return 1;
}
