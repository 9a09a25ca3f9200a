// Functions to skip that nobody named: those that a suite covers, those that do not lead to a target. What is
// chosen becomes words of
// --chop, so that the options of a run say it all.
#pragma once

#include "base/options.h"
#include "base/result.h"
#include "explore/direct/targets.h"
#include "load/load.h"

namespace bonsai::cli {

// --chop-file and --chop-covered. False: what was wrong has been said.
bool choose_covered(base::Options& options);

// --chop=auto of bonsai reach: functions from which no call leads to a target. True: whatever is skipped is
// such a function, and returns, so that what happens in it does not matter as long as nobody needs it.
bool choose_off_the_way(base::Options& options, const load::Loaded& loaded,
                        const std::vector<explore::Target>& targets);

}  // namespace bonsai::cli
