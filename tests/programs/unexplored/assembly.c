// Behind inline assembly nothing is explored, and nobody says that there is nothing.
// run:
// run: --opt 0
// expect: not exhaustive
int main(void) {
  int x = 1;
  // expect: error unsupported line +2
  // expect: unexplored unsupported-instruction line +1 message "wbinvd"
  __asm__ volatile("wbinvd" : "+r"(x));
  if (x == 1) x = 2;
  return x;  // behind
}
