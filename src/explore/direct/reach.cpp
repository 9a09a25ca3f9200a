// Notes which targets paths have come to, with a test for each, and ends the run when all are reached.
#include <algorithm>

#include "base/file_name.h"
#include "explore/direct/targets.h"
#include "explore/explorer.h"
#include "explore/strategy.h"

namespace bonsai::explore {
namespace {

class Reach : public Strategy {
 public:
  explicit Reach(Targets& targets) : targets_(targets) {}

  void turned(exec::Path& path, const exec::Outcome& outcome, Host& host) override {
    std::vector<uint32_t> found = find(path, outcome, host);
    if (found.empty()) return;
    if (!path.merged && !path.chopped.any) return note(path, found, host);
    // What it stands for is the path of its model.
    exec::Brought one = host.follow(path);
    note(*one.path, find(*one.path, one.outcome, host), host);
  }

 private:
  std::vector<uint32_t> find(const exec::Path& path, const exec::Outcome& outcome, Host& host) {
    std::vector<uint32_t> found, own;
    for (uint32_t i = 0; i < targets_.all().size(); ++i) {
      const Target& target = targets_.all()[i];
      if (targets_.is_reached(i)) continue;
      bool is_there = outcome.kind == exec::Outcome::Kind::error && is_error_at(outcome.error, target, host);
      for (uint32_t point : target.points) {
        if (is_there || !host.covered().has(point)) continue;
        // Another path may have covered it.
        if (own.empty()) own = host.machine().covered_by(path);
        is_there = std::binary_search(own.begin(), own.end(), point);
      }
      if (is_there) found.push_back(i);
    }
    return found;
  }

  static bool is_error_at(const exec::Error& error, const Target& target, Host& host) {
    if (target.file.empty() || (!target.kind.empty() && exec::word(error) != target.kind)) return false;
    const ir::Program& program = host.machine().program();
    for (const exec::StackEntry& entry : error.stack) {
      const ir::Location& at = program.locations[entry.location];
      if (at.line == target.line && base::is_file(program.strings[at.file], target.file)) return true;
    }
    return false;
  }

  void note(exec::Path& path, const std::vector<uint32_t>& found, Host& host) {
    for (uint32_t i : found)
      if (targets_.reach(i)) host.test(path, reason_of(targets_.all()[i]));
    if (targets_.count_reached() == targets_.all().size()) host.stop("all targets");
  }

  Targets& targets_;
};

}  // namespace

std::unique_ptr<Strategy> make_reach(const StrategyContext& context) {
  return context.config.targets ? std::make_unique<Reach>(*context.config.targets) : nullptr;
}

}  // namespace bonsai::explore
