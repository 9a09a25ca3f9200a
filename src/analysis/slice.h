// Backward static slices (Weiser, Program Slicing, 1981): of a function and all that it calls, what is needed
// to compute some bytes of memory, or the function's result. What is left out is no part of it: errors that
// only it can have, and whether it ends.
//
// Kept are the stores that may write what is wanted, what they depend on by registers, by memory (whatever
// may write what they read, in whatever order) and by control, and the calls that lead to them. A branch that
// decides nothing that is kept becomes a jump to where its ways meet again, so a loop with nothing in it is
// jumped over. A call that may not return decides what stands behind it. Where nothing wanted stands behind a
// call that never returns, the call is left out: a slice that comes to an Unreachable has come to its end.
//
// One thread; a slice is made once and kept. Tested by slice_test.cpp in cli.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/control_dependence.h"
#include "analysis/mod_ref.h"

namespace bonsai::analysis {

struct SlicedFunction {
  // What becomes of an instruction: keep, drop (a no-operation), or the index to jump to instead.
  static constexpr uint32_t keep = 0xffffffffu, drop = 0xfffffffeu;
  std::vector<uint32_t> code;  // one per instruction of the function
  uint32_t kept = 0;
};

struct Slice {
  std::unordered_map<ir::FunctionId, SlicedFunction>
      functions;                        // those that the sliced one may call, and itself
  uint64_t kept = 0, instructions = 0;  // of all of them
};

class Slicer {
 public:
  // REQUIRES: both outlive this.
  Slicer(const PointsTo& points_to, const ModRef& mod_ref) : points_to_(points_to), mod_ref_(mod_ref) {}

  // REQUIRES: the function has a body and is reached; `wanted` is normalised.
  const Slice& slice(ir::FunctionId function, const std::vector<Range>& wanted, bool result = false);

 private:
  class Work;
  struct Facts {
    std::vector<Accesses> accesses;  // by instruction
    std::unique_ptr<ControlDependence> control;
    std::vector<std::vector<uint32_t>> writers;  // by web: instructions
    bool returns_twice = false;                  // it calls setjmp: all of it is kept
  };
  const Facts& facts(ir::FunctionId function);

  const PointsTo& points_to_;
  const ModRef& mod_ref_;
  std::unordered_map<ir::FunctionId, Facts> facts_;
  using Key = std::tuple<ir::FunctionId, std::vector<Range>, bool>;
  std::map<Key, std::unique_ptr<Slice>> made_;
};

}  // namespace bonsai::analysis
