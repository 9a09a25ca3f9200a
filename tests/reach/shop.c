// A patch (shop.diff): each line that it brings is reached with an input, or cannot be.
// reach: --patch shop.diff --sym-args 0 1 3
// answer: shop.c:23 reached
// answer: shop.c:24 reached
// answer: shop.c:25 reached
// answer: shop.c:26 unreachable
// answer: shop.c:27 no code
// answer: shop.c:28 reached
// answer: shop.c:29 reached
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int price(const char *word) {
  int sum = 0;
  for (; *word >= '0' && *word <= '9'; word++) sum = sum * 10 + (*word - '0');
  return sum;
}

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int amount = price(argv[1]);
  if (amount == 77)
    amount -= 7;
  if (amount < 0)
    return 2;  /* never: prices of three digits */
  // a remark
  if (strcmp(argv[1], "-x") == 0)
    amount = 5;
  printf("%d\n", amount);
  return 0;
}
