// Names with * and ?, which stand for any characters and for any one.
#pragma once

#include <string_view>

namespace bonsai::base {

// Returns true if the pattern describes the whole name. Takes time in proportion to the product of the
// lengths at most, and no stack.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace bonsai::base
