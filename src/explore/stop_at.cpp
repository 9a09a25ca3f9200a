// Stops the run when a path comes to a place that the user named. The path is worth a test, also if it goes
// on.
#include <algorithm>

#include "explore/explorer.h"
#include "explore/strategy.h"

namespace bonsai::explore {
namespace {

class StopAt : public Strategy {
 public:
  explicit StopAt(std::vector<uint32_t> points) : points_(std::move(points)) {}

  void turned(exec::Path& path, exec::Outcome& outcome, Host& host) override {
    std::vector<uint32_t> own;
    for (uint32_t point : points_) {
      if (!host.covered().has(point)) continue;
      // Another worker's path may have covered it.
      if (own.empty()) own = host.machine().covered_by(path);
      if (!std::binary_search(own.begin(), own.end(), point)) continue;
      if (outcome.kind == exec::Outcome::Kind::yielded) host.test(path, "came to a place to stop at");
      host.stop("the place to stop at");
      return;
    }
  }

 private:
  std::vector<uint32_t> points_;
};

}  // namespace

std::unique_ptr<Strategy> make_stop_at(const StrategyContext& context) {
  const Config& config = context.config;
  return config.stop_at.empty() ? nullptr : std::make_unique<StopAt>(config.stop_at);
}

}  // namespace bonsai::explore
