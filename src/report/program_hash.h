// A number for a program: equal for equal code, constants, globals and source lines. Points and tapes of a
// run mean nothing for a program with another one.
#pragma once

#include <string>

#include "ir/program.h"

namespace bonsai::report {

// 16 hexadecimal digits, as stored under meta_key::program_hash.
std::string program_hash(const ir::Program& program);

}  // namespace bonsai::report
