// Places in sites, the words of their memory, and copies between them. Tested by points_to_solver_test.cpp.
#include <algorithm>
#include <numeric>

#include "analysis/points_to_solver.h"
#include "base/hash.h"

namespace bonsai::analysis {

namespace {

constexpr uint32_t most_places = 96;  // of one site, before offsets are given up
constexpr uint32_t few_places = 8;    // the same, where there is too much to do
constexpr uint32_t few_pairs = 8;     // of copies, or objects, the same
constexpr uint64_t many_edges = 250'000;
constexpr int64_t far_away = 1 << 20;  // offsets in a site of unknown size
constexpr int64_t near = 4096;         // outside of a site of known size
constexpr uint32_t most_pairs = 512;   // of one copy of memory, before offsets are given up
constexpr uint32_t most_objects = 64;  // that become one, the same

constexpr int64_t most_bytes = 4096;  // of one copy of memory, the same

int64_t modulo(int64_t value, uint64_t step) {
  auto rest = value % int64_t(step);
  return rest < 0 ? rest + int64_t(step) : rest;
}

int64_t floor_div(int64_t value, int64_t by) { return value / by - (value % by < 0 ? 1 : 0); }

bool overlap(Offsets a, Offsets b) {
  uint64_t step = std::gcd(a.step, b.step);
  return step == 0 ? a.offset == b.offset : modulo(a.offset - b.offset, step) == 0;
}

}  // namespace

size_t PointsToSolver::PlaceHash::operator()(const PlaceKey& key) const {
  return base::hash_combine(base::hash_combine(key.site, uint64_t(key.place.offset)), key.place.step);
}

uint32_t PointsToSolver::location(SiteId site, Offsets place) {
  SiteData& data = sites_[site];
  if (data.places > 0 && (site == outside || place.is_any())) return data.any;
  auto [found, is_new] = known_places_.try_emplace({site, place}, uint32_t(locations_.size()));
  if (!is_new) return found->second;
  bool is_far =
      data.size == unknown_size
          ? place.offset < -far_away || place.offset > far_away
          : place.offset < -near || place.offset > int64_t(std::min<uint64_t>(data.size, 1ull << 40)) + near;
  if (data.places >= (edges_ > many_edges ? few_places : most_places) || is_far) {
    known_places_.erase(found);
    return data.any;
  }
  auto id = uint32_t(locations_.size());
  unknown_places_.resize(id / 64 + 1);
  if (data.places++ == 0) {
    data.any = id;
    unknown_places_[id / 64] |= uint64_t(1) << id % 64;
  }
  locations_.push_back({site, data.any, place});
  return found->second;
}

std::optional<uint32_t> PointsToSolver::known_location(SiteId site, Offsets place) const {
  auto found = known_places_.find({site, place});
  if (found == known_places_.end()) return std::nullopt;
  return found->second;
}

// An access that is not is an error: it reads and writes nothing.
bool PointsToSolver::is_inside(SiteId site, Offsets place, uint64_t bytes) const {
  const SiteData& data = sites_[site];
  if (!data.has_memory) return false;
  if (place.step != 0) return true;
  if (place.offset < 0) return false;
  return data.size == unknown_size || (bytes <= data.size && uint64_t(place.offset) <= data.size - bytes);
}

template <typename F>
void PointsToSolver::for_each_word(SiteId site, Offsets place, uint64_t bytes, F&& f) const {
  if (!is_inside(site, place, bytes)) return;
  const auto word = int64_t(pointer_bytes_);
  constexpr uint64_t most = 64;  // bytes of an access that is looked at word by word
  if (bytes > most || (place.step != 0 && place.step % pointer_bytes_ != 0)) {
    f(Offsets::any());
    return;
  }
  int64_t first = floor_div(place.offset, word), last = floor_div(place.offset + int64_t(bytes) - 1, word);
  uint64_t step = place.step / pointer_bytes_;
  if (step != 0 && uint64_t(last - first) >= step) {
    f(Offsets::any());
    return;
  }
  for (int64_t w = first; w <= last; ++w) f(step ? Offsets{modulo(w, step), step} : Offsets{w, 0});
}

PointsToSolver::Node PointsToSolver::read_node(SiteId site, Offsets word) {
  auto [found, is_new] = read_cells_.try_emplace({site, word}, 0);
  if (!is_new) return found->second;
  Node node = found->second = add_nodes(1);
  sites_[site].reads.push_back({word, node});
  for (size_t i = 0; i < sites_[site].writes.size(); ++i) {
    Cell cell = sites_[site].writes[i];
    if (overlap(cell.word, word)) flow(cell.node, node);
  }
  // What is written through an unknown pointer may be anywhere, and what is read through one may be anything.
  if (site != outside && sites_[site].is_writable)
    flow(write_node(outside, Offsets::any()), node);
  else if (site == outside)
    seed(node, outside, Offsets::any());
  return node;
}

PointsToSolver::Node PointsToSolver::write_node(SiteId site, Offsets word) {
  auto [found, is_new] = write_cells_.try_emplace({site, word}, 0);
  if (!is_new) return found->second;
  Node node = found->second = add_nodes(1);
  Cell cell{word, node};
  sites_[site].writes.push_back(cell);
  for (size_t i = 0; i < sites_[site].reads.size(); ++i) {
    Cell read = sites_[site].reads[i];
    if (overlap(read.word, word)) flow(node, read.node);
  }
  for (size_t i = 0; i < sites_[site].copies.size(); ++i) {
    CopyOut copy = sites_[site].copies[i];
    apply(cell, copy);
  }
  return node;
}

void PointsToSolver::load_at(SiteId site, Offsets place, uint64_t bytes, Node to) {
  if (site == outside) place = Offsets::any();
  bool piece = bytes < pointer_bytes_;
  for_each_word(site, place, bytes,
                [&](Offsets word) { flow(read_node(site, word), to, {.blur = piece, .narrow = piece}); });
}

void PointsToSolver::store_at(SiteId site, Offsets place, uint64_t bytes, Node value) {
  if (site == outside) place = Offsets::any();
  bool piece = bytes < pointer_bytes_;
  for_each_word(site, place, bytes,
                [&](Offsets word) { flow(value, write_node(site, word), {.blur = piece, .narrow = piece}); });
}

IdSet PointsToSolver::content(SiteId site, Offsets place, uint64_t bytes) const {
  IdSet all, ignored;
  for_each_word(site, place, bytes, [&](Offsets word) {
    for (const Cell& cell : sites_[site].writes)
      if (overlap(cell.word, word)) all.insert(facts(cell.node), ignored);
  });
  if (!sites_[site].is_writable) return all;
  if (auto unknown = write_cells_.find({outside, Offsets::any()}); unknown != write_cells_.end())
    all.insert(facts(unknown->second), ignored);
  return all;
}

// Word by word where the objects are few. Where it is not known how many, all from the first on.
void PointsToSolver::add_copy(MemoryCopy& copy, const IdSet& to, const IdSet& from) {
  auto index = uint64_t(&copy - copies_.data());
  if (copy.gives_up) return;
  if (copy.pairs + to.size() * from.size() > (edges_ > many_edges ? few_pairs : most_pairs)) {
    copy.gives_up = true;
    Node to_node = copy.to, from_node = copy.from, through = add_nodes(1);
    load(from_node, Move::anywhere(), pointer_bytes_, through);
    store(to_node, Move::anywhere(), pointer_bytes_, through);
    return;
  }
  to.for_each([&](uint32_t a) {
    from.for_each([&](uint32_t b) {
      // Numbers of places lie below 2^24, those of copies below 2^16, or the pair is looked at once more.
      uint64_t key = index << 48 | (uint64_t(a) & 0xffffff) << 24 | (uint64_t(b) & 0xffffff);
      bool can_repeat = index < (1 << 16) && a < (1 << 24) && b < (1 << 24);
      if (can_repeat && !copied_.insert(key).second) return;
      ++copies_[index].pairs;
      copy_out(locations_[b].site,
               {locations_[b].place, locations_[a].site, locations_[a].place, copies_[index].bytes});
    });
  });
}

void PointsToSolver::add_object_copy(MemoryCopy& copy, const IdSet& from) {
  if (copy.gives_up) return;
  const SiteId to = copy.object;
  IdSet objects = blurred(from, false), fresh;
  copy.sources.insert(objects, fresh);
  if (copy.sources.size() > (edges_ > many_edges ? few_pairs : most_objects)) {
    copy.gives_up = true;
    Node from_node = copy.from, through = write_node(to, Offsets::any());
    load(from_node, Move::anywhere(), pointer_bytes_, through);
    return;
  }
  fresh.for_each([&](uint32_t id) {
    if (locations_[id].site != to) copy_out(locations_[id].site, {{}, to, {}, 0});
  });
}

void PointsToSolver::copy_out(SiteId from, const CopyOut& copy) {
  if (!sites_[from].has_memory || !sites_[copy.site].has_memory || !sites_[copy.site].is_writable) return;
  if (copy.bytes && (!is_inside(from, copy.from, copy.bytes) || !is_inside(copy.site, copy.to, copy.bytes)))
    return;
  if (from == outside || copy.site == outside) {
    flow(read_node(from, Offsets::any()), write_node(copy.site, Offsets::any()));
    return;
  }
  // What unknown pointers wrote.
  flow(write_node(outside, Offsets::any()), write_node(copy.site, Offsets::any()));
  sites_[from].copies.push_back(copy);
  for (size_t i = 0; i < sites_[from].writes.size(); ++i) {
    Cell cell = sites_[from].writes[i];
    apply(cell, copy);
  }
}

void PointsToSolver::apply(const Cell& cell, const CopyOut& copy) {
  const auto word = int64_t(pointer_bytes_);
  Offsets at{cell.word.offset * word, cell.word.step * pointer_bytes_};
  uint64_t step = std::gcd(at.step, copy.from.step);
  int64_t distance = at.offset - copy.from.offset;  // from the first byte that is copied
  if (step != 0) distance = modulo(distance, step);
  if (step == 0 && distance <= -word) return;
  if (copy.bytes) {
    auto bytes = int64_t(copy.bytes);
    if (step == 0) {
      if (distance >= bytes) return;
    } else if (copy.bytes <= step) {
      // The copy takes one stretch of each step: the word is in it at one distance, or not at all.
      bool begins_before = distance > int64_t(step) - word;
      if (distance >= bytes && !begins_before) return;
      if (begins_before && distance >= bytes) distance -= int64_t(step);
      if (!begins_before) step = 0;
    }
  }
  Offsets to{copy.to.offset + distance, std::gcd(copy.to.step, step)};
  uint64_t size = sites_[copy.site].size;
  if (to.step == 0 && size != unknown_size && to.offset >= int64_t(size)) return;
  // A copy of unknown length within one object would go on for ever.
  if (to.step % pointer_bytes_ != 0 || to.offset > most_bytes) {
    flow(cell.node, write_node(copy.site, Offsets::any()));
    return;
  }
  uint64_t words = to.step / pointer_bytes_;
  int64_t first = floor_div(to.offset, word), last = floor_div(to.offset + word - 1, word);
  for (int64_t w = first; w <= last; ++w)
    flow(cell.node, write_node(copy.site, words ? Offsets{modulo(w, words), words} : Offsets{w, 0}));
}

}  // namespace bonsai::analysis
