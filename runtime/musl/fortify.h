// Calls that glibc's headers make with -D_FORTIFY_SOURCE: the same functions with the size of the object that
// they write, as far as the compiler knows it. musl has none of them, and bitcode that was compiled against
// glibc calls them. More than the object holds is an error: __chk_fail is the engine's.
#pragma once

#include <stddef.h>

_Noreturn void __chk_fail(void);

static inline void fits(size_t needed, size_t room) {
  if (needed > room) __chk_fail();
}
