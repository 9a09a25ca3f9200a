// Bringing a path back from the execution tree, without a question to the solver.
//
// The tape from the root is read instead of asked. Where a segment
// ends is known by the number of instructions, so that a path that had yielded comes back to the very place.
// What paths have in common is replayed once; a merge node by replaying each parent and joining them again.
// Tested by replay_test.cpp.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "exec/machine.h"

namespace bonsai::exec {

// Makes one path of several that stand at the same place; null when they do not fit. Given by who merges.
using Join = std::function<std::unique_ptr<Path>(std::vector<std::unique_ptr<Path>> paths)>;

struct Brought {
  std::unique_ptr<Path> path;
  Outcome outcome;  // of its last run: yielded, or how the path ended
};

// The path of a node that is open, dehydrated or ended, at the end of its segment. `model` becomes its model.
// Nothing when a join is needed and was not given or failed.
Brought replay(Machine& machine, const state::TreeNodeRef& node, solve::Model model,
               const Join& join = nullptr);

// The open or dehydrated paths of several nodes of one tree, in their order. None when a join is needed and
// was not given or failed.
std::vector<std::unique_ptr<Path>> replay_all(Machine& machine, std::span<const state::TreeNodeRef> nodes,
                                              const Join& join = nullptr);

// A path that follows `tape` from the program's beginning, until it ended or so many instructions were
// executed. REQUIRES: the tape is of a path that came so far.
inline constexpr uint64_t to_the_end = uint64_t(1) << 62;
Brought replay(Machine& machine, const state::Tape& tape, uint64_t instructions = to_the_end);

}  // namespace bonsai::exec
