// A path that executes more instructions than --max-run allows.
// run: --max-run 10000 --opt 0
// expect: not exhaustive
int main(void) {
  volatile int n = 0;
  // expect: unexplored max-run line +1
  for (int i = 0; i < 100000; i++) n++;
  return n;
}
