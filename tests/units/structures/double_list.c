// A doubly linked list of ints, in the order of insertion. The caller's variable is the handle: it points to the first node, NULL is
// the empty list. SEEDED_BUG: the kind of error that CUTE (Sen, Marinov, Agha 2005) found in the lists of SGLIB 1.0.1.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct dl_node {
  int value;
  struct dl_node *previous, *next;
};

static void check(const struct dl_node *node) {
  assert(!node || !node->previous);
  for (; node && node->next; node = node->next) assert(node->next->previous == node);
}

static struct dl_node *last(struct dl_node *node) {
  while (node && node->next) node = node->next;
  return node;
}

// A new node between the two neighbours, either of which may be NULL; NULL if memory is short.
static struct dl_node *new_between(struct dl_node *previous, int value, struct dl_node *next) {
  struct dl_node *node = malloc(sizeof *node);
  if (!node) return NULL;
  node->value = value;
  node->previous = previous;
  node->next = next;
  if (previous) previous->next = node;
  if (next) next->previous = node;
  return node;
}

static void unlink_node(struct dl_node **list, struct dl_node *node) {
  if (node->previous) {
    node->previous->next = node->next;
  } else {
    *list = node->next;
  }
  if (node->next) node->next->previous = node->previous;
  free(node);
}

// The functions that add leave the list as it is when memory is short.
void dl_push_front(struct dl_node **list, int value) {
  struct dl_node *node = new_between(NULL, value, *list);
  if (node) *list = node;
  check(*list);
}

void dl_push_back(struct dl_node **list, int value) {
  struct dl_node *node = new_between(last(*list), value, NULL);
  if (!*list) *list = node;
  check(*list);
}

// Before the first greater value; in a list that is sorted, this keeps it so.
void dl_insert_sorted(struct dl_node **list, int value) {
  struct dl_node *previous = NULL, *next = *list;
  while (next && next->value <= value) {
    previous = next;
    next = next->next;
  }
  struct dl_node *node = new_between(previous, value, next);
  if (node && !previous) *list = node;
  check(*list);
}

struct dl_node *dl_find(struct dl_node **list, int value) {
  struct dl_node *node = *list;
  while (node && node->value != value) node = node->next;
  return node;
}

// Removes the first node of this value.
bool dl_remove(struct dl_node **list, int value) {
  struct dl_node *node = dl_find(list, value);
  if (!node) return false;
  unlink_node(list, node);
  check(*list);
  return true;
}

// Removes all nodes of this value but the first; how many they were.
int dl_remove_repeats(struct dl_node **list, int value) {
  int removed = 0;
  struct dl_node *first = dl_find(list, value), *node = first ? first->next : NULL;
  while (node) {
    struct dl_node *next = node->next;
    if (node->value == value) {
      unlink_node(list, node);
      removed++;
    }
    node = next;
  }
  check(*list);
  return removed;
}

int dl_length(struct dl_node **list) {
  int length = 0;
  for (const struct dl_node *node = *list; node; node = node->next) length++;
  return length;
}

// Moves all of second to the end of first; second is empty afterwards.
void dl_concat(struct dl_node **first, struct dl_node **second) {
  if (first == second) return;
  if (!*first) {
    *first = *second;
  } else {
    struct dl_node *end = last(*first);
    end->next = *second;
#ifdef SEEDED_BUG
    (*second)->previous = end;
#else
    if (*second) (*second)->previous = end;
#endif
  }
  *second = NULL;
  check(*first);
}

void dl_reverse(struct dl_node **list) {
  struct dl_node *node = *list;
  while (node) {
    struct dl_node *next = node->next;
    node->next = node->previous;
    node->previous = next;
    *list = node;
    node = next;
  }
  check(*list);
}

void dl_clear(struct dl_node **list) {
  struct dl_node *node = *list;
  while (node) {
    struct dl_node *next = node->next;
    free(node);
    node = next;
  }
  *list = NULL;
}
