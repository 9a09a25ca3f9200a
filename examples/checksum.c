// A packet is looked at only if its checksum is right: random inputs never pass that gate, a solver does. Behind it, one kind of
// packet divides by its own length.
// run: --opt 1
// expect: error division-by-zero line 29
#include "klee/klee.h"

struct Packet {
  unsigned char kind, length, data[6];
  unsigned char check[2];
};

static unsigned checksum(const unsigned char *bytes, int size) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < size; i++) {
    a = (a + bytes[i]) & 0xff;
    b = (b + a) & 0xff;
  }
  return b << 8 | a;
}

static int handle(const struct Packet *p) {
  if (checksum((const unsigned char *)p, 8) != ((unsigned)p->check[0] << 8 | p->check[1])) return -1;
  if (p->length > sizeof p->data) return -2;
  int sum = 0;
  for (int i = 0; i < p->length; i++) sum += p->data[i];
  switch (p->kind) {
    case 1: return sum;
    case 2: return sum > 100;
    case 7: return sum / p->length;  // the mean; of nothing?
    default: return -3;
  }
}

int main(void) {
  struct Packet packet;
  klee_make_symbolic(&packet, sizeof packet, "packet");
  return handle(&packet);
}
