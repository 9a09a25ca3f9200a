// Prints IR for people: one instruction per line with its source line, or a whole function.
#pragma once

#include <string>

#include "ir/program.h"

namespace bonsai::ir {

std::string to_string(const Program& program, const Function& function, const Instr& instr);
std::string to_string(const Program& program, const Function& function);

// "file.c:12:3", with "inlined at …" behind it; "?" when unknown.
std::string to_string(const Program& program, LocationId location);

}  // namespace bonsai::ir
