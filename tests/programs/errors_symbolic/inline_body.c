// C99 inline: the body is here and no file has an external definition. A body may call another one, and keeps its own statics.
// native: no, without an external definition it does not link at -O0
// confirm: no, without an external definition it does not link at -O0
// run:
// run: --opt 0
// run: --libc=musl
// expect: error user line 16
extern void reach_error(void);
int g;
inline void deeper(int n) { static const int steps[] = {1, 2}; g += steps[n]; }
inline void set(void) { deeper(1); g--; }
static int unused(void) { return 3; }
int main(void) {
  set();
  int (*p)(void) = unused;
  if (g == 1 && p() == 3) reach_error();
  return 0;
}
