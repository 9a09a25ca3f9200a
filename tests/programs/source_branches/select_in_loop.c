// expect: exhaustive
// Directions that only some iterations can take, and one that none can.
#include "bonsai.h"

int main(void) {
  unsigned char text[4];
  bonsai_symbolic(text, sizeof text, "text");
  int upper = 0, third = 0, never = 0, value = 0;
  for (int i = 0; i < 4; ++i) {
    int c = text[i];
    if (c >= 'A' && c <= 'Z') ++upper;
    if (i == 2 && c == 'x') third = 1;
    if (c > 255) never = 1;
    value = value * 2 + (c & 1 ? 1 : 0);
  }
  return upper + third + never + value == 1000;
}
