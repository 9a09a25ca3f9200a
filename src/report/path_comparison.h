// Did a native run take the path that the engine predicted? Both sides are sequences of decisions at numbered
// branches; an instrumented native build writes one, the interpreter knows the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace bonsai::report {

struct Decision {
  uint32_t branch = 0;   // its number, which loading gives to it
  uint32_t outcome = 0;  // which successor
  friend bool operator==(const Decision&, const Decision&) = default;
};

// In words, where the native path leaves the predicted one; nothing if it does not. A path that ends in an
// error or is cut (`whole` is false) need only be a beginning of the native one.
std::optional<std::string> first_difference(std::span<const Decision> predicted,
                                            std::span<const Decision> native, bool whole);

}  // namespace bonsai::report
