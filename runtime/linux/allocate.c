// Allocation that --fail may let fail: with that option, the program and the C library call these
// (src/load/c_library.cpp).
#include "linux.h"

static int fails(void) {
  int error = __bonsai_fails(BONSAI_CALL_MALLOC);
  if (error) errno = error;
  return error;
}

void* __bonsai_failing_malloc(size_t size) { return fails() ? NULL : malloc(size); }
void* __bonsai_failing_calloc(size_t count, size_t size) { return fails() ? NULL : calloc(count, size); }
void* __bonsai_failing_realloc(void* old, size_t size) { return fails() ? NULL : realloc(old, size); }
void* __bonsai_failing_reallocarray(void* old, size_t count, size_t size) {
  return fails() ? NULL : reallocarray(old, count, size);
}
void* __bonsai_failing_aligned_alloc(size_t align, size_t size) {
  return fails() ? NULL : aligned_alloc(align, size);
}
int __bonsai_failing_posix_memalign(void** place, size_t align, size_t size) {
  int error = __bonsai_fails(BONSAI_CALL_MALLOC);
  return error ? error : posix_memalign(place, align, size);
}
