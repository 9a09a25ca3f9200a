/* The interface of KLEE, as programs written for KLEE use it: same names, same meaning. Bonsai executes these
   functions itself; in a native build, runtime/replay implements them (docs/replay.md). For new programs
   bonsai.h is smaller. */
#ifndef KLEE_H
#define KLEE_H
#pragma GCC system_header /* no warnings about C99 in older programs */

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes nbytes at a fixed address accessible, for programs that touch hardware. */
void klee_define_fixed_object(void* addr, size_t nbytes);

/* Makes the whole object at addr, of nbytes, symbolic. The test calls it name; a repeated name becomes
 * name_1, name_2 … */
void klee_make_symbolic(void* addr, size_t nbytes, const char* name);

/* A symbolic int in [begin, end). */
int klee_range(int begin, int end, const char* name);

/* A symbolic int. */
int klee_int(const char* name);

/* Ends this path; no test and no error are reported. */
__attribute__((noreturn)) void klee_silent_exit(int status);

/* Ends this path with the error "abort". */
__attribute__((noreturn)) void klee_abort(void);

/* Ends this path with an error of the user: where, what, and the suffix of KLEE's error file. */
__attribute__((noreturn)) void klee_report_error(const char* file, int line, const char* message,
                                                 const char* suffix);

/* Size of the object that ptr points to the start of. */
size_t klee_get_obj_size(void* ptr);

/* Prints the message, and the values or terms of the further arguments. */
void klee_print_expr(const char* msg, ...);

/* A symbolic number in [0, n). */
uintptr_t klee_choose(uintptr_t n);

/* 1 if the value depends on symbolic input on this path, else 0. */
unsigned klee_is_symbolic(uintptr_t n);

/* 0 under the engine, 1 in a native replay. */
unsigned klee_is_replay(void);

/* Goes on only with inputs for which the condition holds. */
void klee_assume(uintptr_t condition);

void klee_warning(const char* message);
void klee_warning_once(const char* message);

/* Asks for tests in which the condition holds, where that is possible. */
void klee_prefer_cex(void* object, uintptr_t condition);
void klee_posix_prefer_cex(void* object, uintptr_t condition);

/* The object is shared by all processes of the program. */
void klee_mark_global(void* object);

/* One concrete value that the argument can have on this path; the path is not restricted to it. */
#define KLEE_GET_VALUE_PROTO(suffix, type) type klee_get_value##suffix(type expr)
KLEE_GET_VALUE_PROTO(f, float);
KLEE_GET_VALUE_PROTO(d, double);
KLEE_GET_VALUE_PROTO(l, long);
KLEE_GET_VALUE_PROTO(ll, long long);
KLEE_GET_VALUE_PROTO(_i32, int32_t);
KLEE_GET_VALUE_PROTO(_i64, int64_t);
#undef KLEE_GET_VALUE_PROTO

/* Reports an error unless all size bytes at address may be accessed. */
void klee_check_memory_access(const void* address, size_t size);

/* 0: from here on this path follows one side of each branch. 1: it forks again. */
void klee_set_forking(unsigned enable);

/* Calls of fn_name go to new_fn_name from here on; klee_alias_undo ends that. */
void klee_alias_function(const char* fn_name, const char* new_fn_name);
void klee_alias_function_regex(const char* fn_regex, const char* new_fn_name);
void klee_alias_undo(const char* alias);

/* Prints the call stack. */
void klee_stack_trace(void);

/* Prints the values that arg can have. */
void klee_print_range(const char* name, int arg);

/* Paths that fork between the two may be merged at the second. */
void klee_open_merge(void);
void klee_close_merge(void);

/* The errno of the program. */
int klee_get_errno(void);

#define klee_assert(expr) ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, __LINE__, __PRETTY_FUNCTION__))

#ifdef __cplusplus
}
#endif

#endif
