// The thread pointer of the one thread there is; set by __set_thread_area (runtime/musl/thread.c).
extern uintptr_t __bonsai_thread_pointer;

static inline uintptr_t __get_tp(void) { return __bonsai_thread_pointer; }

#define MC_PC gregs[REG_RIP]
