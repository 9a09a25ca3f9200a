// From source files and bitcode to a Program.
//
// The way: compile each source with clang-19 at -O0 (compile.h), insert the checks that optimisation would
// destroy or forge (checks.h), link and internalise (link.h), run the passes of --opt (passes.h), lower to
// our IR (lower.h), fuse and allocate registers (draft.h), verify. Only this room includes LLVM; its
// exceptions do not leave it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace bonsai::load {

struct Options {
  std::vector<std::string> inputs;          // .c .cc .cpp .cxx .i .ii .bc .ll, binaries of bonsai cc
  std::vector<std::string> compiler_flags;  // -I -D -std -m32 … in order, passed to clang as they are
  int optimisation = 1;                     // 0, 1, 2: passes on the IR (see passes.h)
  bool check_overflow = false;              // signed overflow
  bool check_uninitialised = false;         // uninitialised locals
  std::string entry = "main";
  // If not empty: the module is also written there as bitcode for a native build that tells its path
  // (native_module.h).
  std::string native_module{};
};

struct Loaded {
  ir::Program program;
  std::string entry;  // as asked for; a fuzz target where there is no main and none was asked for
  std::vector<std::string> warnings;  // one line each: what is not supported, undefined symbols
};

base::Result<Loaded> load(const Options& options);

}  // namespace bonsai::load
