// Notes which targets paths have come to, with a test for each, and ends the run when all are reached.
#include "explore/direct/arrivals.h"
#include "explore/explorer.h"
#include "explore/strategy.h"

namespace bonsai::explore {
namespace {

class Reach : public Strategy {
 public:
  explicit Reach(Targets& targets) : targets_(targets) {}

  void turned(exec::Path& path, exec::Outcome& outcome, Host& host) override {
    note_arrivals(targets_, path, outcome, host);
  }

 private:
  Targets& targets_;
};

}  // namespace

std::unique_ptr<Strategy> make_reach(const StrategyContext& context) {
  return context.config.targets ? std::make_unique<Reach>(*context.config.targets) : nullptr;
}

}  // namespace bonsai::explore
