// A fuzz target in place of main: an input of symbolic bytes and symbolic size, as the engine makes it where no
// C library is linked.
#include "linux.h"

unsigned long __bonsai_fuzz_size = 64;

int __bonsai_fuzz(int (*target)(const unsigned char*, size_t)) {
  size_t size;
  bonsai_symbolic(&size, sizeof size, "size");
  bonsai_assume(size <= __bonsai_fuzz_size);
  unsigned char* all = malloc(__bonsai_fuzz_size);
  bonsai_symbolic(all, __bonsai_fuzz_size, "data");
  unsigned char* data = malloc(size);  // of that size, so that no byte behind it can be read
  memcpy(data, all, size);
  int result = target(data, size);
  free(data);
  return result;
}
