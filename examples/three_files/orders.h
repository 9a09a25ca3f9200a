// Orders as they come over the wire: bytes of a part and a count, in turn; a part of 255 ends them.
#pragma once

#include "inventory.h"

enum { order_end = 255 };

// The number of parts handed out, or -1 if an order cannot be read.
int orders_run(struct Inventory *inventory, const unsigned char *bytes, int size);
