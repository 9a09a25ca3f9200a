// Several searchers in turn, on the same paths.
#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

class RoundRobin : public Searcher {
 public:
  explicit RoundRobin(std::vector<std::unique_ptr<Searcher>> searchers) : searchers_(std::move(searchers)) {}
  void add(exec::Path& path) override {
    for (const std::unique_ptr<Searcher>& each : searchers_) each->add(path);
  }
  void remove(exec::Path& path) override {
    for (const std::unique_ptr<Searcher>& each : searchers_) each->remove(path);
  }
  exec::Path& select() override { return searchers_[next_++ % searchers_.size()]->select(); }
  double rank(const exec::Path& path) const override { return searchers_.front()->rank(path); }

 private:
  std::vector<std::unique_ptr<Searcher>> searchers_;
  size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Searcher> make_round_robin(std::vector<std::unique_ptr<Searcher>> searchers) {
  return std::make_unique<RoundRobin>(std::move(searchers));
}

}  // namespace bonsai::explore
