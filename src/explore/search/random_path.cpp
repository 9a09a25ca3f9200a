// Random path: walks down the execution tree from its root, with equal chances at each fork, to a path.
//
// So half of all turns go to one side of the first fork, however many paths there are on the other: places
// where paths multiply (loops) do not drown the rest. The idea is KLEE's (Cadar, Dunbar, Engler, OSDI 2008).
#include <algorithm>
#include <random>
#include <unordered_map>

#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

using exec::Path;
using state::TreeNode;

class RandomPath : public Searcher {
 public:
  explicit RandomPath(const SearchContext& context)
      : number_(context.number), random_(context.seed + context.number) {}

  void add(Path& path) override {
    path.standing.places[number_] = uint32_t(paths_.size());
    paths_.push_back(&path);
    by_node_[path.node.get()] = &path;
    begin_waiting(path.node.get());
    const TreeNode* root = path.node->root;
    for (auto& [known, count] : roots_)
      if (known == root) {
        ++count;
        return;
      }
    roots_.emplace_back(root, 1);
  }

  void remove(Path& path) override {
    uint32_t at = path.standing.places[number_];
    paths_[at] = paths_.back();
    paths_[at]->standing.places[number_] = at;
    paths_.pop_back();
    by_node_.erase(path.node.get());
    end_waiting(path.node.get());
    auto it = std::find_if(roots_.begin(), roots_.end(),
                           [&](const auto& each) { return each.first == path.node->root; });
    if (--it->second == 0) roots_.erase(it);
  }

  Path& select() override {
    const TreeNode* node = roots_[roots_.size() > 1 ? random_() % roots_.size() : 0].first;
    while (const TreeNode* next = below(*node)) node = next;
    return *by_node_.at(node);
  }

  double rank(const Path& path) const override { return -double(path.node->depth); }

 private:
  // Each node knows whether something below it waits, so that no walk ends where nothing does.
  static void begin_waiting(TreeNode* leaf) {
    std::vector<TreeNode*> todo{leaf};
    while (!todo.empty()) {
      TreeNode* node = todo.back();
      todo.pop_back();
      if (node->waits) continue;
      node->waits = true;
      add_parents(*node, todo);
    }
  }
  static void end_waiting(TreeNode* leaf) {
    leaf->waits = false;
    std::vector<TreeNode*> todo;
    add_parents(*leaf, todo);
    while (!todo.empty()) {
      TreeNode* node = todo.back();
      todo.pop_back();
      if (!node->waits || waits(node->children[0]) || waits(node->children[1])) continue;
      node->waits = false;
      add_parents(*node, todo);
    }
  }
  static void add_parents(const TreeNode& node, std::vector<TreeNode*>& to) {
    if (node.parent) to.push_back(node.parent.get());
    for (const state::TreeNodeRef& each : node.merged_with) to.push_back(each.get());
  }
  static bool waits(const TreeNode* node) { return node && node->waits; }

  const TreeNode* below(const TreeNode& node) {
    if (!waits(node.children[0])) return waits(node.children[1]) ? node.children[1] : nullptr;
    if (!waits(node.children[1])) return node.children[0];
    if (left_ == 0) bits_ = random_(), left_ = 64;
    --left_;
    bool side = bits_ & 1;
    bits_ >>= 1;
    return node.children[side];
  }

  unsigned number_;
  std::mt19937_64 random_;
  uint64_t bits_ = 0;  // random ones
  unsigned left_ = 0;  // of them
  std::vector<Path*> paths_;
  std::unordered_map<const TreeNode*, Path*> by_node_;
  std::vector<std::pair<const TreeNode*, uint64_t>> roots_;  // with the number of paths below
};

}  // namespace

std::unique_ptr<Searcher> make_random_path(const SearchContext& context) {
  return std::make_unique<RandomPath>(context);
}

}  // namespace bonsai::explore
