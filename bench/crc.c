// Concrete work: CRC-32 over a buffer, many rounds. Measures the interpreter alone.
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 450000
#endif
static unsigned table[256];

int main(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  unsigned char buffer[1024];
  for (int i = 0; i < 1024; i++) buffer[i] = i * 7;
  unsigned crc = ~0u;
  for (int r = 0; r < ROUNDS; r++)
    for (int i = 0; i < 1024; i++) crc = table[(crc ^ buffer[i]) & 255] ^ crc >> 8;
  printf("%08x\n", ~crc);
  return 0;
}
