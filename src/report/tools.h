// Programs of LLVM 19 that confirming needs beside clang.
#pragma once

#include <string>

namespace bonsai::report {

// Path of a tool such as "opt", or empty: in /usr/lib/llvm-19/bin, then NAME-19 in PATH.
std::string find_llvm_tool(const std::string& name);

}  // namespace bonsai::report
