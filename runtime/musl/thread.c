// The thread pointer, threads, and the beginning of the C library (called by runtime/linux/start.c).
#include "pthread_impl.h"
#include "libc.h"
#include "syscall.h"

uintptr_t __bonsai_thread_pointer;

int __set_thread_area(void *pointer) {
  __bonsai_thread_pointer = (uintptr_t)pointer;
  return 0;
}

// There is one thread: what would make another asks the model, which has none.
int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...) {
  return (int)__syscall(SYS_clone, (long)flags, (long)stack);
}

_Noreturn void __unmapself(void *base, size_t size) {
  for (;;) __syscall(SYS_exit, 0L);
}

void __bonsai_libc_init(char **environment, char *name) { __init_libc(environment, name); }
