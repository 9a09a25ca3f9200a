#include "exec/replay.h"

#include "state/forest.h"

namespace bonsai::exec {
namespace {

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

class Replayer {
 public:
  Replayer(Machine& machine, const Join& join) : machine_(machine), join_(join) {}

  std::unique_ptr<Path> bring(const state::TreeNodeRef& node, Outcome& outcome) {
    // The nearest merge node above gives the beginning, or the program's start does.
    const state::TreeNode* top = node.get();
    while (!top->is_merge() && top->parent) top = top->parent.get();
    std::unique_ptr<Path> path = top->is_merge() ? joined(*top) : machine_.initial_state();
    if (!path) return nullptr;
    auto tape = std::make_shared<state::Tape>(state::tape_of(*node));
    path->node = node;
    if (!tape->empty()) path->replayed = {std::move(tape), 0, 0};
    bool ended = node->kind != state::TreeNode::Kind::open && node->kind != state::TreeNode::Kind::merged &&
                 node->kind != state::TreeNode::Kind::forked;
    if (ended || node->end > path->instructions)
      outcome = run_to(machine_, *path, ended ? to_the_end : node->end);
    return path;
  }

 private:
  std::unique_ptr<Path> joined(const state::TreeNode& node) {
    std::vector<std::unique_ptr<Path>> parents;
    parents.push_back(parent(node.parent));
    for (const state::TreeNodeRef& each : node.merged_with) parents.push_back(parent(each));
    for (const std::unique_ptr<Path>& each : parents)
      if (!each) return nullptr;
    return join_ ? join_(std::move(parents)) : nullptr;
  }
  // A parent of a merge node; one of several merges is replayed once and copied.
  std::unique_ptr<Path> parent(const state::TreeNodeRef& node) {
    Outcome outcome;
    return bring(node, outcome);
  }

  Machine& machine_;
  const Join& join_;
};

}  // namespace

Brought replay(Machine& machine, const state::TreeNodeRef& node, solve::Model model, const Join& join) {
  Brought brought;
  brought.path = Replayer(machine, join).bring(node, brought.outcome);
  if (brought.path && model) brought.path->condition.set_model(std::move(model));
  return brought;
}

std::vector<std::unique_ptr<Path>> replay_all(Machine& machine, std::span<const state::TreeNodeRef> nodes) {
  std::vector<const state::TreeNode*> leaves;
  for (const state::TreeNodeRef& node : nodes) leaves.push_back(node.get());
  state::Skeleton skeleton(leaves);
  std::vector<std::unique_ptr<Path>> paths(nodes.size());
  // Nodes to do, each with the path at the end of its parent's segment, whose answers it may not have read
  // to the end: a fork lies within an instruction.
  struct Todo {
    size_t entry;
    std::unique_ptr<Path> path;
  };
  std::vector<Todo> todo;
  for (size_t root : skeleton.roots()) todo.push_back({root, machine.initial_state()});
  while (!todo.empty()) {
    Todo next = std::move(todo.back());
    todo.pop_back();
    const state::Skeleton::Entry& entry = skeleton.entries()[next.entry];
    Path& path = *next.path;
    state::Tape tape;
    if (!path.replayed.is_over())
      tape.assign(path.replayed.tape->begin() + ptrdiff_t(path.replayed.position), path.replayed.tape->end());
    tape.insert(tape.end(), entry.node->segment.begin(), entry.node->segment.end());
    path.replayed = Replayed();
    if (!tape.empty()) path.replayed.tape = std::make_shared<state::Tape>(std::move(tape));
    path.node = state::TreeNodeRef(const_cast<state::TreeNode*>(entry.node));
    if (entry.node->end > path.instructions) run_to(machine, path, entry.node->end);
    for (size_t i = 1; i < entry.children.size(); ++i)
      todo.push_back({entry.children[i], machine.copy(path)});
    if (!entry.children.empty())
      todo.push_back({entry.children.front(), std::move(next.path)});
    else
      paths[entry.leaf] = std::move(next.path);
  }
  return paths;
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
