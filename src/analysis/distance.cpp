// The update is that of G. Ramalingam and T. Reps (On the computational complexity of dynamic graph problems,
// 1996) for edges that go away, here targets. An edge supports a node if the node's distance comes from it.
// No circle of edges weighs 0, so supporting edges form none, and a node keeps its distance exactly if it is
// still a target or is supported by a node that keeps its own.
//
//   1. Find the affected nodes, in order of their old distance, so that what may support a node is mostly
//      judged before it. (The nodes that weigh 0 can be judged too early; they are judged again when what
//      they relied on turns out to be affected.)
//   2. Give them the best distance over nodes that are not affected, then settle them in Dijkstra's order.
//
// Tested by distance_test.cpp, against a computation from scratch.
#include "analysis/distance.h"

#include <algorithm>
#include <functional>

namespace bonsai::analysis {

namespace {

// Of a node by one of its edges, if the edge's end is `behind` away; `unreachable` or more: there is no way.
uint32_t by(uint32_t weight, const FlowGraph::Edge& edge, uint32_t behind) {
  return weight + edge.cost + behind;
}

}  // namespace

Distance::Distance(const FlowGraph& graph)
    : graph_(graph), distance_(graph.size(), unreachable), marks_(graph.size(), Mark::none) {
  for (NodeId node = 0; node < graph.size(); ++node) {
    open_.push_back(graph.point_count(node));
    if (!open_[node]) continue;
    distance_[node] = graph.weight(node);
    push(node);
  }
  covered_.resize(graph.point_limit());
  settle();
}

Distance::Distance(const FlowGraph& graph, std::span<const Place> targets)
    : graph_(graph),
      distance_(graph.size(), unreachable),
      open_(graph.size()),
      covered_(graph.point_limit(), true),
      marks_(graph.size(), Mark::none) {
  for (const Place& target : targets) {
    if (!is_target_function(target.function)) functions_.push_back(target.function);
    NodeId node = graph.node_of(target.function, target.index);
    if (open_[node]) continue;
    open_[node] = 1;
    distance_[node] = graph.weight(node);
    push(node);
  }
  settle();
}

void Distance::reach(const Place& target) {
  NodeId node = graph_.node_of(target.function, target.index);
  if (!open_[node]) return;
  open_[node] = 0;
  marks_[node] = Mark::queued;
  push(node);
  find_affected();
  recompute();
}

void Distance::cover(std::span<const uint32_t> points) {
  for (uint32_t point : points) {
    NodeId node = graph_.node_of_point(point);
    if (node == ir::none || covered_[point]) continue;
    covered_[point] = true;
    if (--open_[node]) continue;
    marks_[node] = Mark::queued;
    push(node);
  }
  if (queue_.empty()) return;
  find_affected();
  recompute();
}

bool Distance::has_support(NodeId node) const {
  if (open_[node]) return true;
  for (const FlowGraph::Edge& edge : graph_.successors(node))
    if (marks_[edge.node] != Mark::affected &&
        distance_[node] == by(graph_.weight(node), edge, distance_[edge.node]))
      return true;
  return false;
}

void Distance::find_affected() {
  while (!queue_.empty()) {
    NodeId node = pop();
    marks_[node] = Mark::none;
    if (has_support(node)) continue;
    marks_[node] = Mark::affected;
    affected_.push_back(node);
    for (const FlowGraph::Edge& edge : graph_.predecessors(node)) {
      NodeId before = edge.node;
      if (marks_[before] != Mark::none || open_[before]) continue;
      if (distance_[before] != by(graph_.weight(before), edge, distance_[node])) continue;
      marks_[before] = Mark::queued;
      push(before);
    }
  }
}

void Distance::recompute() {
  for (NodeId node : affected_) distance_[node] = unreachable;
  for (NodeId node : affected_) {
    uint32_t best = unreachable;
    for (const FlowGraph::Edge& edge : graph_.successors(node))
      if (marks_[edge.node] != Mark::affected)
        best = std::min(best, by(graph_.weight(node), edge, distance_[edge.node]));
    distance_[node] = best;
    if (best < unreachable) push(node);
  }
  for (NodeId node : affected_) marks_[node] = Mark::none;
  affected_.clear();
  settle();
}

// Dijkstra's algorithm, backwards from what is queued.
void Distance::settle() {
  while (!queue_.empty()) {
    uint32_t found = queue_.front().first;
    NodeId node = pop();
    if (found != distance_[node]) continue;
    for (const FlowGraph::Edge& edge : graph_.predecessors(node)) {
      uint32_t longer = by(graph_.weight(edge.node), edge, found);
      if (longer >= distance_[edge.node]) continue;
      distance_[edge.node] = longer;
      push(edge.node);
    }
  }
}

void Distance::push(NodeId node) {
  queue_.push_back({distance_[node], node});
  std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
}

NodeId Distance::pop() {
  std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
  NodeId node = queue_.back().second;
  queue_.pop_back();
  return node;
}

uint64_t Distance::to_target(std::span<const Place> stack) const {
  uint64_t best = unreachable, returned = 0;
  for (const Place& place : stack) {
    best = std::min(best, returned + to_target(place.function, place.index));
    returned += to_return(place.function, place.index);
    if (returned >= best) break;
  }
  return best;
}

}  // namespace bonsai::analysis
