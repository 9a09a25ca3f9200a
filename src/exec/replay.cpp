#include "exec/replay.h"

#include <algorithm>

#include "state/forest.h"

namespace bonsai::exec {
namespace {

using state::TreeNode;

constexpr size_t most_joins = 8;  // one behind the other

// Runs `path` on its tape until `end` instructions were executed in all, or it ends.
Outcome run_to(Machine& machine, Path& path, uint64_t end) {
  Outcome outcome;
  machine.set_replaying(true);
  do {
    uint64_t left = end > path.instructions ? end - path.instructions : 0;
    // Instructions are counted by blocks, and a path can stop wherever they were: this is the place.
    outcome = machine.run(path, left ? left - 1 : 0);
  } while (outcome.kind == Outcome::Kind::yielded && path.instructions < end);
  machine.set_replaying(false);
  return outcome;
}

bool is_ended(const TreeNode& node) {
  return node.kind != TreeNode::Kind::open && node.kind != TreeNode::Kind::merged &&
         node.kind != TreeNode::Kind::forked;
}

// Goes down the tree from its root. A node is done when the paths of all its parents have come to it.
class Replayer {
 public:
  Replayer(Machine& machine, std::span<const state::TreeNodeRef> nodes, const Join& join)
      : machine_(machine), join_(join), skeleton_(pointers(nodes)), found_(nodes.size()) {
    for (const state::Skeleton::Entry& entry : skeleton_.entries())
      arrived_.emplace_back(std::max<size_t>(entry.parents.size(), 1));
  }

  // False: paths that must be joined do not fit.
  bool run() {
    for (size_t root : skeleton_.roots()) arrive(root, 0, machine_.initial_state());
    while (!ready_.empty()) {
      size_t next = ready_.back();
      ready_.pop_back();
      if (!visit(next)) return false;
    }
    return true;
  }
  std::vector<std::unique_ptr<Path>> take() { return std::move(found_); }
  Outcome outcome;  // of the last path that ran

 private:
  static std::vector<const TreeNode*> pointers(std::span<const state::TreeNodeRef> nodes) {
    std::vector<const TreeNode*> all;
    for (const state::TreeNodeRef& node : nodes) all.push_back(node.get());
    return all;
  }

  void arrive(size_t entry, size_t slot, std::unique_ptr<Path> path) {
    arrived_[entry][slot] = std::move(path);
    for (const std::unique_ptr<Path>& each : arrived_[entry])
      if (!each) return;
    ready_.push_back(entry);
  }

  bool visit(size_t index) {
    const state::Skeleton::Entry& entry = skeleton_.entries()[index];
    const TreeNode& node = *entry.node;
    std::vector<std::unique_ptr<Path>> from = std::move(arrived_[index]);
    std::unique_ptr<Path> path;
    if (from.size() > 1) meet(from);
    if (from.size() == 1)
      path = std::move(from.front());
    else if (join_)
      path = join_(std::move(from));
    if (!path) return false;
    path->node = state::TreeNodeRef(const_cast<TreeNode*>(&node));
    if (!path->top || !follow(*path, node)) return false;
    bool is_leaf = entry.leaf != SIZE_MAX;
    if (is_leaf && is_ended(node)) outcome = run_to(machine_, *path, to_the_end);
    if (!is_leaf && entry.children.size() > 1) path->part();
    for (size_t i = entry.children.size(); i-- > 0;)
      pass(index, entry.children[i], i || is_leaf ? machine_.copy(*path) : std::move(path));
    if (is_leaf) found_[entry.leaf] = std::move(path);
    return true;
  }

  // To the end of the node's segment. Answers may be left over: a fork lies within an instruction. False: the
  // path ended before; the tree is not of this program.
  bool follow(Path& path, const TreeNode& node) {
    state::Tape tape;
    if (!path.replayed.is_over())
      tape.assign(path.replayed.tape->begin() + ptrdiff_t(path.replayed.position), path.replayed.tape->end());
    tape.insert(tape.end(), node.segment.begin(), node.segment.end());
    path.replayed = Replayed();
    if (!tape.empty()) path.replayed.tape = std::make_shared<state::Tape>(std::move(tape));
    if (node.end > path.instructions && !is_ended(node)) {
      outcome = run_to(machine_, path, node.end);
      if (outcome.kind != Outcome::Kind::yielded) return false;
    }
    // Where the way to a join is not counted, the path goes it as well.
    if (node.kind == TreeNode::Kind::merged && !is_join(machine_.program(), *path.top)) go_on(path);
    return true;
  }

  // To the next join, where nothing is counted on the way.
  void go_on(Path& path) {
    uint64_t shared = std::exchange(path.shared_calls, path.calls);
    run_to(machine_, path, path.instructions);
    path.shared_calls = shared;
  }

  // Several joins may stand one behind the other, and nothing is counted between them: paths that stand at
  // one before that of others go on to it.
  void meet(std::vector<std::unique_ptr<Path>>& paths) {
    auto same_place = [](const Path& a, const Path& b) {
      return a.top && b.top && a.top->function == b.top->function && a.top->pc == b.top->pc &&
             a.top->depth == b.top->depth;
    };
    for (size_t left = paths.size() * most_joins; left-- > 0;) {
      bool moved = false;
      for (std::unique_ptr<Path>& path : paths) {
        auto elsewhere = [&](const std::unique_ptr<Path>& other) { return !same_place(*path, *other); };
        if (moved || !path->top || std::none_of(paths.begin(), paths.end(), elsewhere)) continue;
        std::unique_ptr<Path> next = machine_.copy(*path);
        go_on(*next);
        auto there = [&](const std::unique_ptr<Path>& other) {
          return other != path && same_place(*next, *other);
        };
        if (next->instructions != path->instructions || std::none_of(paths.begin(), paths.end(), there))
          continue;
        path = std::move(next);
        moved = true;
      }
      if (!moved) return;
    }
  }

  void pass(size_t from, size_t to, std::unique_ptr<Path> path) {
    const std::vector<size_t>& parents = skeleton_.entries()[to].parents;
    arrive(to, size_t(std::find(parents.begin(), parents.end(), from) - parents.begin()), std::move(path));
  }

  Machine& machine_;
  const Join& join_;
  state::Skeleton skeleton_;
  std::vector<std::vector<std::unique_ptr<Path>>> arrived_;  // per entry: from each parent
  std::vector<size_t> ready_;
  std::vector<std::unique_ptr<Path>> found_;
};

}  // namespace

Brought replay(Machine& machine, const state::TreeNodeRef& node, solve::Model model, const Join& join) {
  Replayer replayer(machine, std::span(&node, 1), join);
  Brought brought;
  if (replayer.run()) brought.path = std::move(replayer.take().front());
  brought.outcome = std::move(replayer.outcome);
  if (brought.path && model) brought.path->condition.set_model(std::move(model));
  return brought;
}

std::vector<std::unique_ptr<Path>> replay_all(Machine& machine, std::span<const state::TreeNodeRef> nodes,
                                              const Join& join) {
  Replayer replayer(machine, nodes, join);
  if (!replayer.run()) return {};
  return replayer.take();
}

Brought replay(Machine& machine, const state::Tape& tape, uint64_t instructions) {
  Brought brought;
  brought.path = machine.initial_state();
  auto copy = std::make_shared<state::Tape>(tape);
  if (!tape.empty()) brought.path->replayed = {std::move(copy), 0, 0};
  if (instructions) brought.outcome = run_to(machine, *brought.path, instructions);
  return brought;
}

}  // namespace bonsai::exec
