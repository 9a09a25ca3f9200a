// Parts in stock, by number.
#pragma once

enum { part_kinds = 4 };

struct Inventory {
  int stock[part_kinds];
};

void inventory_fill(struct Inventory *inventory, int each);
int inventory_take(struct Inventory *inventory, int part, int count);  // 0, or -1 if there are not so many
