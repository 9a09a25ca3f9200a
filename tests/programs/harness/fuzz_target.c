// A fuzz target is an entry of its own: symbolic bytes, symbolic size.
// run: --fuzz-size 4 --opt 0
// run: --fuzz-size 4 --opt 1
// run: --fuzz-size 4 --entry LLVMFuzzerTestOneInput
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  if (data[0] != 'F' || data[1] != 'U') return 0;
  // expect: error out-of-bounds line +1
  if (data[2] == 'Z') return 1;
  return 0;
}
