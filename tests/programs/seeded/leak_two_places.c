// One error names the other places, too.
// run: --check=leak --libc=musl
// expect: error leak line 8 message "leak_two_places.c:9)"
#include <stdio.h>
#include <string.h>

int main(void) {
  char *volatile text = strdup("one");
  text = strdup("two");
  puts(text);
  text = 0;
  return 0;
}
