// Words in a trie; the walk is guided by symbolic letters.
// run: --opt 0
// expect: exhaustive
// expect: paths 19
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Node {
  struct Node *child[3];
  int word;
};
static struct Node nodes[12];
static int used = 1;

static void add(const char *text, int word) {
  struct Node *at = &nodes[0];
  for (; *text; text++) {
    int letter = *text - 'a';
    if (!at->child[letter]) at->child[letter] = &nodes[used++];
    at = at->child[letter];
  }
  at->word = word;
}

int main(void) {
  add("ab", 1);
  add("abc", 2);
  add("ca", 3);
  add("b", 4);
  assert(used == 7);
  unsigned char word;
  klee_make_symbolic(&word, sizeof word, "word");
  struct Node *at = &nodes[0];
  for (int i = 0; i < 3; i++) {
    int letter = word >> 2 * i & 3;
    switch (letter) {
      case 0: at = at->child[0]; break;
      case 1: at = at->child[1]; break;
      case 2: at = at->child[2]; break;
      default: return at->word;
    }
    if (!at) return 20;
  }
  return 10 + at->word;
}
