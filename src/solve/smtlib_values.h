#pragma once

#include <string_view>
#include <vector>

#include "base/wide.h"

namespace bonsai::solve {

// Appends the values of a reply to get-value: a list of `count` pairs (term value), each value a bit vector
// written #x..., #b... or (_ bvN w). False when the reply is anything else; nothing may follow the list.
bool parse_values(std::string_view reply, size_t count, std::vector<base::Wide>& values);

}  // namespace bonsai::solve
