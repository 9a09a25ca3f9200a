#include "orders.h"

int orders_run(struct Inventory *inventory, const unsigned char *bytes, int size) {
  int given = 0;
  for (int at = 0; at < size; at += 2) {
    if (bytes[at] == order_end) return given;
    if (at + 1 == size) return -1;
    if (inventory_take(inventory, bytes[at], bytes[at + 1]) == 0) given += bytes[at + 1];
  }
  return -1;
}
