// Which options belong together: an option that is accepted must have an effect.
//
// The table of options (base/options.def) says what each option may be and which commands take it. What it
// does not say is checked here: an option that needs another one, two that contradict each other, a file or
// folder that is not there. Rules that need the loaded program are in loading.cpp (--libc=musl) and seeds.h
// (--fuzz-size).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"

namespace bonsai::cli {

// Returns what is wrong with the options of a command, and what to do about it. `given` has the flags that
// stood on the command line, as the table of options spells them. `options` may have more, from the folder of
// a run.
base::Result<void> check_options(const std::string& command, const base::Options& options,
                                 const std::set<std::string>& given);

// Returns a line for each flag of the compiler that was given and changes nothing, since no input is a
// source.
std::vector<std::string> useless_compiler_flags(const base::Options& options);

}  // namespace bonsai::cli
