// Portions of a function, named by their lines, become functions of their own.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class DIScope;
class Module;
}  // namespace llvm

namespace bonsai::load {

struct Portion {
  std::string file;  // its name, or the end of it from a folder's name on
  unsigned first = 0, last = 0;
  std::string name;  // of the function that it becomes
};

// Throws a LoadError that says why, if a portion is not code of one function that control enters at one place
// and leaves to one other.
void outline(llvm::Module& module, const std::vector<Portion>& portions);

// The file that code is of, with its folder.
std::string path_of(const llvm::DIScope& scope);

}  // namespace bonsai::load
