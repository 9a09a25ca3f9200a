// The program's control flow as one graph over functions, for distances counted in instructions.
//
// A node is a straight segment of code: a block, split behind each call. It weighs what its instructions
// count (at least 1) and ends in a terminator or a call. Edges lead
//   - from a terminator to each of its targets;
//   - from a call into the function that it calls, if that is the program's own (with a body, not runtime);
//   - from a call of a function that is not entered into those that are given to it (the order for qsort());
//   - from a call past it, to the segment behind, at the cost of the shortest way through the callee: 1 for a
//     function that is not entered, `unreachable` for one that never returns;
//   - from an invoke to its landing pad.
// Calls through a pointer with the same kinds of arguments share a node that stands for the choice of the
// function. It weighs nothing and leads into every function of the program's own that may be called.
//
// So with d(target) known, d(node) = weight + min over edges (cost + d(edge.node)); no circle of edges weighs
// 0. Immutable once made: any number of threads may read it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/points.h"
#include "ir/program.h"

namespace bonsai::analysis {

using NodeId = uint32_t;
// Of a distance: there is no way, or none that short. Three of these still fit 32 bits.
inline constexpr uint32_t unreachable = 1u << 30;

class FlowGraph {
 public:
  struct Edge {
    NodeId node = 0;  // the other end
    uint32_t cost = 0;
  };

  FlowGraph(const ir::Program& program, const ir::Points& points);

  uint32_t size() const { return uint32_t(weight_.size()); }
  // Points lie below this.
  uint32_t point_limit() const { return uint32_t(point_nodes_.size()); }
  // The segment of an instruction. REQUIRES: the function has one with this index.
  NodeId node_of(ir::FunctionId function, uint32_t index) const { return nodes_[first_[function] + index]; }
  // The segment at whose end a point counts; ir::none for points that never count (of runtime functions, of
  // instructions that have no such way, of those that end the path with an error).
  NodeId node_of_point(uint32_t point) const { return point_nodes_[point]; }

  uint32_t weight(NodeId node) const { return weight_[node]; }
  // How many points count at its end.
  uint32_t point_count(NodeId node) const { return point_count_[node]; }
  // Instructions from the start of the segment to the return of its function, both ends included.
  uint32_t to_return(NodeId node) const { return to_return_[node]; }
  std::span<const Edge> successors(NodeId node) const { return successors_.of(node); }
  std::span<const Edge> predecessors(NodeId node) const { return predecessors_.of(node); }

 private:
  class Builder;

  // The edges of all nodes, one behind the other.
  struct EdgeTable {
    std::vector<uint32_t> begin;  // per node, and one past the last
    std::vector<Edge> edges;
    std::span<const Edge> of(NodeId node) const {
      return {edges.data() + begin[node], edges.data() + begin[node + 1]};
    }
    EdgeTable reversed() const;
  };

  std::vector<uint32_t> first_;  // per function: of its instructions in nodes_
  std::vector<NodeId> nodes_;    // per instruction of the program
  std::vector<NodeId> point_nodes_;
  std::vector<uint32_t> weight_, point_count_, to_return_;
  EdgeTable successors_, predecessors_;
};

}  // namespace bonsai::analysis
