// Has a path come to a target? And: can it be brought there along a suffix?
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "exec/machine.h"
#include "explore/direct/suffixes.h"
#include "explore/direct/targets.h"
#include "explore/strategy.h"

namespace bonsai::explore {

bool is_error_at(const ir::Program& program, const exec::Error& error, const Target& target);

// The targets, not reached yet, that the path has come to: with all that it covered, down to `since` (the
// head of its list at some time before; null: with all).
std::vector<uint32_t> arrivals(const Targets& targets, const exec::Machine& machine, const exec::Path& path,
                               const exec::Outcome& outcome, const exec::Covered* since = nullptr);

// Notes the targets that a path from the program's beginning has come to, with a test for each; ends the run
// when all are reached.
void note_arrivals(Targets& targets, exec::Path& path, const exec::Outcome& outcome, Host& host);

// A path at a target, and how it stopped there.
struct Followed {
  std::unique_ptr<exec::Path> path;
  exec::Outcome outcome;
};
// Brings a copy of `path`, which has just called the suffix's function, along the suffix. Nothing: that way
// it cannot go, or not with the effort that is made. REQUIRES: no fork is left to be taken from the machine.
std::optional<Followed> follow_suffix(exec::Machine& machine, exec::Path& path, const Targets& targets,
                                      const Suffix& suffix, const std::atomic<bool>& over);

}  // namespace bonsai::explore
