// Where each virtual register of a draft holds a value that is still read.
//
// Positions: every instruction has two, first it reads (even), then it writes (odd). A range is half open; a
// value that is written at instruction i and last read at j has [2i+1, 2j+1), so the result of j may take its
// place. Two registers can share one place if their ranges do not overlap. No form is assumed (SSA or not): a
// register may be written often.
#pragma once

#include <cstdint>
#include <vector>

#include "load/draft.h"

namespace bonsai::load {

struct LiveRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct LiveRanges {
  std::vector<std::vector<LiveRange>> of;  // by register; sorted, disjoint, not touching; empty: never occurs
};

// `order` gives the blocks their positions; it holds each block once, the entry first. Parameters are live
// from position 0. An exception leaves its call before the results are written, but what the landing block
// reads stays live across the writing all the same.
LiveRanges find_live_ranges(const ir::Program& program, const Draft& draft,
                            const std::vector<uint32_t>& order);

// Blocks in reverse postorder, unreachable ones behind.
std::vector<uint32_t> reverse_postorder(const ir::Program& program, const Draft& draft);

}  // namespace bonsai::load
