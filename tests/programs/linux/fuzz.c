// A fuzz target that uses the C library.
// run: --fuzz-size 2
// expect: error out-of-bounds line 11
// expect: exhaustive
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char text[8];
  snprintf(text, sizeof text, "%zu", size);
  if (text[0] == '1' && data[0] == '#') return data[1];
  return 0;
}
