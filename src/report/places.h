// Comparing places of the engine with those of native tools, which write paths differently.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/records.h"

namespace bonsai::report {

std::string_view file_name(std::string_view path);

// True if one path is the end of the other: "a/b.c" and "/home/x/a/b.c", "./b.c" and "a/b.c".
bool same_file(std::string_view a, std::string_view b);

// True if a native stack shows the place of an error: the engine's innermost line is in some frame. Lines of
// files that are neither the program's nor in the native stack (a C library that the engine interprets) are
// passed over, from the innermost on.
bool stacks_meet(std::span<const Place> engine, std::span<const Place> native,
                 std::span<const std::string> inputs);

// True if MemorySanitizer's report is of a call on the engine's stack: it looks at an argument where it is
// passed, and the engine where something is decided by it, in the function that is called or further down.
bool passes_on(std::span<const Place> engine, std::span<const Place> native);

}  // namespace bonsai::report
