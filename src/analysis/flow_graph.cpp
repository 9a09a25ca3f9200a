// Builds the graph in three steps: segments, edges, then the way through each call.
//
// The shortest way to a return is a shortest path in a grammar: passing a call adds the callee's own shortest
// way. That sum never is smaller than its parts, so Dijkstra's order works as it does in a graph (D. E.
// Knuth, A generalization of Dijkstra's algorithm, 1977): the node with the smallest distance is final, and
// what depends on it is evaluated anew. Tested by flow_graph_test.cpp and distance_test.cpp.
#include "analysis/flow_graph.h"

#include <algorithm>
#include <map>
#include <queue>

#include "analysis/call_targets.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

class FlowGraph::Builder {
 public:
  Builder(FlowGraph& graph, const ir::Program& program, const ir::Points& points)
      : graph_(graph), program_(program), points_(points), targets_(program) {}

  void run() {
    graph_.point_nodes_.assign(points_.count(), ir::none);
    cut_segments();
    for (const Function& function : program_.functions) connect(function);
    connect_choices();
    begin_edges();  // of none: the end of the last node's
    graph_.predecessors_ = graph_.successors_.reversed();
    find_returns();
    price_calls();
    graph_.predecessors_ = graph_.successors_.reversed();
  }

 private:
  enum class Kind : uint8_t { way, enter, pass, give };

  void cut_segments();
  NodeId add_node(uint32_t weight);
  void connect(const Function& function);
  void connect_call(const Function& function, uint32_t index);
  void count_points(const Function& function, uint32_t index, NodeId node);
  void connect_choices();
  void begin_edges() { graph_.successors_.begin.push_back(uint32_t(graph_.successors_.edges.size())); }
  void add_edge(NodeId to, Kind kind);
  void find_returns();
  void price_calls();
  uint32_t evaluate(NodeId node) const;
  uint32_t way_through(NodeId node) const;
  NodeId choice_of(const std::vector<uint16_t>& argument_widths);
  // What it costs to pass a call of a function that is not entered.
  static uint32_t cost_outside(const Function& function) { return function.no_return ? unreachable : 1; }
  static bool is_entered(const Function& function) { return function.has_body && !function.is_runtime; }

  FlowGraph& graph_;
  const ir::Program& program_;
  const ir::Points& points_;
  CallTargets targets_;
  std::map<std::vector<uint16_t>, NodeId> choices_;  // by widths of the arguments
  std::vector<std::vector<FunctionId>> chosen_;      // per choice, in order of their nodes
  NodeId segments_ = 0;                              // choices have the ids from here on
  std::vector<Kind> kinds_;                          // per edge of successors_
  std::vector<uint32_t> leaving_;  // per node: cost behind its weight to return, not by an edge
  std::vector<uint32_t> passing_;  // per node: cost of the call at its end, not by an edge
};

FlowGraph::FlowGraph(const ir::Program& program, const ir::Points& points) {
  Builder(*this, program, points).run();
}

FlowGraph::EdgeTable FlowGraph::EdgeTable::reversed() const {
  EdgeTable result;
  result.begin.assign(begin.size(), 0);
  result.edges.resize(edges.size());
  for (const Edge& edge : edges) ++result.begin[edge.node + 1];
  for (size_t i = 1; i < begin.size(); ++i) result.begin[i] += result.begin[i - 1];
  std::vector<uint32_t> next = result.begin;
  for (NodeId node = 0; node + 1 < begin.size(); ++node)
    for (const Edge& edge : of(node)) result.edges[next[edge.node]++] = {node, edge.cost};
  return result;
}

NodeId FlowGraph::Builder::add_node(uint32_t weight) {
  graph_.weight_.push_back(weight);
  graph_.point_count_.push_back(0);
  leaving_.push_back(unreachable);
  passing_.push_back(unreachable);
  return graph_.size() - 1;
}

void FlowGraph::Builder::cut_segments() {
  for (const Function& function : program_.functions) {
    graph_.first_.push_back(uint32_t(graph_.nodes_.size()));
    uint64_t weight = 0;
    for (const Instr& instr : function.code) {
      graph_.nodes_.push_back(graph_.size());
      weight += instr.weight + (instr.op == Op::Count ? instr.imm : 0);
      if (instr.op != Op::Call && !ir::is_terminator(instr.op)) continue;
      add_node(uint32_t(std::clamp<uint64_t>(weight, 1, unreachable)));
      weight = 0;
    }
  }
  segments_ = graph_.size();
}

void FlowGraph::Builder::add_edge(NodeId to, Kind kind) {
  graph_.successors_.edges.push_back({to, 0});
  kinds_.push_back(kind);
}

void FlowGraph::Builder::connect(const Function& function) {
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    const Instr& instr = function.code[i];
    if (instr.op != Op::Call && !ir::is_terminator(instr.op)) continue;
    NodeId node = graph_.node_of(function.id, i);
    begin_edges();
    if (!function.is_runtime) count_points(function, i, node);
    if (instr.op == Op::Call) {
      connect_call(function, i);
    } else if (instr.op == Op::Switch || instr.op == Op::IndirectBr) {
      for (uint32_t target : points_.distinct_targets(uint32_t(instr.imm)))
        add_edge(graph_.node_of(function.id, target), Kind::way);
    } else {
      ir::for_each_target(program_, instr,
                          [&](uint32_t target) { add_edge(graph_.node_of(function.id, target), Kind::way); });
    }
    if (instr.op == Op::Ret || instr.op == Op::RetVoid || instr.op == Op::RetMany) leaving_[node] = 0;
  }
}

void FlowGraph::Builder::connect_call(const Function& function, uint32_t index) {
  const ir::CallSite& site = program_.calls[function.code[index].imm];
  if (site.callee == ir::none) {
    add_edge(choice_of(site.argument_widths), Kind::enter);
  } else if (const Function& callee = program_.functions[site.callee]; is_entered(callee)) {
    add_edge(graph_.node_of(callee.id, 0), Kind::enter);
  } else {
    passing_[graph_.node_of(function.id, index)] = cost_outside(callee);
    for (FunctionId given : given_functions(program_, site))
      if (is_entered(program_.functions[given])) add_edge(graph_.node_of(given, 0), Kind::give);
  }
  add_edge(graph_.node_of(function.id, index + 1), Kind::pass);
  if (site.unwind != ir::none) add_edge(graph_.node_of(function.id, site.unwind), Kind::way);
}

// Those that the interpreter notes. A switch also notes itself, but never without one of its ways.
void FlowGraph::Builder::count_points(const Function& function, uint32_t index, NodeId node) {
  const Instr& instr = function.code[index];
  auto count = [&](uint32_t point) {
    graph_.point_nodes_[point] = node;
    ++graph_.point_count_[node];
  };
  if (instr.op == Op::Unreachable || instr.op == Op::Trap || instr.op == Op::Unsupported) return;
  if (instr.op == Op::Switch || instr.op == Op::IndirectBr) {
    auto table = uint32_t(instr.imm);
    for (uint32_t i = 0; i < points_.distinct_targets(table).size(); ++i) count(points_.of_switch(table, i));
    return;
  }
  count(points_.of(function.id, index));
  if (ir::is_two_way(instr.op)) count(points_.of(function.id, index, 1));
}

// The choice's edges come behind those of all segments: it may be found while they are added.
NodeId FlowGraph::Builder::choice_of(const std::vector<uint16_t>& argument_widths) {
  auto [it, is_new] = choices_.try_emplace(argument_widths, 0);
  if (!is_new) return it->second;
  NodeId node = it->second = add_node(0);
  std::vector<FunctionId> fitting = targets_.fitting(argument_widths);
  if (fitting.empty()) leaving_[node] = 1;
  std::erase_if(fitting, [&](FunctionId id) {
    const Function& function = program_.functions[id];
    if (!is_entered(function)) leaving_[node] = std::min(leaving_[node], cost_outside(function));
    return !is_entered(function);
  });
  chosen_.push_back(std::move(fitting));
  return node;
}

void FlowGraph::Builder::connect_choices() {
  for (const std::vector<FunctionId>& functions : chosen_) {
    begin_edges();
    for (FunctionId id : functions) add_edge(graph_.node_of(id, 0), Kind::way);
  }
}

// The cheapest way to the segment behind the call at the node's end.
uint32_t FlowGraph::Builder::way_through(NodeId node) const {
  uint32_t through = passing_[node];
  for (uint32_t i = graph_.successors_.begin[node]; i < graph_.successors_.begin[node + 1]; ++i)
    if (kinds_[i] == Kind::enter)
      through = std::min(through, graph_.to_return_[graph_.successors_.edges[i].node]);
  return through;
}

uint32_t FlowGraph::Builder::evaluate(NodeId node) const {
  uint32_t best = leaving_[node], through = way_through(node);
  for (uint32_t i = graph_.successors_.begin[node]; i < graph_.successors_.begin[node + 1]; ++i) {
    uint32_t behind = graph_.to_return_[graph_.successors_.edges[i].node];
    if (kinds_[i] == Kind::way) best = std::min(best, behind);
    if (kinds_[i] == Kind::pass) best = std::min(best, through + behind);
  }
  return std::min(unreachable, graph_.weight_[node] + best);
}

void FlowGraph::Builder::find_returns() {
  using Entry = std::pair<uint32_t, NodeId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  graph_.to_return_.assign(graph_.size(), unreachable);
  auto improve = [&](NodeId node) {
    uint32_t found = evaluate(node);
    if (found >= graph_.to_return_[node]) return;
    graph_.to_return_[node] = found;
    queue.push({found, node});
  };
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (leaving_[node] < unreachable) improve(node);
  while (!queue.empty()) {
    auto [distance, node] = queue.top();
    queue.pop();
    if (distance != graph_.to_return_[node]) continue;
    for (const Edge& edge : graph_.predecessors(node)) improve(edge.node);
  }
}

void FlowGraph::Builder::price_calls() {
  for (NodeId node = 0; node < segments_; ++node) {
    uint32_t through = way_through(node);
    for (uint32_t i = graph_.successors_.begin[node]; i < graph_.successors_.begin[node + 1]; ++i)
      if (kinds_[i] == Kind::pass) graph_.successors_.edges[i].cost = through;
  }
}

}  // namespace bonsai::analysis
