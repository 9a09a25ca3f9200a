// From source files and bitcode to a Program.
//
// The way: compile each source with clang-19 at -O0 (compile.h), insert the checks that optimisation would
// destroy or forge (checks.h), link and internalise (link.h), run the passes of --opt (passes.h), lower to
// our IR (lower.h), fuse and allocate registers (draft.h), verify. Only this room includes LLVM; its
// exceptions do not leave it.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ledger.h"
#include "base/result.h"
#include "ir/program.h"
#include "load/outline.h"

namespace bonsai::load {

struct Options {
  std::vector<std::string> inputs;          // .c .cc .cpp .cxx .i .ii .bc .ll, binaries of bonsai cc
  std::vector<std::string> compiler_flags;  // -I -D -std -m32 … in order, passed to clang as they are
  int optimisation = 1;                     // 0, 1, 2: passes on the IR (see passes.h)
  bool check_overflow = false;              // signed overflow
  bool check_uninitialised = false;         // uninitialised locals
  bool symbolic_uninitialised = false;      // they have any value, a new one at each call
  bool check_leaks = false;                 // pointers in locals live as long as their function
  std::string entry = "main";
  // The C library (c_library.h): a folder with libc.a and include, or empty. C programs of 64 bits are
  // compiled against its headers. It is linked if the program uses what the engine has no stand-in for, or
  // always.
  std::string library{};
  bool library_always = false;
  bool failing_allocations = false;  // allocations ask the model of Linux whether they fail
  std::function<bool(const std::string&)> engine_provides{};  // functions that the engine has for good
  std::function<bool(const std::string&)>
      engine_stands_in{};  // and those that it has while there is no library
  std::function<bool(const std::string&)>
      engine_keeps_for_library{};  // and those that the library alone calls
  // If not empty: the module is also written there as bitcode for a native build that tells its path
  // (native_module.h).
  std::string native_module{};
  bool keep_bitcode = false;                 // fill Loaded::bitcode
  std::vector<std::string> never_inlined{};  // names of functions, with * and ?
  std::vector<Portion> portions{};           // of functions that become functions
  // FILE:LINE or FUNCTION: the functions there stay as they are written, whatever `optimisation` says.
  std::vector<std::string> exact{};
};

// What was given and is not in the program.
struct LeftOut {
  base::Ledger ledger;  // what a run cannot know of
  // File and line of all code in functions with something that is not supported: what lies behind it is left
  // out.
  std::set<std::pair<std::string, uint32_t>> lines;
};

struct Loaded {
  ir::Program program;
  std::string entry;  // as asked for; a fuzz target where there is no main and none was asked for
  // Where execution begins: the entry, or the C library's start-up code, which takes words
  // (runtime/linux/setup.h).
  std::string start;
  bool has_library = false;
  std::string bitcode;  // all inputs, linked, with their checks, before any pass: loads as the same program
  std::vector<std::string> warnings;  // one line each: what is not supported, undefined symbols
  LeftOut left_out;
};

base::Result<Loaded> load(const Options& options);

}  // namespace bonsai::load
