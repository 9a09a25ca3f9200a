// Branches of one place, as macros make them, are counted one by one.
// expect: spread runs 8
// expect: spread branches 6
#define ABOVE(x, n) ((x) > (n))
#define CLASSIFY(a, b, c) do { if (ABOVE(a, 3)) r += 1; if (ABOVE(b, 3)) r += 2; if (ABOVE(c, 3)) r += 4; } while (0)

int spread(int a, int b, int c) {
  int r = 0;
  CLASSIFY(a, b, c);
  return r;
}
