#include "explore/concolic/concolic_search.h"

#include "explore/search/ordered.h"

namespace bonsai::explore {
namespace {

class ConcolicSearch : public Searcher {
 public:
  explicit ConcolicSearch(std::unique_ptr<Searcher> others) : others_(std::move(others)) {}

  void add(exec::Path& path) override {
    if (path.unchecked) return others_->add(path);
    ++running_count_;
    running_.add(path);
  }
  void remove(exec::Path& path) override {
    if (path.unchecked) return others_->remove(path);
    --running_count_;
    running_.remove(path);
  }
  exec::Path& select() override { return running_count_ ? running_.last() : others_->select(); }
  double rank(const exec::Path& path) const override { return path.unchecked ? others_->rank(path) : 1e300; }
  bool wants_forks() const override { return false; }
  void charge(uint64_t cost) override { others_->charge(cost); }

 private:
  std::unique_ptr<Searcher> others_;
  Ordered running_{0};  // a path is with the others or here: the same place serves both
  size_t running_count_ = 0;
};

}  // namespace

std::unique_ptr<Searcher> make_concolic_search(std::unique_ptr<Searcher> others) {
  return std::make_unique<ConcolicSearch>(std::move(others));
}

}  // namespace bonsai::explore
