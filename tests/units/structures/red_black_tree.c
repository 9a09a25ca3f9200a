// A red-black tree of ints without duplicates, with links to the parents. The caller's variable is the handle: it points to the root,
// NULL is the empty tree. Leaves are NULL and count as black.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum { LEFT, RIGHT };

struct rb_node {
  int value;
  bool red;
  struct rb_node *parent, *child[2];
};

static bool is_red(const struct rb_node *node) { return node && node->red; }

static int side_of(const struct rb_node *node) { return node->parent->child[RIGHT] == node; }

// The black height of the subtree. Values lie strictly between the bounds, where there are any.
static int check_subtree(const struct rb_node *node, const struct rb_node *parent, const int *low, const int *high) {
  if (!node) return 1;
  assert(node->parent == parent);
  assert(!low || *low < node->value);
  assert(!high || node->value < *high);
  assert(!node->red || !is_red(parent));
  int left = check_subtree(node->child[LEFT], node, low, &node->value);
  int right = check_subtree(node->child[RIGHT], node, &node->value, high);
  assert(left == right);
  return left + !node->red;
}

void rb_check(struct rb_node **tree) {
  assert(!is_red(*tree));
  check_subtree(*tree, NULL, NULL, NULL);
}

// Puts a node, or NULL, in the place that another has under its parent.
static void replace(struct rb_node **tree, struct rb_node *node, struct rb_node *by) {
  if (!node->parent) {
    *tree = by;
  } else {
    node->parent->child[side_of(node)] = by;
  }
  if (by) by->parent = node->parent;
}

// The node goes down to the given side, its child on the other side takes its place.
static void rotate(struct rb_node **tree, struct rb_node *node, int side) {
  struct rb_node *up = node->child[!side], *middle = up->child[side];
  replace(tree, node, up);
  up->child[side] = node;
  node->parent = up;
  node->child[!side] = middle;
  if (middle) middle->parent = node;
}

static struct rb_node *find(struct rb_node *node, int value) {
  while (node && node->value != value) node = node->child[value > node->value];
  return node;
}

static struct rb_node *outermost(struct rb_node *node, int side) {
  while (node && node->child[side]) node = node->child[side];
  return node;
}

// The node is red; its parent may be so too.
static void repair_insert(struct rb_node **tree, struct rb_node *node) {
  while (is_red(node->parent)) {
    struct rb_node *parent = node->parent, *grandparent = parent->parent;
    int side = side_of(parent);
    struct rb_node *uncle = grandparent->child[!side];
    if (is_red(uncle)) {
      parent->red = uncle->red = false;
      grandparent->red = true;
      node = grandparent;
      continue;
    }
    if (side_of(node) != side) {
      rotate(tree, parent, side);
      parent = node;
    }
    parent->red = false;
    grandparent->red = true;
    rotate(tree, grandparent, !side);
    break;
  }
  (*tree)->red = false;
}

// Below parent, paths on this side have one black node too few.
static void repair_remove(struct rb_node **tree, struct rb_node *parent, int side) {
  while (parent) {
    struct rb_node *sibling = parent->child[!side];
    if (sibling->red) {
      sibling->red = false;
      parent->red = true;
      rotate(tree, parent, side);
      sibling = parent->child[!side];
    }
    if (!is_red(sibling->child[LEFT]) && !is_red(sibling->child[RIGHT])) {
      sibling->red = true;
      if (parent->red) {
        parent->red = false;
        return;
      }
      if (!parent->parent) return;
      side = side_of(parent);
      parent = parent->parent;
      continue;
    }
    if (!is_red(sibling->child[!side])) {
      sibling->child[side]->red = false;
      sibling->red = true;
      rotate(tree, sibling, !side);
      sibling = parent->child[!side];
    }
    sibling->red = parent->red;
    parent->red = false;
    sibling->child[!side]->red = false;
    rotate(tree, parent, side);
    return;
  }
}

// True if the value was added, false if it was there already or memory is short.
bool rb_insert(struct rb_node **tree, int value) {
  struct rb_node *parent = NULL, **link = tree;
  while (*link) {
    parent = *link;
    if (parent->value == value) return false;
    link = &parent->child[value > parent->value];
  }
  struct rb_node *node = malloc(sizeof *node);
  if (!node) return false;
  node->value = value;
  node->red = true;
  node->parent = parent;
  node->child[LEFT] = node->child[RIGHT] = NULL;
  *link = node;
  repair_insert(tree, node);
  rb_check(tree);
  return true;
}

bool rb_remove(struct rb_node **tree, int value) {
  struct rb_node *node = find(*tree, value);
  if (!node) return false;
  if (node->child[LEFT] && node->child[RIGHT]) {
    // The next greater value moves here; its node has no left child and goes instead.
    struct rb_node *next = outermost(node->child[RIGHT], LEFT);
    node->value = next->value;
    node = next;
  }
  struct rb_node *parent = node->parent, *child = node->child[node->child[LEFT] ? LEFT : RIGHT];
  int side = parent ? side_of(node) : LEFT;
  replace(tree, node, child);
  if (child) {
    child->red = false;  // an only child is red, and its parent black
  } else if (!node->red) {
    repair_remove(tree, parent, side);
  }
  free(node);
  rb_check(tree);
  return true;
}

bool rb_contains(struct rb_node **tree, int value) {
  bool found = find(*tree, value) != NULL;
  rb_check(tree);
  return found;
}

static int count(const struct rb_node *node) {
  return node ? count(node->child[LEFT]) + 1 + count(node->child[RIGHT]) : 0;
}

int rb_size(struct rb_node **tree) {
  rb_check(tree);
  return count(*tree);
}

// The smallest, or the greatest, value; false if the tree is empty.
static bool extreme(struct rb_node **tree, int side, int *value) {
  const struct rb_node *node = outermost(*tree, side);
  rb_check(tree);
  if (!node) return false;
  *value = node->value;
  return true;
}

bool rb_min(struct rb_node **tree, int *value) { return extreme(tree, LEFT, value); }
bool rb_max(struct rb_node **tree, int *value) { return extreme(tree, RIGHT, value); }

void rb_clear(struct rb_node **tree) {
  struct rb_node *node = *tree;
  while (node) {
    struct rb_node *below = node->child[LEFT] ? node->child[LEFT] : node->child[RIGHT];
    if (!below) {
      below = node->parent;
      if (below) below->child[side_of(node)] = NULL;
      free(node);
    }
    node = below;
  }
  *tree = NULL;
}
