// Random path: walks down the execution tree from its root, with equal chances at each fork, to a path.
//
// So half of all turns go to one side of the first fork, however many paths there are on the other: places
// where paths multiply (loops) do not drown the rest. The idea is KLEE's (Cadar, Dunbar, Engler, OSDI 2008).
#include <algorithm>
#include <cassert>
#include <random>
#include <unordered_map>

#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

using exec::Path;
using state::TreeNode;

class RandomPath : public Searcher {
 public:
  explicit RandomPath(const SearchContext& context) : random_(context.seed + context.number) {}

  void add(Path& path) override {
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
    by_node_.erase(path.node.get());
    path.node->waits = false;
    auto it = std::find_if(roots_.begin(), roots_.end(),
                           [&](const auto& each) { return each.first == path.node->root; });
    if (--it->second == 0) roots_.erase(it);
  }

  Path& select() override {
    for (;;) {
      const TreeNode* node = roots_[roots_.size() > 1 ? random_() % roots_.size() : 0].first;
      TreeNode* last = nullptr;
      while (TreeNode* next = below(*node)) node = last = next;
      if (auto it = by_node_.find(node); it != by_node_.end()) return *it->second;
      assert(last && "nothing waits below a root");
      end_waiting(last);
    }
  }

  double rank(const Path& path) const override { return -double(path.node->depth); }

 private:
  // A node knows whether something at or below it may wait: if it does, all nodes above it know, too. When
  // nothing does any more, that is noticed by the next walk that comes there, which begins anew.
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
  static void end_waiting(TreeNode* last) {
    std::vector<TreeNode*> todo{last};
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

  TreeNode* below(const TreeNode& node) {
    if (!waits(node.children[0])) return waits(node.children[1]) ? node.children[1] : nullptr;
    if (!waits(node.children[1])) return node.children[0];
    if (left_ == 0) bits_ = random_(), left_ = 64;
    --left_;
    bool side = bits_ & 1;
    bits_ >>= 1;
    return node.children[side];
  }

  std::mt19937_64 random_;
  uint64_t bits_ = 0;  // random ones
  unsigned left_ = 0;  // of them
  std::unordered_map<const TreeNode*, Path*> by_node_;
  std::vector<std::pair<const TreeNode*, uint64_t>> roots_;  // with the number of paths below
};

}  // namespace

std::unique_ptr<Searcher> make_random_path(const SearchContext& context) {
  return std::make_unique<RandomPath>(context);
}

}  // namespace bonsai::explore
