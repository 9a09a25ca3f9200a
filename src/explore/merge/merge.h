// Merging of paths: what is asked for, and what came of it.
//
// Paths of one call of a function wait for each other where their ways meet (a Join, or klee_close_merge):
// a path waits while another one of the same call is less advanced, by the order of analysis/joins.h. When
// none is, or the wait has taken too much work, those that stand at the same place become one path where that
// pays. docs/merging.md is the user's page.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace bonsai::explore {

enum class MergeMode : uint8_t { off, automatic, always };

struct MergeConfig {
  MergeMode mode = MergeMode::off;
  uint64_t max_differences = 0;   // always: memory objects that may differ
  double max_queries = 0.1;       // auto: questions that merging may add, as a share of those to come
  uint64_t max_wait = 2'000'000;  // work that others may do while a path waits: instructions, and 1,000 for
                                  // each question to the solver's core
};

// Of one place, by function and line.
struct JoinCounts {
  uint64_t tried = 0;     // pairs of paths that stood there
  uint64_t done = 0;      // merges
  uint64_t absorbed = 0;  // paths that became part of another
  uint64_t refused = 0;   // pairs
};

struct MergeCounts : JoinCounts {
  uint64_t expired = 0;                     // paths that waited too long
  std::map<std::string, uint64_t> reasons;  // why pairs were refused
  std::map<std::string, JoinCounts> joins;  // by place: "file:line in function"
  void add(const MergeCounts& other);
};

}  // namespace bonsai::explore
