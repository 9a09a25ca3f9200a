#include "inventory.h"

void inventory_fill(struct Inventory *inventory, int each) {
  for (int i = 0; i < part_kinds; i++) inventory->stock[i] = each;
}

int inventory_take(struct Inventory *inventory, int part, int count) {
  if (part < 0 || part > part_kinds) return -1;  // the bug: off by one
  if (inventory->stock[part] < count) return -1;
  inventory->stock[part] -= count;
  return 0;
}
