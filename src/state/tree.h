// The execution tree: where paths part and end, append-only.
//
// A node is a segment of tape between two partings. A live state owns the segment of its leaf and appends to
// it; a fork closes the node and gives both sides a new one. A merge node has several parents and replaces
// their states by one. Where a segment ends is known by the instructions executed since the program began, so
// that a state can be brought back to the very place: see exec/replay.h.
//
// A node lives as long as a descendant or a state does, and knows those children that live: walking down
// from the root reaches exactly the paths that are not finished. Threads: one worker's.
#pragma once

#include <vector>

#include "base/ref.h"
#include "state/tape.h"

namespace bonsai::state {

struct TreeNode {
  enum class Kind : uint8_t { open, forked, merged, exited, error, silent, given_up };

  uint32_t refs = 0;
  Kind kind = Kind::open;
  bool waits = false;  // something at or below it may wait for its turn (explore/search/random_path.cpp)
  uint32_t depth = 0;  // forks above
  Tape segment;
  const TreeNode* root = this;
  uint64_t end = 0;  // closed or dehydrated: instructions executed when the segment ended
  base::Ref<TreeNode> parent;
  std::vector<base::Ref<TreeNode>> merged_with;  // further parents, of a merge node
  TreeNode* children[2] = {};                    // those that live; null: none, or dead

  void adopt(TreeNode* child) { children[children[0] ? 1 : 0] = child; }
  bool is_merge() const { return !merged_with.empty(); }
  static void destroy(TreeNode* node);
};

using TreeNodeRef = base::Ref<TreeNode>;

TreeNodeRef make_root();
// A node below `parent` on which a path goes on after a fork.
TreeNodeRef make_child(const TreeNodeRef& parent);
// A node in which paths that ended in `parents` go on as one. REQUIRES: at least two.
TreeNodeRef make_merge(std::vector<TreeNodeRef> parents);

// The whole tape from the root (or from the last merge node, exclusive) to the end of the node.
Tape tape_of(const TreeNode& node);

}  // namespace bonsai::state
