// Checks the invariants of a Program. Run after every load, and by tests.
#pragma once

#include <string>
#include <vector>

#include "ir/program.h"

namespace bonsai::ir {

// Empty when all is well; else one line per violation: function, instruction, what is wrong.
std::vector<std::string> verify(const Program& program);

}  // namespace bonsai::ir
