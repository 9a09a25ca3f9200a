// A job: paths as bytes, which any worker of the same program can take up.
//
// Live paths never leave their worker. What crosses to another one, to the run's database or out of memory is
// the part of the tree they stand in, with each path's model and standing (state/forest.h). Bringing them
// back is replay: what paths share is executed once, and nothing is asked. Tested by resume_test.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exec/replay.h"
#include "report/records.h"

namespace bonsai::explore {

using report::Job;

// Enough that beginnings are shared, few enough that all fit into memory at once.
inline constexpr size_t most_in_job = 256;

// REQUIRES: paths at rest, whose terms are of that store. They stay as they are.
std::string pack(const expr::TermStore& terms, std::span<exec::Path* const> paths);

// False: the bytes are damaged. Those of the program's beginning are none.
bool is_intact(std::string_view bytes);

// Takes the leaves that were struck out of the bytes. False: these are damaged, or are not of so many paths.
bool strike(Job& job);

// The same paths in two jobs; none if it is of one path, or cannot be read.
std::vector<Job> halve(const Job& job);

// At most so many in each. Neighbours in the tree, which share most of their bytes, stay together.
std::vector<std::vector<exec::Path*>> in_portions(const std::vector<exec::Path*>& paths, size_t most);

// Brings the paths back, each with the model it had. Nothing when the bytes are damaged, are of another
// program, or need a join that is not given.
std::optional<std::vector<std::unique_ptr<exec::Path>>> unpack(exec::Machine& machine, std::string_view bytes,
                                                               const exec::Join& join = nullptr);

}  // namespace bonsai::explore
