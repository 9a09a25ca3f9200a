// Tested by tests/check_reach.
#include "explore/direct/arrivals.h"

#include <algorithm>

#include "base/file_name.h"

namespace bonsai::explore {

using exec::Outcome;
using exec::Path;

bool is_error_at(const ir::Program& program, const exec::Error& error, const Target& target) {
  if (target.file.empty() || (!target.kind.empty() && exec::word(error) != target.kind)) return false;
  for (const exec::StackEntry& entry : error.stack) {
    if (!target.kind.empty() && &entry != &error.stack.front()) return false;
    const ir::Location& at = program.locations[entry.location];
    if (at.line == target.line && base::is_file(program.strings[at.file], target.file)) return true;
  }
  return false;
}

std::vector<uint32_t> arrivals(const Targets& targets, const exec::Machine& machine, const Path& path,
                               const Outcome& outcome, const exec::Covered* since) {
  std::vector<uint32_t> found;
  auto passes = [&](const Target& target) {
    // Mostly no path at all has.
    auto is_covered = [&](uint32_t point) { return machine.coverage().has(point); };
    if (std::none_of(target.points.begin(), target.points.end(), is_covered)) return false;
    for (const exec::Covered* each = path.covered.get(); each && each != since; each = each->before.get())
      for (uint32_t point : each->points)
        if (std::binary_search(target.points.begin(), target.points.end(), point)) return true;
    return false;
  };
  for (uint32_t i = 0; i < targets.all().size(); ++i) {
    const Target& target = targets.all()[i];
    if (targets.is_reached(i)) continue;
    bool is_there =
        outcome.kind == Outcome::Kind::error && is_error_at(machine.program(), outcome.error, target);
    if (is_there || passes(target)) found.push_back(i);
  }
  return found;
}

void note_arrivals(Targets& targets, Path& path, const Outcome& outcome, Host& host) {
  std::vector<uint32_t> found = arrivals(targets, host.machine(), path, outcome);
  Path* shown = &path;
  exec::Brought one;
  if (!found.empty() && (path.merged || path.chopped.any)) {
    // What it stands for is the path of its model.
    one = host.follow(path);
    shown = one.path.get();
    std::vector<uint32_t> hoped =
        std::exchange(found, arrivals(targets, host.machine(), *shown, one.outcome));
    for (uint32_t i : hoped)
      if (!std::binary_search(found.begin(), found.end(), i)) targets.doubt(i);
  }
  for (uint32_t i : found)
    if (targets.reach(i)) host.test(*shown, reason_of(targets.all()[i]));
  if (targets.count_reached() == targets.all().size()) host.stop("all targets");
}

namespace {

// Brings paths along a suffix, block by block.
class Follower {
 public:
  Follower(exec::Machine& machine, const Targets& targets, const Suffix& suffix,
           const std::atomic<bool>& over)
      : machine_(machine),
        target_(targets.all()[suffix.target]),
        suffix_(suffix),
        over_(over),
        before_(machine.counters()) {
    machine_.set_trace(&passed_);
  }
  ~Follower() {
    machine_.set_trace(nullptr);
    machine_.set_guide({});
    machine_.restore_doubts(before_);
  }

  std::optional<Followed> run(std::unique_ptr<Path> path) {
    std::vector<OnTheWay> waiting;
    waiting.push_back({std::move(path), 0, 0});
    // As many blocks as there are points, for each of the objects that an address may mean.
    size_t left = most_paths * (suffix_.points.size() + most_behind);
    for (; !waiting.empty() && left > 0 && !over_.load(std::memory_order_relaxed); --left) {
      OnTheWay now = std::move(waiting.back());
      waiting.pop_back();
      size_t before = now.position;
      Outcome outcome;
      bool is_on_it = step(now, outcome);
      std::vector<std::unique_ptr<Path>> forked = machine_.take_forked();
      for (size_t i = 0; i < forked.size() && waiting.size() < most_paths; ++i)
        add(waiting, std::move(forked[i]), before, now.behind);
      if (!is_on_it) continue;
      if (has_arrived(now, outcome)) return Followed{std::move(now.path), std::move(outcome)};
      if (outcome.kind == Outcome::Kind::yielded && now.behind < most_behind)
        waiting.push_back(std::move(now));
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t most_paths = 16;
  static constexpr size_t most_behind = 16;  // blocks to an error behind the last point

  struct OnTheWay {
    std::unique_ptr<Path> path;
    size_t position = 0;  // of the next point
    size_t behind = 0;    // blocks executed behind the last one
  };

  // A path that parted in the last block, after some of its points.
  void add(std::vector<OnTheWay>& waiting, std::unique_ptr<Path> path, size_t before, size_t behind) const {
    size_t passed = std::min<size_t>({path->traced, passed_.size(), suffix_.points.size() - before});
    if (std::equal(passed_.begin(), passed_.begin() + std::ptrdiff_t(passed),
                   suffix_.points.begin() + std::ptrdiff_t(before)))
      waiting.push_back({std::move(path), before + passed, behind});
  }

  // Executes one block, or several where one is not counted. False: it went another way.
  bool step(OnTheWay& now, Outcome& outcome) {
    std::span<const uint32_t> rest = std::span(suffix_.points).subspan(now.position);
    bool was_recovering = now.path->chopped.is_recovering();
    machine_.set_guide(was_recovering ? std::span<const uint32_t>() : rest);
    passed_.clear();
    outcome = machine_.run(*now.path, 0);
    // What skipped calls left is fetched: that is no way of the path's own, and its block begins again.
    if (was_recovering || now.path->chopped.is_recovering()) return true;
    size_t count = std::min(passed_.size(), rest.size());
    now.position += count;
    now.behind += rest.empty();
    return std::equal(rest.begin(), rest.begin() + std::ptrdiff_t(count), passed_.begin());
  }

  bool has_arrived(const OnTheWay& now, const Outcome& outcome) const {
    if (now.position < suffix_.points.size()) return false;
    return !suffix_.is_error ||
           (outcome.kind == Outcome::Kind::error && is_error_at(machine_.program(), outcome.error, target_));
  }

  exec::Machine& machine_;
  const Target& target_;
  const Suffix& suffix_;
  const std::atomic<bool>& over_;
  const exec::Counters before_;
  std::vector<uint32_t> passed_;
};

// Another path that goes on from where `path` stands, on a branch of its own in the tree.
std::unique_ptr<Path> part(exec::Machine& machine, Path& path) {
  std::unique_ptr<Path> other = machine.copy(path);
  state::TreeNodeRef parent = path.node->parent;
  // Of a path that has parted here before, the other side is gone.
  bool is_here = parent && !path.node->is_merge() && path.node->segment.empty() &&
                 parent->kind == state::TreeNode::Kind::forked && parent->end == path.instructions &&
                 !(parent->children[0] && parent->children[1]);
  if (!is_here) {
    parent = path.node;
    parent->kind = state::TreeNode::Kind::forked;
    parent->end = path.instructions;
    path.node = state::make_child(parent);
  }
  other->node = state::make_child(parent);
  return other;
}

}  // namespace

std::optional<Followed> follow_suffix(exec::Machine& machine, Path& path, const Targets& targets,
                                      const Suffix& suffix, const std::atomic<bool>& over) {
  std::unique_ptr<Path> other = part(machine, path);
  return Follower(machine, targets, suffix, over).run(std::move(other));
}

}  // namespace bonsai::explore
