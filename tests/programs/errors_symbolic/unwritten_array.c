// With --uninit=symbolic an element that was never written can be anything, whatever passes run.
// native: no, it holds what happens to be there
// confirm: no, natively it holds what happens to be there
// run: --uninit=symbolic --opt 0
// run: --uninit=symbolic --opt 1
// run: --uninit=symbolic --libc=musl
// expect: error user line 11
// expect: exhaustive
extern void reach_error(void);
int main(void) {
  int a[2]; if (a[0] == 7) reach_error();
  return 0;
}
