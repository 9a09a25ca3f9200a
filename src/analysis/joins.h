// How far a path has come in a function, as a key that grows while it runs: paths that may meet at a Join
// wait there until those with smaller keys have come or gone.
//
// The blocks of a function stand in a weak topological order: loops are contiguous, nested, their header
// first, and what can be reached from a loop but lies outside it stands behind it. A place's key is, for each
// loop around its block from the outermost, where the header stands and which lap this is, and then where the
// block stands and how far into it. Keys compare lexicographically. Along a path they grow, except in a loop
// that is irreducible, nested deeper than `most_laps`, or whose header does not begin with a Join.
//
// Blocks from which nothing but the function's end can be reached without a Join (an early `return 0`) stand
// last: who goes there does not come back to meet others, so nobody should wait for it.
//
// Laps are counted by who runs the code; see pass(). Immutable once made: any number of threads may read it.
// Tested by joins_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

// Loops nested deeper than this are treated as if they were none.
inline constexpr unsigned most_laps = 6;

class Joins {
 public:
  // A loop header that begins with a Join, where the loop's laps are counted.
  struct LoopHead {
    uint32_t position;  // of the Join among all instructions of the program, as ir::Points counts them
    uint8_t level;      // 0: no loop around it; < most_laps
    uint8_t mark;       // not 0; of loops that stand side by side one behind the other have different marks
  };

  explicit Joins(const ir::Program& program);

  // Appends the key of "about to execute instruction `index` of the function". laps[l] belongs to the loop of
  // level l around it; a header's Join counts when it is passed, so there the lap is one more.
  void append_key(ir::FunctionId function, uint32_t index, std::span<const uint32_t> laps,
                  std::vector<uint64_t>& key) const;
  const std::vector<LoopHead>& loop_heads() const { return loop_heads_; }

  // Counts that the Join of a loop header is passed. The upper 8 bits of a lap tell by the mark which loop
  // was counted, so that one that is entered later begins at 0; without marks (upper bits 0) the laps of
  // loops that follow each other on one level are added up. REQUIRES: laps has most_laps elements.
  static void pass(std::span<uint32_t> laps, const LoopHead& head) {
    uint32_t& lap = laps[head.level];
    lap = (lap >> mark_shift == head.mark ? lap : uint32_t(head.mark) << mark_shift) + 1;
    for (unsigned i = head.level + 1u; i < laps.size(); ++i) laps[i] = 0;
  }
  static constexpr unsigned mark_shift = 24;

  // Where the block stands in its function; the first is 0.
  uint32_t order(ir::FunctionId function, uint32_t block) const {
    return places_[first_block_[function] + block].order;
  }

 private:
  class Builder;

  struct Place {
    uint32_t order = 0;
    uint32_t loop = ir::none;  // innermost, in loops_
  };
  struct Loop {
    uint32_t parent = ir::none;  // in loops_
    uint32_t header = 0;         // block
    uint8_t level = 0;
    uint8_t mark = 0;
    bool counted = false;  // the header begins with a Join
  };

  const ir::Program& program_;
  std::vector<uint32_t> first_block_;  // per function: in places_
  std::vector<Place> places_;
  std::vector<Loop> loops_;
  std::vector<LoopHead> loop_heads_;
};

}  // namespace bonsai::analysis
