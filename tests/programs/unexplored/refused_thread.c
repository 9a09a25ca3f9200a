// What the model of Linux does not have ends the path: what the program would do with a failure that Linux does not give is no behaviour of it.
// run: --libc=musl
// run: --libc=musl --opt 0
// expect: not exhaustive
#define _GNU_SOURCE
#include <pthread.h>
int x;
static void *f(void *p) {
  x = 1;  // behind
  return p;
}
int main(void) {
  pthread_t t;
  // expect: error unsupported line +2
  // expect: unexplored refused-call line +1 message "clone"
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return x;  // behind
}
// replay: no, a real kernel has these calls
