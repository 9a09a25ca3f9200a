/* The functions of bonsai.h, klee/klee.h and of the software verification competition, for a native run. What
   only an engine can do does nothing here, or ends the run as diverged where doing nothing would lead it
   elsewhere. */
#define _GNU_SOURCE /* MAP_FIXED_NOREPLACE */
#include <bonsai.h>
#include <errno.h>
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include "replay.h"

/* There in programs built with AddressSanitizer. */
__attribute__((weak)) void* __asan_region_is_poisoned(void* begin, size_t size);
__attribute__((weak)) const char* __asan_locate_address(void* address, char* name, size_t name_size,
                                                        void** region, size_t* region_size);

/* bonsai.h */

void bonsai_symbolic(void* object, size_t size, const char* name) { bonsai_replay_input(object, size, name); }

#define BONSAI_VALUE(word, type)                     \
  type bonsai_##word(const char* name) {             \
    type value;                                      \
    bonsai_replay_input(&value, sizeof value, name); \
    return value;                                    \
  }
BONSAI_VALUE(char, char)
BONSAI_VALUE(uchar, unsigned char)
BONSAI_VALUE(short, short)
BONSAI_VALUE(ushort, unsigned short)
BONSAI_VALUE(int, int)
BONSAI_VALUE(uint, unsigned)
BONSAI_VALUE(long, long)
BONSAI_VALUE(ulong, unsigned long)
BONSAI_VALUE(longlong, long long)
BONSAI_VALUE(ulonglong, unsigned long long)
BONSAI_VALUE(size, size_t)
BONSAI_VALUE(float, float)
BONSAI_VALUE(double, double)

/* A byte of which the engine looks at the lowest bit, as compiled code does. */
static _Bool truth(const char* name) {
  unsigned char value;
  bonsai_replay_input(&value, sizeof value, name);
  return value & 1;
}
_Bool bonsai_bool(const char* name) { return truth(name); }

int bonsai_range(int low, int high, const char* name) {
  if (low > high) bonsai_replay_error("bonsai_range: the range is empty");
  int value = bonsai_int(name);
  bonsai_replay_assume(low <= value && value <= high);
  return value;
}

void bonsai_assume(_Bool condition) { bonsai_replay_assume(condition); }
void bonsai_prefer(_Bool condition) { (void)condition; }
void bonsai_error(const char* message) { bonsai_replay_error(message); }
int bonsai_is_symbolic(uintmax_t value) { return (void)value, bonsai_replay_answer(); }

/* A build of the lowered module calls them where the program has cpuid, or asks for addresses of frames. */
void bonsai_cpuid(void) {}
void bonsai_no_frame(void) {}

void bonsai_exit_silently(void) {
  fflush(NULL);
  _exit(0);
}

/* klee/klee.h */

void klee_make_symbolic(void* addr, size_t nbytes, const char* name) {
  bonsai_replay_input(addr, nbytes, name);
}
int klee_int(const char* name) { return bonsai_int(name); }

int klee_range(int begin, int end, const char* name) {
  if (begin >= end) bonsai_replay_error("klee_range: invalid range");
  if ((long long)begin + 1 == end) return begin; /* as in KLEE: no input for a single value */
  int value = bonsai_int(name);
  bonsai_replay_assume(begin <= value && value < end);
  return value;
}

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  bonsai_replay_input(&value, sizeof value, "klee_choose");
  bonsai_replay_assume(value < n);
  return value;
}

void klee_silent_exit(int status) {
  fflush(NULL);
  _exit(status);
}

void klee_abort(void) { bonsai_replay_error("klee_abort"); }

void klee_report_error(const char* file, int line, const char* message, const char* suffix) {
  char text[800];
  snprintf(text, sizeof text, "%s:%d: %s (%s)", file, line, message, suffix);
  bonsai_replay_error(text);
}

size_t klee_get_obj_size(void* ptr) {
  void* region = NULL;
  size_t size = 0;
  char name[1];
  if (__asan_locate_address) __asan_locate_address(ptr, name, sizeof name, &region, &size);
  if (!region) bonsai_replay_diverged("klee_get_obj_size: nobody knows sizes in this native build");
  return size;
}

void klee_check_memory_access(const void* address, size_t size) {
  if (size && __asan_region_is_poisoned && __asan_region_is_poisoned((void*)address, size))
    bonsai_replay_error("klee_check_memory_access: may not be accessed");
}

void klee_define_fixed_object(void* addr, size_t nbytes) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)addr / page * page;
  size_t size = (uintptr_t)addr + nbytes - first;
  void* got = mmap((void*)first, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != (void*)first)
    bonsai_replay_diverged("klee_define_fixed_object: %p is not free in the native process", addr);
}

static void no_alias(void) {
  bonsai_replay_diverged("klee_alias_function: a native run cannot redirect calls");
}
void klee_alias_function(const char* fn_name, const char* new_fn_name) {
  (void)fn_name, (void)new_fn_name, no_alias();
}
void klee_alias_function_regex(const char* fn_regex, const char* new_fn_name) {
  klee_alias_function(fn_regex, new_fn_name);
}
void klee_alias_undo(const char* alias) { (void)alias, no_alias(); }

void klee_print_expr(const char* msg, ...) { fprintf(stderr, "%s\n", msg); }
void klee_print_range(const char* name, int arg) { fprintf(stderr, "%s: %d\n", name, arg); }
void klee_warning(const char* message) { fprintf(stderr, "WARNING: %s\n", message); }
void klee_warning_once(const char* message) { klee_warning(message); }

unsigned klee_is_symbolic(uintptr_t n) { return (void)n, (unsigned)bonsai_replay_answer(); }
unsigned klee_is_replay(void) { return 1; }
void klee_assume(uintptr_t condition) { bonsai_replay_assume(condition != 0); }
void klee_prefer_cex(void* object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void* object, uintptr_t condition) { (void)object, (void)condition; }
void klee_mark_global(void* object) { (void)object; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_stack_trace(void) {}
void klee_open_merge(void) {}
void klee_close_merge(void) {}
int klee_get_errno(void) { return errno; }
float klee_get_valuef(float expr) { return expr; }
double klee_get_valued(double expr) { return expr; }
long klee_get_valuel(long expr) { return expr; }
long long klee_get_valuell(long long expr) { return expr; }
int32_t klee_get_value_i32(int32_t expr) { return expr; }
int64_t klee_get_value_i64(int64_t expr) { return expr; }

/* The software verification competition */

#define VERIFIER_VALUE(word, type)                                         \
  type __VERIFIER_nondet_##word(void) {                                    \
    type value;                                                            \
    bonsai_replay_input(&value, sizeof value, "__VERIFIER_nondet_" #word); \
    return value;                                                          \
  }
VERIFIER_VALUE(char, char)
VERIFIER_VALUE(schar, signed char)
VERIFIER_VALUE(uchar, unsigned char)
VERIFIER_VALUE(unsigned_char, unsigned char)
VERIFIER_VALUE(short, short)
VERIFIER_VALUE(ushort, unsigned short)
VERIFIER_VALUE(int, int)
VERIFIER_VALUE(uint, unsigned)
VERIFIER_VALUE(unsigned, unsigned)
VERIFIER_VALUE(unsigned_int, unsigned)
VERIFIER_VALUE(long, long)
VERIFIER_VALUE(ulong, unsigned long)
VERIFIER_VALUE(longlong, long long)
VERIFIER_VALUE(ulonglong, unsigned long long)
#ifdef __SIZEOF_INT128__
VERIFIER_VALUE(int128, __int128)
VERIFIER_VALUE(uint128, unsigned __int128)
#endif
VERIFIER_VALUE(float, float)
VERIFIER_VALUE(double, double)
VERIFIER_VALUE(size_t, size_t)
VERIFIER_VALUE(ssize_t, ssize_t)
VERIFIER_VALUE(loff_t, long long)
VERIFIER_VALUE(sector_t, unsigned long)
VERIFIER_VALUE(pointer, void*)
VERIFIER_VALUE(charp, char*)
VERIFIER_VALUE(pchar, char*)
VERIFIER_VALUE(const_char_pointer, const char*)
VERIFIER_VALUE(u8, uint8_t)
VERIFIER_VALUE(u16, uint16_t)
VERIFIER_VALUE(u32, uint32_t)
VERIFIER_VALUE(U8, uint8_t)
VERIFIER_VALUE(U16, uint16_t)
VERIFIER_VALUE(U32, uint32_t)
VERIFIER_VALUE(S8, int8_t)
_Bool __VERIFIER_nondet_bool(void) { return truth("__VERIFIER_nondet_bool"); }

void __VERIFIER_nondet_memory(void* memory, size_t size) {
  bonsai_replay_input(memory, size, "__VERIFIER_nondet_memory");
}
void __VERIFIER_assume(int condition) { bonsai_replay_assume(condition); }
__attribute__((noreturn)) void __VERIFIER_error(void) { bonsai_replay_error("__VERIFIER_error"); }
__attribute__((noreturn)) void reach_error(void) { bonsai_replay_error("reach_error"); }
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
