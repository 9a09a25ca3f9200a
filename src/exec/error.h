// An error of the program under test: what kind, in words, where, and on which stack.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace bonsai::exec {

enum class ErrorKind : uint8_t {
#define ERROR_KIND(name, word, behind, meaning) name,
#include "exec/error_kinds.def"
#undef ERROR_KIND
};

std::string_view word(ErrorKind kind);  // as the interface spells it: "out-of-bounds"
// Whether a native program may go on behind an error of the kind with this word.
bool may_go_on(std::string_view word);

struct StackEntry {
  std::string function;
  ir::LocationId location = 0;
};

struct Error {
  ErrorKind kind = ErrorKind::out_of_bounds;
  std::string detail;  // of the kind: ubsan has one per handler
  std::string message;
  std::vector<StackEntry> stack;  // innermost first; inlined calls have entries of their own
  size_t omitted = 0;             // calls left out of a deep stack, behind the first `stack_kept` entries
  static constexpr size_t stack_kept = 60;
};

// word(kind), with the detail if there is one: "ubsan-pointer-overflow".
std::string word(const Error& error);

}  // namespace bonsai::exec
