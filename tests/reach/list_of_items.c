// Backwards through memory of which nothing is known: items behind pointers, a variable that main sets, a function pointer.
// reach: --target assert --strategy ccbse(sdse)
// answer: assertion at list_of_items.c:21 reached
// reach: --target assert --strategy mix(random-path,covnew)
// answer: assertion at list_of_items.c:21 reached
// reach: --target assert --jobs 2
// answer: assertion at list_of_items.c:21 reached
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct item {
  int kind;
  struct item *next;
};
static int limit;
static void (*handler)(struct item *);

static void judge(struct item *list, int sum) {
  for (; list; list = list->next) sum += list->kind;
  if (sum == 60 && limit > 40) assert(0);
}

static void count(struct item *list) { judge(list, 0); }
static void skip(struct item *list) { (void)list; }

int main(void) {
  struct item *list = NULL;
  limit = klee_range(0, 50, "limit");
  for (int i = 0; i < 3; i++) {
    struct item *one = malloc(sizeof *one);
    one->kind = klee_range(0, 30, "kind");
    one->next = list;
    list = one;
  }
  handler = klee_int("which") == 5 ? count : skip;
  handler(list);
  return 0;
}
