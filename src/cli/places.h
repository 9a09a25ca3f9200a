// Places in the program that a user names: FILE:LINE, or FUNCTION.
#pragma once

#include <string>
#include <vector>

#include "analysis/distance.h"
#include "base/result.h"
#include "ir/points.h"
#include "report/records.h"

namespace bonsai::cli {

// The points (ir/points.h) that a path covers only if it came to the place, and covers then unless it ends in
// between. FILE may be the end of a longer name, from a folder's name on. An error says what is wrong with
// the words.
base::Result<std::vector<uint32_t>> points_at(const ir::Program& program, const std::string& place);

// The instructions of the place, first ones of what a function begins with.
base::Result<std::vector<analysis::Place>> code_at(const ir::Program& program, const std::string& place);

// FILE:LINE, where the program has code. FILE stays as it is.
base::Result<report::Place> line_at(const ir::Program& program, const std::string& place);

}  // namespace bonsai::cli
