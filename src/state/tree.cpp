#include "state/tree.h"

#include <algorithm>
#include <cassert>

namespace bonsai::state {
namespace {

// Moves a dying node's parents to `dying`; they forget it.
void leave(TreeNode* node, std::vector<base::Ref<TreeNode>>& dying) {
  size_t before = dying.size();
  for (base::Ref<TreeNode>& each : node->merged_with) dying.push_back(std::move(each));
  node->merged_with.clear();
  if (node->parent) dying.push_back(std::move(node->parent));
  for (size_t i = before; i < dying.size(); ++i)
    for (TreeNode*& child : dying[i]->children)
      if (child == node) child = nullptr;
}

}  // namespace

void TreeNode::destroy(TreeNode* node) {
  // Long chains die from the leaf upwards, without recursion.
  std::vector<base::Ref<TreeNode>> dying;
  leave(node, dying);
  delete node;
  while (!dying.empty()) {
    base::Ref<TreeNode> next = std::move(dying.back());
    dying.pop_back();
    if (next->refs == 1) leave(next.get(), dying);
  }
}

TreeNodeRef make_root() { return TreeNodeRef(new TreeNode); }

TreeNodeRef make_child(const TreeNodeRef& parent) {
  TreeNodeRef node = make_root();
  node->parent = parent;
  node->root = parent->root;
  node->depth = parent->depth + 1;
  parent->adopt(node.get());
  return node;
}

TreeNodeRef make_merge(std::vector<TreeNodeRef> parents) {
  assert(parents.size() >= 2);
  TreeNodeRef node = make_root();
  node->root = parents.front()->root;
  for (const TreeNodeRef& parent : parents) {
    parent->kind = TreeNode::Kind::merged;
    node->depth = std::max(node->depth, parent->depth);
    parent->adopt(node.get());
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
