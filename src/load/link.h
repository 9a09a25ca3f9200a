// Joins the modules of all inputs to one, with a known entry function, and makes everything but the entry
// internal. A body that the program has for a function of the harness becomes weak: passes must not believe
// it, for the engine has its own.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "load/c_library.h"
#include "load/compile.h"

namespace bonsai::load {

// Of the optional units (members of archives) keeps those that define what `entry` or other kept units need,
// as a linker does; all, if none does.
std::vector<Unit> choose_members(std::vector<Unit> units, const std::string& entry);

// Where two units define one symbol and the linker of a binary let that pass, the first definition counts;
// that is told in `messages`. Else it is an error.
// With a C library, what it defines too stays visible, so that the program's own definition wins.
// `messages` is where the context's diagnostics go (make_context). Throws LoadError: symbols defined twice,
// no entry function. REQUIRES: units not empty.
std::unique_ptr<llvm::Module> link(std::vector<Unit> units, const Options& options, const CLibrary* library,
                                   std::vector<std::string>& messages);

// Puts a declaration in the place of a definition, which stays for its aliases alone, if it has any.
void forget_definition(llvm::GlobalValue& value);

}  // namespace bonsai::load
