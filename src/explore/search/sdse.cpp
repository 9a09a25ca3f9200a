// Shortest distance first (K.-K. Ma, K. Y. Phang, J. S. Foster, M. Hicks: Directed symbolic execution, 2011):
// the path that is closest to what is to be reached; of several, the one that has waited longest.
#include <set>
#include <tuple>

#include "explore/search/distances.h"
#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

class Sdse : public Searcher {
 public:
  Sdse(const SearchContext& context, bool within_function)
      : number_(context.number), target_(*context.target), within_function_(within_function) {}

  void add(exec::Path& path) override {
    auto slot = uint32_t(slots_.size());
    if (!free_.empty()) {
      slot = free_.back();
      free_.pop_back();
    } else {
      slots_.emplace_back();
    }
    path.standing.places[number_] = slot;
    slots_[slot] = {distance(path), ++added_, &path};
    order_.insert(slots_[slot]);
  }
  void remove(exec::Path& path) override {
    uint32_t slot = path.standing.places[number_];
    order_.erase(slots_[slot]);
    free_.push_back(slot);
  }
  // Distances may have grown, where one of several targets was reached.
  exec::Path& select() override {
    while (true) {
      Entry closest = *order_.begin();
      exec::Path& path = *std::get<exec::Path*>(closest);
      uint64_t now = distance(path);
      if (now <= std::get<0>(closest)) return path;
      order_.erase(order_.begin());
      std::get<0>(closest) = now;
      slots_[path.standing.places[number_]] = closest;
      order_.insert(closest);
    }
  }
  double rank(const exec::Path& path) const override { return -double(distance(path)); }

 private:
  using Entry = std::tuple<uint64_t, uint64_t, exec::Path*>;  // distance, in order of addition

  uint64_t distance(const exec::Path& path) const {
    if (within_function_ && !(path.top && target_.is_target_function(path.top->function->id)))
      return analysis::unreachable;
    return distance_of(target_, path);
  }

  unsigned number_;
  const analysis::Distance& target_;
  bool within_function_;
  std::vector<Entry> slots_;
  std::vector<uint32_t> free_;
  std::set<Entry> order_;
  uint64_t added_ = 0;
};

}  // namespace

std::unique_ptr<Searcher> make_sdse(const SearchContext& context) {
  return std::make_unique<Sdse>(context, false);
}

std::unique_ptr<Searcher> make_intra_sdse(const SearchContext& context) {
  return std::make_unique<Sdse>(context, true);
}

}  // namespace bonsai::explore
