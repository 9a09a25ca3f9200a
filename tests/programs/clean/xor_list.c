// An XOR-linked list: addresses combined as integers.
// checks: overflow,uninit and nothing but the sum of two addresses is left of a block
// expect: output "123\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct node { int value; uintptr_t link; };

int main(void) {
  struct node *n[3];
  for (int i = 0; i < 3; i++) n[i] = malloc(sizeof **n), n[i]->value = i + 1;
  n[0]->link = (uintptr_t)n[1];
  n[1]->link = (uintptr_t)n[0] ^ (uintptr_t)n[2];
  n[2]->link = (uintptr_t)n[1];
  uintptr_t previous = 0;
  struct node *volatile at = n[0];
  int sum = 0;
  while (at) {
    sum = sum * 10 + at->value;
    uintptr_t next = at->link ^ previous;
    previous = (uintptr_t)at;
    at = (struct node *)next;
  }
  printf("%d\n", sum);
  return 0;
}
