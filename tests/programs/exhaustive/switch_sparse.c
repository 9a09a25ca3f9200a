// A switch with far apart cases over 16 bits.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned short port;
  klee_make_symbolic(&port, sizeof port, "port");
  int service = 0;
  switch (port) {
    case 0: return 9;
    case 22: service = 1; break;
    case 80: service = 2; break;
    case 443: service = 3; break;
    case 8080: service = 4; break;
    case 65535: service = 5; break;
  }
  if (service == 0 && port < 1024) return 10;
  return service;
}
