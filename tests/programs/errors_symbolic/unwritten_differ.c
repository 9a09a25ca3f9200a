// Each object, each member and each call has unwritten bytes of its own: they may differ.
// native: no, it holds what happens to be there
// confirm: no, natively it holds what happens to be there
// run: --uninit=symbolic --opt 0
// run: --uninit=symbolic --opt 1
// expect: error user line 16
// expect: error user line 19
// expect: error user line 21
// expect: error user line 24
// expect: error user line 26
extern void reach_error(void);
void *malloc(unsigned long);
static int fresh(void) { int x; return x; }
struct pair { int x, y; };
static void scalars(void) {
  int x, y; if (x != y) reach_error();
}
static void members(void) {
  struct pair p; if (p.x != p.y) reach_error();
}
static void calls(void) { if (fresh() != fresh()) reach_error(); }
static void arrays(void) {
  char a[4], b[4];
  if (a[1] != b[1]) reach_error();
}
static void blocks(void) { int *p = malloc(4), *q = malloc(4); if (*p != *q) reach_error(); }
int main(void) {
  scalars();
  members();
  calls();
  arrays();
  blocks();
  return 0;
}
