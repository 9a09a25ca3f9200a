// Half a second of native work of which less than one percent depends on the input: bytes that are checked, then a long computation on what is
// known, then some branches on the input again. For bench/concolic_speed.
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 60000
#endif

static uint32_t table[256];
static unsigned char block[4096];

static unsigned letters;
static __attribute__((noinline)) void note(void) { letters++; }

static uint32_t crc(uint32_t value) {
  for (unsigned i = 0; i < sizeof block; i++) value = table[(value ^ block[i]) & 255] ^ value >> 8;
  return value;
}

int main(void) {
  unsigned char input[64];
  klee_make_symbolic(input, sizeof input, "input");
  for (unsigned i = 0; i < sizeof input; i++)
    if (input[i] >= 'a' && input[i] <= 'z') note();
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320u ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  for (unsigned i = 0; i < sizeof block; i++) block[i] = (unsigned char)(i * 7);
  uint32_t sum = 1;
  for (unsigned round = 0; round < ROUNDS; round++) sum = crc(sum);
  for (unsigned i = 0; i < sizeof input; i++)
    if (input[i] == (unsigned char)(sum >> i % 24)) note();
  printf("%u %u\n", sum, letters);
  return 0;
}
