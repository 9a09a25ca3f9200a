// Inputs to begin with: --seed-dir and --first.
#pragma once

#include <memory>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "exec/path.h"

namespace bonsai::cli {

// The error says which file or word is wrong.
base::Result<std::vector<std::shared_ptr<const exec::Seed>>> read_seeds(const base::Options& options);

}  // namespace bonsai::cli
