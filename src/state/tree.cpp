#include "state/tree.h"

#include <algorithm>
#include <cassert>

namespace bonsai::state {

void TreeNode::destroy(TreeNode* node) {
  // Long chains die from the leaf upwards, without recursion.
  std::vector<base::Ref<TreeNode>> dying = std::move(node->merged_with);
  dying.push_back(std::move(node->parent));
  delete node;
  while (!dying.empty()) {
    base::Ref<TreeNode> next = std::move(dying.back());
    dying.pop_back();
    if (!next || next->refs > 1) continue;
    for (base::Ref<TreeNode>& each : next->merged_with) dying.push_back(std::move(each));
    next->merged_with.clear();
    dying.push_back(std::move(next->parent));
  }
}

TreeNodeRef make_root() { return TreeNodeRef(new TreeNode); }

TreeNodeRef make_child(const TreeNodeRef& parent) {
  TreeNodeRef node = make_root();
  node->parent = parent;
  node->depth = parent->depth + 1;
  return node;
}

TreeNodeRef make_merge(std::vector<TreeNodeRef> parents) {
  assert(parents.size() >= 2);
  TreeNodeRef node = make_root();
  for (const TreeNodeRef& parent : parents) {
    parent->kind = TreeNode::Kind::merged;
    node->depth = std::max(node->depth, parent->depth);
  }
  node->parent = std::move(parents.front());
  parents.erase(parents.begin());
  node->merged_with = std::move(parents);
  return node;
}

Tape tape_of(const TreeNode& node) {
  std::vector<const TreeNode*> chain;
  size_t size = 0;
  for (const TreeNode* each = &node; each; each = each->parent.get()) {
    chain.push_back(each);
    size += each->segment.size();
    if (each->is_merge()) break;
  }
  Tape tape;
  tape.reserve(size);
  for (size_t i = chain.size(); i-- > 0;)
    tape.insert(tape.end(), chain[i]->segment.begin(), chain[i]->segment.end());
  return tape;
}

}  // namespace bonsai::state
