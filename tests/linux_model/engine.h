// What the tests set and see of the engine that engine.c plays.
#pragma once
#include <setjmp.h>
#include <stddef.h>

struct test_input {
  const char* name;
  const char* bytes;
  size_t size;
  size_t used;  // bytes that the model asked for
};
// A byte that bonsai_is_symbolic calls symbolic, to drive the model through its code for symbolic names.
enum { TEST_SYMBOLIC_BYTE = 0xee };

extern struct test_input test_inputs[64];
extern int test_input_count;
extern char test_output[2][1 << 16];
extern size_t test_output_size[2];
extern char test_notes[4096];
extern jmp_buf* test_end;    // where bonsai_exit and bonsai_killed go
extern int test_end_status;  // status, or 1000 + signal
extern long test_host_calls;
extern int test_all_symbolic;  // bonsai_is_symbolic says so of everything

long __bonsai_syscall(long n, long a, long b, long c, long d, long e, long f);
int __bonsai_start(int count, char** words, char** environment);
extern char* linux_folder;
