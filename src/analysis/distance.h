// The minimal distance, in instructions, from a place in the program to a target: code that was never covered
// ("md2u" in the literature on search heuristics), or places that somebody named. Kept up to date while code
// gets covered, or places are reached.
//
// What counts as code are the points (ir/points.h) of the program's own functions. A segment of the flow
// graph is a target while a point at its end is uncovered, or a place in it is to be reached; its distance
// then is its weight. Targets only go away, so distances only grow, and an update touches the segments whose
// distance changes and their neighbours, not the program.
//
// Not thread-safe; the graph may be shared. Many points in one cover() cost less than as many calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/flow_graph.h"

namespace bonsai::analysis {

// Where a frame stands: the instruction that it executes next.
struct Place {
  ir::FunctionId function = ir::none;
  uint32_t index = 0;
};

class Distance {
 public:
  // Nothing is covered. REQUIRES: `graph` outlives this.
  explicit Distance(const FlowGraph& graph);
  // To these places; what is covered does not count.
  Distance(const FlowGraph& graph, std::span<const Place> targets);

  // Points that are covered already, or never count, change nothing.
  void cover(std::span<const uint32_t> points);
  void cover(uint32_t point) { cover(std::span(&point, 1)); }
  // One that was named is no target any more; no matter how often it is said.
  void reach(const Place& target);

  // Both are at least 1, and `unreachable` if there is no way. Within a segment all places are equally far.
  uint64_t to_target(ir::FunctionId function, uint32_t index) const {
    return distance_[graph_.node_of(function, index)];
  }
  // Is a place in the function to be reached, or was it?
  bool is_target_function(ir::FunctionId function) const {
    return std::find(functions_.begin(), functions_.end(), function) != functions_.end();
  }
  uint64_t to_return(ir::FunctionId function, uint32_t index) const {
    return graph_.to_return(graph_.node_of(function, index));
  }
  // Of a whole stack, the innermost frame first: of any frame, once those inside it have returned.
  uint64_t to_target(std::span<const Place> stack) const;

 private:
  using Entry = std::pair<uint32_t, NodeId>;  // distance, node

  bool has_support(NodeId node) const;
  void find_affected();
  void recompute();
  void settle();
  void push(NodeId node);
  NodeId pop();

  const FlowGraph& graph_;
  std::vector<uint32_t> distance_;         // per node
  std::vector<uint32_t> open_;             // per node: uncovered points at its end
  std::vector<bool> covered_;              // per point
  std::vector<ir::FunctionId> functions_;  // of places that were named
  // Empty or all 0 between updates.
  std::vector<Entry> queue_;  // a heap, the smallest first
  std::vector<NodeId> affected_;
  enum class Mark : uint8_t { none, queued, affected };
  std::vector<Mark> marks_;  // per node
};

}  // namespace bonsai::analysis
