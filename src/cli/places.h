// Places in the program that a user names: FILE:LINE, or FUNCTION.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ir/points.h"

namespace bonsai::cli {

// The points (ir/points.h) that a path covers only if it came to the place, and covers then unless it ends in
// between. FILE may be the end of a longer name, from a folder's name on. An error says what is wrong with
// the words.
base::Result<std::vector<uint32_t>> points_at(const ir::Program& program, const std::string& place);

}  // namespace bonsai::cli
