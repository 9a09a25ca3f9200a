// What a whole program gets from outside: arguments, files, standard input, environment, failures. Taken from
// the command line in Bonsai's and in KLEE's spelling, and put into the words that the model of Linux reads
// (runtime/linux/setup.h).
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"

namespace bonsai::cli {

// The help for them, one line each.
std::string setup_help();

// Moves the options of this kind at words[i] … from there to options.setup; i is then the last word used.
// False if words[i] is none. A wrong value is an error.
base::Result<bool> take_setup(const std::vector<std::string>& words, size_t& i, base::Options& options);

// Something symbolic is asked for, or a failure: the program needs the model of Linux.
bool needs_linux(const base::Options& options);

// The program gets arguments, concrete or symbolic ones.
bool takes_arguments(const base::Options& options);

// System calls and allocations may fail.
bool lets_calls_fail(const base::Options& options);

// All words for __bonsai_start.
std::vector<std::string> start_words(const base::Options& options, const std::string& program,
                                     const std::string& directory = ".");

// The folder of the host that the program sees: --fs, or the current one; absolute.
std::string host_folder(const base::Options& options, const std::string& directory = ".");

}  // namespace bonsai::cli
