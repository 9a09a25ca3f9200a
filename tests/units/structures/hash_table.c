// A set of ints: a hash table with open addressing and linear probing. A table whose bytes are all zero is empty. It never fills: at
// least one slot holds no value. SEEDED_BUG: the kind of error that CUTE (Sen, Marinov, Agha 2005) found in the hash table of SGLIB 1.0.1.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef HT_SLOTS
#define HT_SLOTS 4
#endif

struct ht_entry {
  int value;
};

struct hash_table {
  int size;
  struct ht_entry *slots[HT_SLOTS];  // NULL: never used since the table was cleared
};

// In the slots of entries that were removed: a search goes on behind them.
static struct ht_entry removed;

static void check(const struct hash_table *table) {
  int entries = 0;
  for (int i = 0; i < HT_SLOTS; i++) entries += table->slots[i] && table->slots[i] != &removed;
  assert(entries == table->size);
  assert(table->size < HT_SLOTS);
}

static unsigned home(int value) { return (unsigned)value % HT_SLOTS; }

// The slot that holds the value, or NULL. free_slot becomes the first slot on the way that could take it.
static struct ht_entry **look_up(struct hash_table *table, int value, struct ht_entry ***free_slot) {
  struct ht_entry **vacant = NULL, **found = NULL;
#ifdef SEEDED_BUG
  for (unsigned i = home(value);; i = (i + 1) % HT_SLOTS) {
#else
  for (unsigned i = home(value), left = HT_SLOTS; left > 0; i = (i + 1) % HT_SLOTS, left--) {
#endif
    struct ht_entry **slot = &table->slots[i];
    if (*slot && *slot != &removed && (*slot)->value == value) {
      found = slot;
      break;
    }
    if (!vacant && (!*slot || *slot == &removed)) vacant = slot;
    if (!*slot) break;
  }
  if (free_slot) *free_slot = vacant;
  return found;
}

// True if the value was added, false if it was there already, or there is no room or no memory.
bool ht_insert(struct hash_table *table, int value) {
  struct ht_entry **slot;
  if (look_up(table, value, &slot) || table->size == HT_SLOTS - 1) return false;
  struct ht_entry *entry = malloc(sizeof *entry);
  if (!entry) return false;
  entry->value = value;
  *slot = entry;
  table->size++;
  check(table);
  return true;
}

bool ht_remove(struct hash_table *table, int value) {
  struct ht_entry **slot = look_up(table, value, NULL);
  if (!slot) return false;
  free(*slot);
  *slot = &removed;
  table->size--;
  check(table);
  return true;
}

bool ht_contains(struct hash_table *table, int value) { return look_up(table, value, NULL) != NULL; }

int ht_size(const struct hash_table *table) { return table->size; }

// Adds the values of the other table, as far as there is room; how many were added.
int ht_add_all(struct hash_table *table, const struct hash_table *other) {
  int added = 0;
  for (int i = 0; i < HT_SLOTS; i++) {
    const struct ht_entry *entry = other->slots[i];
    if (entry && entry != &removed) added += ht_insert(table, entry->value);
  }
  return added;
}

void ht_clear(struct hash_table *table) {
  for (int i = 0; i < HT_SLOTS; i++) {
    if (table->slots[i] != &removed) free(table->slots[i]);
    table->slots[i] = NULL;
  }
  table->size = 0;
  check(table);
}
