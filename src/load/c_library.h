// The C library as bitcode: an archive (runtime/musl/build) of which a program gets the members that it uses,
// as a linker would choose them.
//
// It is linked behind the passes, which it does not need (it comes optimised), so that a program pays for the
// members it uses alone. What the engine does itself (malloc, memcpy, setjmp…) is never taken from it. With a
// C library, a program begins in the library's own start-up code, __bonsai_start, which comes to the entry
// through two functions made here: __bonsai_run_constructors and __bonsai_entry; _fini runs destructors.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/Archive.h>

#include <memory>
#include <string>
#include <vector>

#include "load/load.h"

namespace llvm {
class Linker;
}

namespace bonsai::load {

// The attribute of functions that came from the library.
inline constexpr const char* runtime_attribute = "bonsai-runtime";

class CLibrary {
 public:
  // Throws LoadError if the archive cannot be read.
  explicit CLibrary(const Options& options);

  bool defines(llvm::StringRef name) const { return definers_.contains(name); }
  // The program uses what only the library has.
  bool is_needed_by(const llvm::Module& module) const;
  // Adds all members that the program needs, and makes `entry` what __bonsai_start comes to. Everything but
  // the start is internal then. `messages` as in link().
  void link_into(llvm::Module& module, const std::string& entry, std::vector<std::string>& messages);

 private:
  std::vector<std::string> wanted(const llvm::Module& module) const;
  void rename_functions_for_library(llvm::Module& module) const;
  void add_member(llvm::Module& module, llvm::Linker& linker, size_t member,
                  std::vector<std::string>& messages);

  const Options& options_;
  std::unique_ptr<llvm::MemoryBuffer> bytes_;
  std::unique_ptr<llvm::object::Archive> archive_;
  std::vector<llvm::object::Archive::Child> members_;
  llvm::StringMap<size_t> definers_;  // name to the member that defines it
};

inline constexpr const char* library_start = "__bonsai_start";

}  // namespace bonsai::load
