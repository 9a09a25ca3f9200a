// A switch over a state that no case has set.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 9
#include <stdio.h>
int main(int argc, char **argv) {
  int state;
  if (argc == 7) state = 1;
  puts("begin");
  switch (state) {
    case 1: puts("one"); break;
    case 2: puts("two"); break;
  }
  return 0;
}
