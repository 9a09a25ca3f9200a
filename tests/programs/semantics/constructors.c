// Constructors by priority before main, destructors after it.
// expect: output "c101\n"
// expect: output "c300\n"
// expect: output "c\n"
// expect: output "main\n"
// expect: output "d\n"
// expect: output "d300\n"
// expect: output "d101\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
__attribute__((constructor(300))) static void c3(void) { printf("c300\n"); }
__attribute__((constructor)) static void c(void) { printf("c\n"); }
__attribute__((constructor(101))) static void c1(void) { printf("c101\n"); }
__attribute__((destructor(101))) static void d1(void) { printf("d101\n"); }
__attribute__((destructor)) static void d(void) { printf("d\n"); }
__attribute__((destructor(300))) static void d3(void) { printf("d300\n"); }

int main(void) {
  printf("main\n");
  return 0;
}
