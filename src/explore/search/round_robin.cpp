// Several searchers in turn, on the same paths: with as many turns each, or with turns that cost as much.
#include <algorithm>

#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

class RoundRobin : public Searcher {
 public:
  RoundRobin(std::vector<std::unique_ptr<Searcher>> searchers, bool by_cost)
      : searchers_(std::move(searchers)), by_cost_(by_cost), spent_(searchers_.size()) {}
  void add(exec::Path& path) override {
    for (const std::unique_ptr<Searcher>& each : searchers_) each->add(path);
  }
  void remove(exec::Path& path) override {
    for (const std::unique_ptr<Searcher>& each : searchers_) each->remove(path);
  }
  exec::Path& select() override {
    if (by_cost_)
      last_ = size_t(std::min_element(spent_.begin(), spent_.end()) - spent_.begin());
    else
      last_ = (last_ + 1) % searchers_.size();
    return searchers_[last_]->select();
  }
  void charge(uint64_t cost) override { spent_[last_] += std::max<uint64_t>(cost, 1); }
  double rank(const exec::Path& path) const override { return searchers_.front()->rank(path); }

 private:
  std::vector<std::unique_ptr<Searcher>> searchers_;
  const bool by_cost_;
  std::vector<uint64_t> spent_;  // by searcher
  size_t last_ = searchers_.size() - 1;
};

}  // namespace

std::unique_ptr<Searcher> make_round_robin(std::vector<std::unique_ptr<Searcher>> searchers, bool by_cost) {
  return std::make_unique<RoundRobin>(std::move(searchers), by_cost);
}

}  // namespace bonsai::explore
