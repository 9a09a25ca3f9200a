// Did a native run take the path that the engine predicted? Both sides are sequences of decisions at numbered
// branches; an instrumented native build writes one, the interpreter knows the other (native_path.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ir/program.h"

namespace bonsai::report {

struct Decision {
  ir::BranchId branch = 0;
  uint32_t outcome =
      0;  // conditional: 0 or 1, the condition; switch: index of the instruction that it goes to
  friend bool operator==(const Decision&, const Decision&) = default;
};

// In words, with source lines, where the native path leaves the predicted one; nothing if it does not. A path
// that ends in an error or is cut (`whole` is false) need only be a beginning of the native one.
// REQUIRES: decisions of traced branches of `program`.
std::optional<std::string> first_difference(const ir::Program& program, std::span<const Decision> predicted,
                                            std::span<const Decision> native, bool whole);

}  // namespace bonsai::report
