// From options to the configurations of the rooms.
#pragma once

#include "base/options.h"
#include "exec/machine.h"
#include "load/load.h"
#include "solve/chain.h"

namespace bonsai::cli {

solve::Config solver_config(const base::Options& options);
// `directory`: to which the folder of --fs is relative.
exec::Config machine_config(const base::Options& options, const load::Loaded& loaded,
                            const std::string& directory = ".");

}  // namespace bonsai::cli
