// A libFuzzer harness with an initialisation and state that lives from one input to the next: a table and a buffer, into which the input is
// copied as a string. What the decoder takes must come out the same when it is encoded again. One planted error: an assertion that fails.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 256 };

static unsigned char lengths[256];  // of a sequence, by its first byte; 0: no sequence begins so
static char *text;
static size_t inputs, accepted;

static void fill_lengths(void) {
  for (int byte = 0; byte < 0x80; byte++) lengths[byte] = 1;
  for (int byte = 0xc2; byte < 0xe0; byte++) lengths[byte] = 2;
  for (int byte = 0xe0; byte < 0xf0; byte++) lengths[byte] = 3;
  for (int byte = 0xf0; byte < 0xf5; byte++) lengths[byte] = 4;
}

// Decodes the sequence at *at and moves there behind it. False if it is none: too short, overlong, a surrogate, or beyond the last code.
static bool decode(const char **at, uint32_t *code) {
  const unsigned char *p = (const unsigned char *)*at;
  static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  int length = lengths[p[0]];
  if (length == 0) return false;
  uint32_t result = p[0] & first_bits[length];
  for (int i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return false;  // the terminator too
    result = result << 6 | (p[i] & 0x3f);
  }
  // The planted error: overlong sequences of three bytes pass. Those of two have no entry in the table.
  if (length == 4 && result < 0x10000) return false;
  if (result > 0x10ffff || (result >= 0xd800 && result < 0xe000)) return false;
  *at += length;
  *code = result;
  return true;
}

static int encode(char *to, uint32_t code) {
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  int length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (int i = length - 1; i > 0; i--) {
    to[i] = (char)(0x80 | (code & 0x3f));
    code >>= 6;
  }
  to[0] = (char)(first[length] | code);
  return length;
}

static size_t skip_byte_order_mark(const char *string) { return strncmp(string, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; }

static bool check_string(const char *string) {
  string += skip_byte_order_mark(string);
  while (*string) {
    const char *start = string;
    char again[4];
    uint32_t code;
    if (!decode(&string, &code)) return false;
    int length = encode(again, code);
    assert(length == string - start);
    assert(memcmp(again, start, (size_t)length) == 0);
  }
  return true;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  fill_lengths();
  text = malloc(MAX_SIZE + 1);
  if (!text) abort();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > MAX_SIZE) return -1;  // not for the corpus
  if (size > 0) memcpy(text, data, size);
  text[size] = 0;
  inputs++;
  accepted += check_string(text);
  if (accepted > inputs) abort();
  return 0;
}
