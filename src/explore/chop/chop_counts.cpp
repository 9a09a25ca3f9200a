#include "explore/chop/chop_counts.h"

#include <fmt/format.h>

namespace bonsai::explore {

void ChopSummary::add(const ir::Program& program, const exec::ChopCounts& counts) {
  for (const auto& [id, function] : counts.functions) {
    Function& to = functions[program.functions[id].source_name];
    to.skipped += function.skipped;
    to.recovered += function.recovered;
    for (const auto& [location, count] : function.needed_at)
      to.needed_at[fmt::format("{}:{}", program.file_of(location), program.locations[location].line)] +=
          count;
  }
  reused += counts.reused;
  sliced += counts.sliced;
  abandoned += counts.abandoned;
  closed += counts.closed;
}

void ChopSummary::add(const ChopSummary& other) {
  for (const auto& [name, function] : other.functions) {
    Function& to = functions[name];
    to.skipped += function.skipped;
    to.recovered += function.recovered;
    for (const auto& [place, count] : function.needed_at) to.needed_at[place] += count;
  }
  reused += other.reused;
  sliced += other.sliced;
  abandoned += other.abandoned;
  closed += other.closed;
  open += other.open;
  untested += other.untested;
}

}  // namespace bonsai::explore
