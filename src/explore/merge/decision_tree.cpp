#include "explore/merge/decision_tree.h"

#include <algorithm>
#include <numeric>

namespace bonsai::explore {

using expr::Term;
using solve::Decision;

DecisionTree::DecisionTree(expr::TermStore& terms, const std::vector<std::vector<Decision>>& paths)
    : terms_(terms) {
  std::vector<uint32_t> all(paths.size());
  std::iota(all.begin(), all.end(), 0);
  build(paths, std::move(all), 0);
  if (!is_valid_) return;
  // Children stand behind their parents.
  for (size_t i = nodes_.size(); i-- > 0;) find_conditions(nodes_[i]);
}

// Recursion is as deep as there are paths: each step parts them.
uint32_t DecisionTree::build(const std::vector<std::vector<Decision>>& paths, std::vector<uint32_t> some,
                             size_t position) {
  uint32_t index = uint32_t(nodes_.size());
  nodes_.emplace_back();
  Node node;
  node.path = some.front();
  std::vector<std::pair<const Term*, std::vector<uint32_t>>> groups;  // by raw decision
  for (;; ++position) {
    groups.clear();
    for (uint32_t path : some) {
      const Term* raw = position < paths[path].size() ? paths[path][position].raw : nullptr;
      auto it = std::find_if(groups.begin(), groups.end(), [&](auto& group) { return group.first == raw; });
      if (it == groups.end()) it = groups.insert(it, {raw, {}});
      it->second.push_back(path);
    }
    bool some_end = std::any_of(groups.begin(), groups.end(), [](auto& group) { return !group.first; });
    if (some_end && (groups.size() > 1 || some.size() > 1)) is_valid_ = false;
    if (some_end || groups.size() > 1) break;
    node.conditions.push_back(paths[some.front()][position].kept);
  }
  if (is_valid_ && groups.size() > 1) {
    node.opposites = groups.size() == 2 && terms_.lnot(groups[0].first) == groups[1].first;
    for (auto& [raw, group] : groups) node.children.push_back(build(paths, std::move(group), position));
  }
  nodes_[index] = std::move(node);
  return index;
}

// REQUIRES: its children have theirs.
void DecisionTree::find_conditions(Node& node) {
  node.below = terms_.boolean(node.children.empty());
  if (node.opposites) {
    const Node &first = nodes_[node.children[0]], &second = nodes_[node.children[1]];
    const Term* decides = first.conditions.front();
    if (first.rest->is_true())
      node.below = terms_.lor(decides, second.rest);
    else if (second.rest->is_true())
      node.below = terms_.lor(terms_.lnot(decides), first.rest);
    else
      node.below =
          terms_.lor(terms_.land(decides, first.rest), terms_.land(terms_.lnot(decides), second.rest));
  } else {
    for (uint32_t child : node.children) node.below = terms_.lor(node.below, nodes_[child].whole);
  }
  node.rest = node.below;
  for (size_t i = node.conditions.size(); i-- > 1;) node.rest = terms_.land(node.conditions[i], node.rest);
  node.whole = node.conditions.empty() ? node.rest : terms_.land(node.conditions.front(), node.rest);
}

const Term* DecisionTree::select(const std::vector<const Term*>& values, uint32_t index) const {
  const Node& node = nodes_[index];
  if (node.children.empty()) return values[node.path];
  const Term* value = select(values, node.children.back());
  for (size_t i = node.children.size() - 1; i-- > 0;) {
    const Node& child = nodes_[node.children[i]];
    const Term* other = select(values, node.children[i]);
    if (other == value) continue;
    value = terms_.ite(node.opposites ? child.conditions.front() : child.whole, other, value);
  }
  return value;
}

}  // namespace bonsai::explore
