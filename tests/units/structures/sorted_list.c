// A singly linked list of ints in ascending order without duplicates. The caller's variable is the handle: NULL is the empty list.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct sl_node {
  int value;
  struct sl_node *next;
};

static void check(const struct sl_node *node) {
  for (; node && node->next; node = node->next) assert(node->value < node->next->value);
}

// The link at which the value is, or would have to be: the first whose node is not smaller.
static struct sl_node **place(struct sl_node **list, int value) {
  while (*list && (*list)->value < value) list = &(*list)->next;
  return list;
}

// True if the value was added, false if it was there already or memory is short.
bool sl_insert(struct sl_node **list, int value) {
  struct sl_node **link = place(list, value);
  if (*link && (*link)->value == value) return false;
  struct sl_node *node = malloc(sizeof *node);
  if (!node) return false;
  node->value = value;
  node->next = *link;
  *link = node;
  check(*list);
  return true;
}

bool sl_remove(struct sl_node **list, int value) {
  struct sl_node **link = place(list, value);
  struct sl_node *node = *link;
  if (!node || node->value != value) return false;
  *link = node->next;
  free(node);
  check(*list);
  return true;
}

bool sl_contains(struct sl_node **list, int value) {
  const struct sl_node *node = *place(list, value);
  return node && node->value == value;
}

int sl_length(struct sl_node **list) {
  int length = 0;
  for (const struct sl_node *node = *list; node; node = node->next) length++;
  return length;
}

// How many values are smaller.
int sl_rank(struct sl_node **list, int value) {
  int rank = 0;
  for (const struct sl_node *node = *list; node && node->value < value; node = node->next) rank++;
  return rank;
}

// Takes the smallest value off the list; false if there is none.
bool sl_take_first(struct sl_node **list, int *value) {
  struct sl_node *node = *list;
  if (!node) return false;
  *value = node->value;
  *list = node->next;
  free(node);
  return true;
}

// Moves all of second into first; values that both have are kept once. second is empty afterwards.
void sl_merge(struct sl_node **first, struct sl_node **second) {
  if (first == second) return;
  struct sl_node **link = first, *other = *second;
  *second = NULL;
  while (other) {
    struct sl_node *rest = other->next;
    link = place(link, other->value);
    if (*link && (*link)->value == other->value) {
      free(other);
    } else {
      other->next = *link;
      *link = other;
    }
    other = rest;
  }
  check(*first);
}

void sl_clear(struct sl_node **list) {
  while (*list) {
    struct sl_node *node = *list;
    *list = node->next;
    free(node);
  }
}

// Takes the values of second out of first; second stays as it is, unless it is the same list.
void sl_subtract(struct sl_node **first, struct sl_node **second) {
  if (first == second) {
    sl_clear(first);
    return;
  }
  struct sl_node **link = first;
  const struct sl_node *other = *second;
  while (*link && other) {
    struct sl_node *node = *link;
    while (other && other->value < node->value) other = other->next;
    if (other && other->value == node->value) {
      *link = node->next;
      free(node);
    } else {
      link = &node->next;
    }
  }
  check(*first);
}
