// Nodes, edges and waves. Tested by points_to_solver_test.cpp.
#include "analysis/points_to_solver.h"

#include <algorithm>
#include <numeric>

namespace bonsai::analysis {

namespace {

int64_t modulo(int64_t value, uint64_t step) {
  auto rest = int64_t(__int128(value) % __int128(step));
  return rest < 0 ? int64_t(__int128(rest) + __int128(step)) : rest;
}

}  // namespace

Offsets moved(Offsets place, const Move& move) {
  if (move.blur) return Offsets::any();
  int64_t offset;
  if (__builtin_add_overflow(place.offset, move.offset, &offset)) return Offsets::any();
  uint64_t step = move.scale ? std::gcd(place.step, move.scale) : place.step;
  return {step ? modulo(offset, step) : offset, step};
}

PointsToSolver::PointsToSolver(unsigned pointer_bytes) : pointer_bytes_(pointer_bytes) {
  add_site(unknown_size);
}

SiteId PointsToSolver::add_site(uint64_t size, bool has_memory, bool is_writable) {
  sites_.push_back({size, has_memory, is_writable, 0, 0, {}, {}, {}});
  auto site = SiteId(sites_.size() - 1);
  location(site, Offsets::any());
  location(site, {});
  return site;
}

PointsToSolver::Node PointsToSolver::add_nodes(uint32_t count) {
  auto first = Node(nodes_.size());
  nodes_.resize(nodes_.size() + count);
  parent_.resize(nodes_.size());
  std::iota(parent_.begin() + first, parent_.end(), first);
  return first;
}

void PointsToSolver::add_fact(Node node, uint32_t id) {
  NodeData& data = nodes_[find(node)];
  if (data.facts.insert(id)) data.pending.insert(id);
}

void PointsToSolver::add_facts(Node node, const IdSet& ids) {
  NodeData& data = nodes_[find(node)];
  data.facts.insert(ids, data.pending);
}

void PointsToSolver::seed(Node node, SiteId site, Offsets place) { add_fact(node, location(site, place)); }

void PointsToSolver::flow(Node from, Node to, const Move& move) {
  from = find(from), to = find(to);
  if (from == to && move.is_plain()) return;
  if (move.is_plain() || move.blur) {
    auto& seen = move.narrow ? narrow_edges_ : move.blur ? blur_edges_ : copy_edges_;
    if (!seen.insert(uint64_t(from) << 32 | to).second) return;
  }
  ++edges_;
  nodes_[from].edges.push_back({to, move});
}

IdSet PointsToSolver::blurred(const IdSet& ids, bool narrow) const {
  IdSet result;
  uint32_t last = ~uint32_t(0);
  ids.for_each([&](uint32_t id) {
    const Location& location = locations_[id];
    if (location.any == last || (narrow && location.site == outside)) return;
    last = location.any;
    result.insert(last);
  });
  return result;
}

void PointsToSolver::add_watch(Node node, const Watch& watch) { nodes_[find(node)].watches.push_back(watch); }

void PointsToSolver::load(Node base, const Move& move, uint64_t bytes, Node to) {
  add_watch(base, {Kind::load, to, move, bytes, 0});
}

void PointsToSolver::store(Node base, const Move& move, uint64_t bytes, Node value) {
  add_watch(base, {Kind::store, value, move, bytes, 0});
}

void PointsToSolver::copy_memory(Node to, Node from, std::optional<uint64_t> bytes) {
  if (bytes && *bytes == 0) return;
  auto index = uint32_t(copies_.size());
  copies_.push_back({.to = to, .from = from, .bytes = bytes.value_or(0)});
  add_watch(to, {.kind = Kind::copy_to, .index = index});
  add_watch(from, {.kind = Kind::copy_from, .index = index});
}

void PointsToSolver::copy_objects(SiteId to, Node from) {
  auto index = uint32_t(copies_.size());
  copies_.push_back({.to = 0, .from = from, .object = to});
  add_watch(from, {.kind = Kind::copy_objects, .index = index});
}

void PointsToSolver::escape(Node node) {
  Node found = add_nodes(2), written = found + 1;
  load(node, Move::anywhere(), pointer_bytes_, found);
  flow(found, node, Move::anywhere());
  flow(node, written, Move::anywhere());
  store(node, Move::anywhere(), pointer_bytes_, written);
}

void PointsToSolver::watch(Node node, std::function<void(SiteId)> found) {
  listeners_.push_back(std::move(found));
  heard_.emplace_back();
  add_watch(node, {.kind = Kind::call, .index = uint32_t(listeners_.size() - 1)});
}

// A pointer that is moved by the same offset again and again walks through an array: three places in a row
// are taken for all of them.
uint32_t PointsToSolver::moved_location(uint32_t id, const Move& move, const IdSet& facts) {
  const Location at = locations_[id];
  constexpr int64_t most = int64_t(1) << 40;
  bool is_step = move.offset != 0 && move.offset > -most && move.offset < most && !move.blur;
  if (is_step && move.scale == 0 && at.place.step == 0) {
    auto has = [&](int64_t steps) {
      std::optional<uint32_t> other = known_location(at.site, {at.place.offset + steps * move.offset, 0});
      return other && facts.contains(*other);
    };
    if ((has(-1) && (has(-2) || has(1))) || (has(1) && has(2))) {
      auto step = uint64_t(move.offset < 0 ? -move.offset : move.offset);
      return location(at.site, {modulo(at.place.offset, step), step});
    }
  }
  return location(at.site, moved(at.place, move));
}

// Those of `ids` that an unknown offset in the same site includes, if the node has it.
IdSet PointsToSolver::covered(const IdSet& ids, const IdSet& facts) const {
  IdSet found;
  ids.for_each_unmarked(unknown_places_, [&](uint32_t id) {
    if (facts.contains(locations_[id].any)) found.insert(id);
  });
  return found;
}

void PointsToSolver::send(Node node, size_t begin, size_t end, const IdSet& ids) {
  std::optional<IdSet> blur, narrow;
  for (size_t i = begin; i < end; ++i) {
    Edge edge = nodes_[node].edges[i];
    if (edge.move.is_plain()) {
      if (find(edge.to) != node) add_facts(edge.to, ids);
    } else if (edge.move.blur) {
      std::optional<IdSet>& lost = edge.move.narrow ? narrow : blur;
      if (!lost) lost = blurred(ids, edge.move.narrow);
      add_facts(edge.to, *lost);
    } else {
      ids.for_each(
          [&](uint32_t id) { add_fact(edge.to, moved_location(id, edge.move, nodes_[node].facts)); });
    }
  }
}

void PointsToSolver::process(Node node) {
  NodeData& data = nodes_[node];
  IdSet pending;
  std::swap(pending, data.pending);
  Batch fresh, all;
  fresh.ids = pending;
  fresh.ids.erase(covered(pending, data.facts));
  if (pending.intersects(unknown_places_)) data.facts.erase(covered(data.facts, data.facts));
  // Those that are added meanwhile are seen in the next wave.
  const size_t edges = data.edges.size(), old_edges = data.edges_served;
  const size_t watches = data.watches.size(), old_watches = data.watches_served;
  data.edges_served = uint32_t(edges);
  data.watches_served = uint32_t(watches);
  if (old_edges < edges || old_watches < watches) all.ids = data.facts;
  if (!fresh.ids.empty()) send(node, 0, old_edges, fresh.ids);
  send(node, old_edges, edges, all.ids);
  for (size_t i = 0; i < watches; ++i) {
    Watch watch = nodes_[node].watches[i];
    if (i >= old_watches)
      handle(watch, all);
    else if (!fresh.ids.empty())
      handle(watch, fresh);
  }
}

void PointsToSolver::handle(const Watch& watch, Batch& batch) {
  const IdSet& ids = batch.ids;
  switch (watch.kind) {
    case Kind::load:
    case Kind::store: access(watch, batch); break;
    case Kind::copy_to: {
      IdSet from = nodes_[find(copies_[watch.index].from)].facts;
      add_copy(copies_[watch.index], ids, from);
      break;
    }
    case Kind::copy_from: {
      IdSet to = nodes_[find(copies_[watch.index].to)].facts;
      add_copy(copies_[watch.index], to, ids);
      break;
    }
    case Kind::copy_objects: add_object_copy(copies_[watch.index], ids); break;
    case Kind::call:
      ids.for_each([&](uint32_t id) {
        SiteId site = locations_[id].site;
        if (heard_[watch.index].insert(site).second) {
          auto found = listeners_[watch.index];
          found(site);
        }
      });
      break;
  }
}

void PointsToSolver::merge(Node into, Node from) {
  NodeData gone = std::move(nodes_[from]);
  nodes_[from] = {};
  parent_[from] = into;
  NodeData& kept = nodes_[into];
  // What one of them had alone, the other has not handed on.
  IdSet only_kept, only_gone, ignored = gone.facts;
  ignored.insert(kept.facts, only_kept);
  kept.facts.insert(gone.facts, only_gone);
  IdSet unused;
  kept.pending.insert(only_kept, unused);
  kept.pending.insert(only_gone, unused);
  kept.pending.insert(gone.pending, unused);
  auto join = [](auto& list, uint32_t& served, const auto& more, uint32_t more_served) {
    list.insert(list.end(), more.begin() + more_served, more.end());
    list.insert(list.begin() + served, more.begin(), more.begin() + more_served);
    served += more_served;
  };
  join(kept.edges, kept.edges_served, gone.edges, gone.edges_served);
  join(kept.watches, kept.watches_served, gone.watches, gone.watches_served);
}

// Those that came together, and those to itself.
void PointsToSolver::drop_repeated_edges(Node node) {
  NodeData& data = nodes_[node];
  std::unordered_set<Node> copies, blurs, narrows;
  std::vector<Edge> kept;
  uint32_t served = 0;
  for (size_t i = 0; i < data.edges.size(); ++i) {
    Edge edge = data.edges[i];
    edge.to = find(edge.to);
    if (edge.to == node && edge.move.is_plain()) continue;
    if (edge.move.is_plain() || edge.move.blur) {
      auto& seen = edge.move.narrow ? narrows : edge.move.blur ? blurs : copies;
      if (!seen.insert(edge.to).second) continue;
      auto& known = edge.move.narrow ? narrow_edges_ : edge.move.blur ? blur_edges_ : copy_edges_;
      known.insert(uint64_t(node) << 32 | edge.to);
    }
    kept.push_back(edge);
    if (i < data.edges_served) ++served;
  }
  data.edges = std::move(kept);
  data.edges_served = served;
}

// Tarjan's circles of plain copies become one node each; the nodes in topological order of what is left.
std::vector<PointsToSolver::Node> PointsToSolver::collapse_circles() {
  auto count = Node(nodes_.size());
  constexpr uint32_t unseen = 0, done = ~uint32_t(0);
  std::vector<uint32_t> number(count, unseen), low(count, 0);
  std::vector<Node> order, stack;
  std::vector<std::pair<Node, uint32_t>> path;  // node, next edge
  std::vector<std::vector<Node>> circles;
  uint32_t next = 1;
  for (Node root = 0; root < count; ++root) {
    if (parent_[root] != root || number[root] != unseen) continue;
    path.push_back({root, 0});
    while (!path.empty()) {
      auto& [node, edge] = path.back();
      if (edge == 0 && number[node] == unseen) {
        number[node] = low[node] = next++;
        stack.push_back(node);
      }
      if (edge < nodes_[node].edges.size()) {
        Edge& each = nodes_[node].edges[edge++];
        if (!each.move.is_plain()) continue;
        each.to = find(each.to);
        if (number[each.to] == unseen)
          path.push_back({each.to, 0});
        else if (number[each.to] != done)
          low[node] = std::min(low[node], number[each.to]);
        continue;
      }
      Node top = node;
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[top]);
      if (low[top] != number[top]) continue;
      order.push_back(top);
      std::vector<Node> circle;
      for (Node member = ~Node(0); member != top;) {
        member = stack.back();
        stack.pop_back();
        number[member] = done;
        if (member != top) circle.push_back(member);
      }
      if (circle.empty()) continue;
      circle.push_back(top);
      circles.push_back(std::move(circle));
    }
  }
  for (const std::vector<Node>& circle : circles) {
    Node top = circle.back();
    for (size_t i = 0; i + 1 < circle.size(); ++i) merge(top, circle[i]);
  }
  for (const std::vector<Node>& circle : circles) drop_repeated_edges(circle.back());
  for (Node& node : parent_) node = find(node);
  std::reverse(order.begin(), order.end());
  return order;
}

void PointsToSolver::subtract(Node from, Node what, Node to) { differences_.push_back({from, what, to, 0}); }

// Looked at when all else is known. Two addresses that may be of one object give a number.
bool PointsToSolver::add_differences() {
  bool added = false;
  for (size_t i = 0; i < differences_.size(); ++i) {
    Difference each = differences_[i];
    IdSet from = blurred(nodes_[find(each.from)].facts, false);
    IdSet what = blurred(nodes_[find(each.what)].facts, false);
    size_t seen = from.size() + what.size();
    if (seen == each.seen) continue;
    differences_[i].seen = seen;
    bool is_number = false;
    what.for_each([&](uint32_t id) { is_number |= from.contains(id); });
    if (is_number) continue;
    from.for_each([&](uint32_t id) {
      if (nodes_[find(each.to)].facts.contains(id)) return;
      add_fact(each.to, id);
      added = true;
    });
  }
  return added;
}

void PointsToSolver::solve() {
  std::vector<Node> order;
  uint64_t edges = 0;
  Node known = 0;  // nodes that the order has
  for (bool again = true; again; ++waves_) {
    again = false;
    // Few new edges make few new circles, and change the order little.
    if (order.empty() || edges_ > edges + edges / 16) {
      order = collapse_circles();
      edges = edges_;
      known = Node(nodes_.size());
    }
    for (; known < nodes_.size(); ++known) order.push_back(known);
    for (Node node : order)
      if (parent_[node] == node && has_news(nodes_[node])) {
        process(node);
        again = true;
      }
    if (!again && known == nodes_.size()) again = add_differences();
  }
}

}  // namespace bonsai::analysis
