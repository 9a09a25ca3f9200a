// bonsai cc, bonsai c++: a compiler for real builds, whose objects carry their bitcode.
#pragma once

#include <string>
#include <vector>

namespace bonsai::cli {

// `words` stand behind "cc" or "c++". Returns what the compiler returned; its words are all that is printed,
// and a line where a source has no bitcode.
int cc(const std::vector<std::string>& words, bool cxx);

}  // namespace bonsai::cli
