// With --uninit=symbolic a byte that was never written has one value on a path: re-reads, copies by assignment, memcpy, realloc and
// through pointers, parts of a word, at constant and at symbolic offsets, before and after a fork.
// checks: overflow,leak and it reads what was never written
// native: no, it is indeterminate there
// run: --uninit=symbolic --opt 0
// run: --uninit=symbolic --opt 1
// run: --uninit=symbolic --libc=musl
// run: --uninit=symbolic --merge=auto
#include <assert.h>
#include <bonsai.h>
#include <stdlib.h>
#include <string.h>

struct record { char c; int i; char text[6]; };

static int same(const char *s, const char *t) { return *s == *t; }
static int is_nul(const char *s) { return *s == 0; }

static void rereads(void) {
  char out[7];
  static const char empty[] = "";
  out[6] = 0;
  if (same(out + 1, empty)) assert(is_nul(out + 1));
  char *p = malloc(4);
  if (!p) return;
  assert(!(p[1] == 3 && p[1] != 3));
  unsigned word;
  memcpy(&word, p, 4);
  assert((char)(word >> 8) == p[1]);
  free(p);
}

static void copies(void) {
  struct record a, b;
  a.c = 1;
  b = a;
  assert(b.i == a.i && b.text[5] == a.text[5]);
  struct record *h = malloc(sizeof *h);
  if (!h) return;
  *h = b;
  assert(h->i == a.i);
  char *grown = realloc(h, 100);
  if (!grown) return;
  assert(memcmp(grown, &a, sizeof a) == 0);
  free(grown);
}

static void offsets(void) {
  char small[16];
  char *large = malloc(5000);
  unsigned i = bonsai_uint("i");
  bonsai_assume(i < 16);
  if (!large) return;
  small[3] = 1;
  large[7] = 1;
  char s = small[i], l = large[i];
  if (i == 5) assert(s == small[5] && l == large[5]);
  assert(s == small[i] && l == large[i]);
  large[i] = s;
  assert(large[i] == small[i] && large[4000] == large[4000]);
  free(large);
}

static void scalars(int c) {
  int x, y = 0;
  if (c) y = x;
  if (c) assert(y == x);
  int z = x;
  assert(z == x && x - z == 0);
}

int main(void) {
  rereads();
  copies();
  offsets();
  scalars(bonsai_bool("c"));
  return 0;
}
