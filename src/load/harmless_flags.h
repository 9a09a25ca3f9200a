// Which flags of the compiler may come from data: the folder of a run, or what a binary of bonsai cc says of
// its sources. Such flags change what is compiled, and no more: no plugin is loaded, no other program
// started, and no file written but the output.
//
// Idea: a list of what is harmless; what is not known is not. Tested by harmless_flags_test.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bonsai::load {

// Returns the first flag that is not harmless, with its value if that is a word of its own.
std::optional<std::string> first_risky_flag(std::span<const std::string> flags);

}  // namespace bonsai::load
