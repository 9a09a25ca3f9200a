// Frames and returns have no addresses.
// run: --opt 0
// run: --opt 1
// expect: unexplored model-simplification
__attribute__((noinline)) static int asks(void) {
  if (__builtin_return_address(0))
    return 1;  // behind
  return 0;
}
int main(void) {
  if (__builtin_frame_address(0))
    return 2;  // behind
  return asks();
}
