/* main for programs that have LLVMFuzzerTestOneInput instead: calls it once, with the input "data" of the
   test, cut to the input "size" (a size_t) where the test has one. A main of the program's own wins, for this
   one is weak. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "replay.h"

__attribute__((weak)) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

__attribute__((weak)) int main(int argc, char** argv) {
  if (!LLVMFuzzerTestOneInput)
    bonsai_replay_diverged("the program has neither main nor LLVMFuzzerTestOneInput");
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  size_t size = 0, size_bytes = 0;
  const unsigned char* data = bonsai_replay_find("data", &size);
  if (!data) bonsai_replay_diverged("the test has no input 'data' for LLVMFuzzerTestOneInput");
  const unsigned char* wanted = bonsai_replay_find("size", &size_bytes);
  if (wanted && size_bytes == sizeof(size_t)) {
    size_t cut;
    memcpy(&cut, wanted, sizeof cut);
    if (cut > size) bonsai_replay_diverged("the input 'size' is larger than the input 'data'");
    size = cut;
  }
  /* A block of exactly this size, so that AddressSanitizer sees its end. */
  unsigned char* block = malloc(size ? size : 1);
  if (!block) bonsai_replay_diverged("no memory for the input 'data'");
  if (size) memcpy(block, data, size);
  LLVMFuzzerTestOneInput(block, size);
  free(block);
  return 0;
}
