// One member of a structure is forgotten.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 15
#include <stdio.h>
struct item { int id; int count; char name[8]; };
static void init(struct item *item, int id) {
  item->id = id;
  item->name[0] = 'a';
  item->name[1] = 0;
}
int main(void) {
  struct item item;
  init(&item, 3);
  printf("%d %s\n", item.id, item.name);
  if (item.count)
    puts("some");
  return 0;
}
