// Labels as values: a threaded interpreter, with labels in a static table and their differences.
// expect: output "108\n"
// expect: output "yes\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

static int interpret(const unsigned char *code) {
  static void *const table[] = {&&halt, &&push, &&add, &&mul, &&dup, &&swap};
  int stack[16], *sp = stack;
  goto *table[*code++];
push: *sp++ = *code++; goto *table[*code++];
add: sp--; sp[-1] += *sp; goto *table[*code++];
mul: sp--; sp[-1] *= *sp; goto *table[*code++];
dup: *sp = sp[-1]; sp++; goto *table[*code++];
swap: { int t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; } goto *table[*code++];
halt: return sp[-1];
}

int main(void) {
  static const unsigned char program[] = {1, 7, 4, 3, 1, 5, 5, 2, 4, 2, 0};
  printf("%d\n", interpret(program));
  volatile int n = 1;
  void *target = n ? &&yes : &&no;
  goto *target;
no: printf("no\n"); return 1;
yes: printf("yes\n"); return 0;
}
