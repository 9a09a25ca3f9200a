// What came of skipping calls, over all workers, with names.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "exec/chop.h"
#include "explore/chop/slices.h"

namespace bonsai::explore {

struct ChopSummary {
  struct Function {
    uint64_t skipped = 0;
    uint64_t recovered = 0;
    std::map<std::string, uint64_t> needed_at;  // "file:line": how often what it left was needed there
  };
  std::map<std::string, Function> functions;
  uint64_t reused = 0;     // reads of what a call recovered before had left
  uint64_t sliced = 0;     // recoveries by slices
  uint64_t abandoned = 0;  // of them: the whole function was executed after all
  SliceCounts slices;
  double seconds = 0;     // of the analyses before the run
  uint64_t closed = 0;    // paths whose skipped calls had to be recovered at their end
  uint64_t open = 0;      // paths that ended with calls that were never recovered
  uint64_t untested = 0;  // of them, that have no test: they cover what tests do

  void add(const ir::Program& program, const exec::ChopCounts& counts);
  void add(const ChopSummary& other);
};

}  // namespace bonsai::explore
