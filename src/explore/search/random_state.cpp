// Any path, each with the same chance.
#include <random>

#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

class RandomState : public Searcher {
 public:
  explicit RandomState(const SearchContext& context)
      : number_(context.number), random_(context.seed + context.number) {}
  void add(exec::Path& path) override {
    path.standing.places[number_] = uint32_t(paths_.size());
    paths_.push_back(&path);
  }
  void remove(exec::Path& path) override {
    uint32_t at = path.standing.places[number_];
    paths_[at] = paths_.back();
    paths_[at]->standing.places[number_] = at;
    paths_.pop_back();
  }
  exec::Path& select() override { return *paths_[random_() % paths_.size()]; }
  double rank(const exec::Path&) const override { return 0; }

 private:
  unsigned number_;
  std::mt19937_64 random_;
  std::vector<exec::Path*> paths_;
};

}  // namespace

std::unique_ptr<Searcher> make_random_state(const SearchContext& context) {
  return std::make_unique<RandomState>(context);
}

}  // namespace bonsai::explore
