// A hash table with chains, a binary tree and a queue on the heap.
// expect: output "122 1\n"
// expect: output "917500984\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry { struct entry *next; char key[12]; int value; };
static struct entry *table[17];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 ^ (unsigned char)*s++; return h; }
static struct entry *find(const char *key, int create) {
  struct entry **at = &table[hash(key) % 17];
  for (; *at; at = &(*at)->next) if (!strcmp((*at)->key, key)) return *at;
  if (!create) return NULL;
  *at = calloc(1, sizeof **at);
  strcpy((*at)->key, key);
  return *at;
}
struct tree { struct tree *kids[2]; int key; };
static struct tree *insert(struct tree *t, int key) {
  if (!t) { t = malloc(sizeof *t); *t = (struct tree){.key = key}; return t; }
  t->kids[key > t->key] = insert(t->kids[key > t->key], key);
  return t;
}
static unsigned walk(struct tree *t, unsigned h) { return t ? walk(t->kids[1], walk(t->kids[0], h) * 31 + t->key) : h; }
static void drop(struct tree *t) { if (t) { drop(t->kids[0]); drop(t->kids[1]); free(t); } }

int main(void) {
  char key[12];
  for (int i = 0; i < 100; i++) {
    int n = i * 37 % 60, k = 0;
    key[k++] = 'k';
    key[k++] = '0' + n / 10;
    key[k++] = '0' + n % 10;
    key[k] = 0;
    find(key, 1)->value += i;
  }
  printf("%d %d\n", find("k07", 0)->value, find("none", 0) == NULL);
  struct tree *t = NULL;
  unsigned x = 12345;
  for (int i = 0; i < 200; i++) x = x * 1103515245 + 12345, t = insert(t, x >> 20);
  printf("%u\n", walk(t, 0));
  drop(t);
  for (int i = 0; i < 17; i++) while (table[i]) { struct entry *e = table[i]; table[i] = e->next; free(e); }
  return 0;
}
