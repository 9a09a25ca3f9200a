// The decisions by which some paths differ, as a tree: where paths that are to become one parted, and under
// which conditions.
//
// Paths part by a condition and its opposite. Along the tree the condition of all of them together is
// a ? … : …, and so is a value that they differ in: no longer than the tree, and shorter where subtrees
// agree. Where more than two ways part, or not by opposites (paths that were merged before), each way has its
// whole condition. Tested by decision_tree_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/store.h"
#include "solve/path_condition.h"

namespace bonsai::explore {

class DecisionTree {
 public:
  // The decisions of each path since they had everything in common.
  DecisionTree(expr::TermStore& terms, const std::vector<std::vector<solve::Decision>>& paths);

  // False: one path's decisions are the beginning of another's. They cannot be told apart.
  bool is_valid() const { return is_valid_; }
  // How many of the first decisions are the same on all paths; then the condition of them all behind these.
  size_t common() const { return nodes_.front().conditions.size(); }
  const expr::Term* any() const { return nodes_.front().below; }
  // The value of which path i has values[i]. REQUIRES: equal widths.
  const expr::Term* select(const std::vector<const expr::Term*>& values) const { return select(values, 0); }

 private:
  struct Node {
    std::vector<const expr::Term*> conditions;  // all of which hold below it
    std::vector<uint32_t> children;             // none: a leaf
    bool opposites = false;                     // two children; the first one's first condition decides
    uint32_t path = 0;                          // of a leaf
    // The condition of the subtree: whole, without the first of the node's own, without any of these.
    const expr::Term* whole = nullptr;
    const expr::Term* rest = nullptr;
    const expr::Term* below = nullptr;
  };

  uint32_t build(const std::vector<std::vector<solve::Decision>>& paths, std::vector<uint32_t> some,
                 size_t position);
  void find_conditions(Node& node);
  const expr::Term* select(const std::vector<const expr::Term*>& values, uint32_t node) const;

  expr::TermStore& terms_;
  std::vector<Node> nodes_;  // the first is the root; parents before children
  bool is_valid_ = true;
};

}  // namespace bonsai::explore
