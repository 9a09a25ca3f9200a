// Loads and stores through sets of pointers. Many nodes of a large program hold the same large set, and each
// load from one would be an edge from every word that the set names. A hub is a node that stands for all
// loads (or stores) through one set: the words have edges to it, and it has one to each place that loads. The
// solution is the same. Where any word of a site is meant, all offsets share a hub. Tested by
// points_to_solver_test.cpp.
#include "analysis/points_to_solver.h"
#include "base/hash.h"

namespace bonsai::analysis {

namespace {

constexpr size_t few_facts = 8;  // have edges of their own

}  // namespace

size_t PointsToSolver::HubHash::operator()(const HubKey& key) const {
  uint64_t move = base::hash_combine(uint64_t(key.move.offset), key.move.scale * 2 + key.move.blur);
  return base::hash_combine(base::hash_combine(key.ids.hash(), move), key.bytes * 8 + uint64_t(key.kind));
}

PointsToSolver::Batch::Parts PointsToSolver::parts(const IdSet& ids, const Move& move) const {
  Batch::Parts found;
  ids.for_each([&](uint32_t id) {
    const Location& at = locations_[id];
    Offsets place = moved(at.place, move);
    bool is_whole = place.step != 0 && place.step % pointer_bytes_ != 0;
    if (is_whole)
      found.whole.insert(at.any);
    else
      found.rest.insert(id);
  });
  return found;
}

void PointsToSolver::access(const Watch& watch, Batch& batch) {
  if (batch.ids.size() <= few_facts) {
    access_each(watch, batch.ids);
    return;
  }
  // Offsets alone move no place from one part to the other.
  bool is_common = watch.move.scale == 0 && !watch.move.blur;
  std::optional<Batch::Parts> own;
  if (!is_common)
    own = parts(batch.ids, watch.move);
  else if (!batch.parts)
    batch.parts = parts(batch.ids, {});
  const Batch::Parts& used = is_common ? *batch.parts : *own;
  Watch anywhere = watch;
  anywhere.move = Move::anywhere();
  anywhere.bytes = watch.bytes < pointer_bytes_ ? 1 : pointer_bytes_;
  access_through_hub(anywhere, used.whole);
  access_through_hub(watch, used.rest);
}

void PointsToSolver::access_each(const Watch& watch, const IdSet& ids) {
  ids.for_each([&](uint32_t id) {
    const Location at = locations_[id];
    Offsets place = moved(at.place, watch.move);
    if (watch.kind == Kind::load)
      load_at(at.site, place, watch.bytes, watch.other);
    else if (sites_[at.site].is_writable)
      store_at(at.site, place, watch.bytes, watch.other);
  });
}

void PointsToSolver::access_through_hub(const Watch& watch, const IdSet& ids) {
  if (ids.size() <= few_facts) {
    access_each(watch, ids);
    return;
  }
  auto [found, is_new] = hubs_.try_emplace({ids, watch.kind, watch.move, watch.bytes}, 0);
  if (is_new) {
    Watch from_hub = watch;
    from_hub.other = found->second = add_nodes(1);
    Node hub = from_hub.other;
    access_each(from_hub, ids);
    watch.kind == Kind::load ? flow(hub, watch.other) : flow(watch.other, hub);
    return;
  }
  watch.kind == Kind::load ? flow(found->second, watch.other) : flow(watch.other, found->second);
}

}  // namespace bonsai::analysis
