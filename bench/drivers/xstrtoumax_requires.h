// For bench/unit_libraries: base 1 has no meaning in C, and C libraries do not agree on what it does.
#pragma once
#include <stdint.h>

__attribute__((used)) static int requires_xstrtoumax(const char* s, char** ptr, int base, uintmax_t* val,
                                                     const char* valid_suffixes) {
  return base != 1;
}
