/* Bonsai's own interface for programs under test, in C and C++.

     #include <bonsai.h>

     int main(void) {
       unsigned length = bonsai_uint("length");
       bonsai_assume(length < 100);
       ...
     }

   Under `bonsai run` these functions make symbolic input; built natively with libbonsai-replay they hand out
   the bytes of one test (docs/replay.md). Each name stands for one input of the test; a name that is used
   again becomes name_1, name_2 …

   These need no header, for programs of the software verification competition declare them themselves; they
   mean the same here. The input is named as the function:
     __VERIFIER_nondet_T() with T one of bool char schar uchar short ushort int uint unsigned unsigned_int
   long ulong longlong ulonglong int128 uint128 float double size_t ssize_t loff_t sector_t pointer charp
   pchar const_char_pointer u8 u16 u32 U8 U16 U32 S8 unsigned_char
     __VERIFIER_nondet_memory(pointer, size)
     __VERIFIER_assume(condition)             as bonsai_assume
     __VERIFIER_error(), reach_error()        as bonsai_error
     __VERIFIER_atomic_begin(), __VERIFIER_atomic_end()
   A body that the program has for one of them is not used. */
#ifndef BONSAI_H
#define BONSAI_H
#pragma GCC system_header /* no warnings about C99 in older programs */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define BONSAI_BOOL bool
#else
#define BONSAI_BOOL _Bool
#endif

/* Makes size bytes at object symbolic. The object, from object on, must hold as many. */
void bonsai_symbolic(void* object, size_t size, const char* name);

/* A symbolic value of a type. */
BONSAI_BOOL bonsai_bool(const char* name);
char bonsai_char(const char* name);
unsigned char bonsai_uchar(const char* name);
short bonsai_short(const char* name);
unsigned short bonsai_ushort(const char* name);
int bonsai_int(const char* name);
unsigned bonsai_uint(const char* name);
long bonsai_long(const char* name);
unsigned long bonsai_ulong(const char* name);
long long bonsai_longlong(const char* name);
unsigned long long bonsai_ulonglong(const char* name);
size_t bonsai_size(const char* name);
float bonsai_float(const char* name);
double bonsai_double(const char* name);

/* A symbolic int from low to high, both included. */
int bonsai_range(int low, int high, const char* name);

/* Goes on only with inputs for which the condition holds. */
void bonsai_assume(BONSAI_BOOL condition);

/* Asks for tests in which the condition holds, where that is possible; no path is lost. */
void bonsai_prefer(BONSAI_BOOL condition);

/* Ends this path with an error of the kind "user". */
__attribute__((noreturn)) void bonsai_error(const char* message);

/* Ends this path without a test and without an error. */
__attribute__((noreturn)) void bonsai_exit_silently(void);

/* 1 if the value depends on symbolic input on this path. Always 0 in a native replay. */
int bonsai_is_symbolic(uintmax_t value);

#undef BONSAI_BOOL
#ifdef __cplusplus
}
#endif

#endif
