// The thread pointer, and the beginning of the C library (called by runtime/linux/start.c).
#include "pthread_impl.h"
#include "libc.h"

uintptr_t __bonsai_thread_pointer;

int __set_thread_area(void *pointer) {
  __bonsai_thread_pointer = (uintptr_t)pointer;
  return 0;
}

void __bonsai_libc_init(char **environment, char *name) { __init_libc(environment, name); }
