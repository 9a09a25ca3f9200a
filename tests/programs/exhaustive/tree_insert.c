// A search tree of three symbolic keys; walking it gives them in order.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Node {
  struct Node *left, *right;
  int key;
};

static void insert(struct Node **at, struct Node *node) {
  while (*at) at = node->key < (*at)->key ? &(*at)->left : &(*at)->right;
  *at = node;
}
static int walk(const struct Node *at, int last) {
  if (!at) return last;
  last = walk(at->left, last);
  assert(last <= at->key);
  return walk(at->right, at->key);
}

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  struct Node nodes[3] = {{0, 0, in[0] & 15}, {0, 0, in[0] >> 4}, {0, 0, in[1] & 15}}, *root = 0;
  for (int i = 0; i < 3; i++) insert(&root, &nodes[i]);
  return walk(root, -1);
}
