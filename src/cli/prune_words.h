// What --prune and the options that belong to it ask for, and what pruning learned in the user's words.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "explore/prune/prune.h"

namespace bonsai::cli {

// An error says which option is wrong. Without times of the user's, those of the paper, which are for five
// hours, are scaled down to --time.
base::Result<explore::PruneConfig> read_prune(const base::Options& options);

// What another run learned goes into the configuration. `program_hash`: of the program that is to be run.
base::Result<void> learn_from(const std::string& run, const std::string& program_hash,
                              explore::PruneConfig& config);

// "arg00[0] == '-'" → "argv[1][0] == '-'", where it is known which argument that is.
std::string with_arguments(std::string words, const base::Options& options);

}  // namespace bonsai::cli
