#include "solve/path_condition.h"

#include <algorithm>

#include "expr/evaluate.h"

// The partition of constraints into independent groups. After Cadar, Dunbar, Engler, "KLEE" (OSDI 2008),
// constraint independence; here kept incrementally instead of found anew for every query.
// Tested by path_condition_test.cpp; cost shown by bench/solve_streams --groups.

namespace bonsai::solve {

using expr::Term;

namespace {

// Destroys a tree of counted nodes without recursion. `children` appends the references of a node to a list.
template <typename Node, typename Children>
void destroy_tree(Node* node, Children&& children) {
  std::vector<base::Ref<Node>> doomed;
  children(*node, doomed);
  delete node;
  while (!doomed.empty()) {
    base::Ref<Node> last = std::move(doomed.back());
    doomed.pop_back();
    if (last && last->refs == 1) children(*last, doomed);
  }
}

}  // namespace

void PathCondition::GroupNode::destroy(GroupNode* node) {
  destroy_tree(node, [](GroupNode& n, std::vector<base::Ref<GroupNode>>& list) {
    if (n.before) list.push_back(std::move(n.before));
    if (n.other) list.push_back(std::move(n.other));
  });
}

void PathCondition::DecisionNode::destroy(DecisionNode* node) {
  destroy_tree(node, [](DecisionNode& n, std::vector<base::Ref<DecisionNode>>& list) {
    if (n.before) list.push_back(std::move(n.before));
  });
}

PathCondition::PathCondition() : lineage_(new Lineage), model_(std::make_shared<expr::Assignment>()) {}

PathCondition::PathCondition(const PathCondition& other)
    : lineage_(other.lineage_),
      cells_(other.cells_),
      groups_(other.groups_),
      facts_(other.facts_),
      decisions_(other.decisions_),
      model_(other.model_),
      work_(other.work_),
      sequence_(other.sequence_),
      next_group_(other.next_group_),
      group_count_(other.group_count_),
      infeasible_(other.infeasible_) {
  other.owner_ = 0;  // neither side may write in place what both now share
}

PathCondition& PathCondition::operator=(const PathCondition& other) {
  if (this != &other) *this = PathCondition(other);
  return *this;
}

base::Owner PathCondition::own() {
  if (owner_ == 0) owner_ = lineage_->next++;
  return owner_;
}

void PathCondition::add(expr::TermStore& store, const Term* raw, const Term* kept, Model model) {
  record({raw, kept});
  std::vector<const Term*> parts{kept};
  while (!parts.empty()) {
    const Term* part = parts.back();
    parts.pop_back();
    const bool negated = part->kind() == expr::Kind::Not;
    const Term* inner = negated ? part->operand(0) : part;
    if (inner->kind() == (negated ? expr::Kind::Or : expr::Kind::And)) {
      for (unsigned i : {1u, 0u})
        parts.push_back(negated ? store.lnot(inner->operand(i)) : inner->operand(i));
      continue;
    }
    if (part->is_false()) infeasible_ = true;
    if (part->is_constant()) continue;
    if (part != kept) record({nullptr, part});
    insert(part);
    const Facts::Outcome outcome = facts_.learn(own(), part, lineage_->next++);
    work_ += outcome.steps;
    infeasible_ |= outcome.contradiction;
  }
  if (model)
    model_ = std::move(model);
  else if (model_ && !expr::holds(store, kept, *model_))
    model_ = nullptr;
}

void PathCondition::record(Decision decision) {
  auto* node = new DecisionNode;
  node->decision = decision;
  if (decisions_) node->number = decisions_->number + 1;
  node->before = std::move(decisions_);
  decisions_ = base::Ref<DecisionNode>(node);
  ++work_;
}

PathCondition::GroupId PathCondition::root_of(GroupId id, uint64_t* steps) const {
  for (;;) {
    const auto* entry = groups_.find(id);
    if (steps) ++*steps;
    if (entry->value.parent == id) return id;
    id = entry->value.parent;
  }
}

// Makes one interval of all that overlap `range`, with the range itself; appends the roots of their groups,
// and the key of the interval, whose group the caller sets.
void PathCondition::claim(const expr::CellRange& range, std::vector<GroupId>& roots,
                          std::vector<CellKey>& claimed) {
  const uint32_t slot = range.array->array().slot;
  CellKey key{slot, range.first};
  uint64_t last = range.last;
  // Group 0: claimed by an earlier range of the same support.
  auto note = [&](GroupId id) {
    if (id != 0) roots.push_back(root_of(id, &work_));
  };
  const auto* entry = cells_.find_at_most(key);
  ++work_;
  if (entry && entry->key.slot == slot && entry->value.last >= range.first) {
    note(entry->value.group);
    key = entry->key;
    last = std::max(last, entry->value.last);
    if (entry->value.last >= range.last) {  // the usual case: the bytes were read before
      claimed.push_back(key);
      return;
    }
  }
  for (;;) {
    const auto* next = cells_.find_above(key);
    ++work_;
    if (!next || next->key.slot != slot || next->key.first > last) break;
    note(next->value.group);
    last = std::max(last, next->value.last);
    const CellKey gone = next->key;
    cells_.erase(own(), gone);
    ++work_;
  }
  cells_.set(own(), key, {last, 0});
  ++work_;
  claimed.push_back(key);
}

void PathCondition::insert(const Term* constraint) {
  std::vector<GroupId> roots;
  std::vector<CellKey> claimed;
  for (const expr::CellRange& range : constraint->support()->ranges()) claim(range, roots, claimed);
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());

  base::Ref<GroupNode> content;
  GroupId root = 0;
  if (roots.empty()) {
    root = next_group_++;
    ++group_count_;
  } else {
    root = roots[0];
    for (GroupId id : roots)
      if (groups_.find(id)->value.content->size > groups_.find(root)->value.content->size) root = id;
    content = groups_.find(root)->value.content;
    for (GroupId id : roots) {
      if (id == root) continue;
      auto* both = new GroupNode;
      both->before = std::move(content);
      both->other = groups_.find(id)->value.content;
      both->size = both->before->size + both->other->size;
      content = base::Ref<GroupNode>(both);
      groups_.set(own(), id, {root, nullptr});
      --group_count_;
      work_ += 2;
    }
  }
  auto* top = new GroupNode;
  top->size = (content ? content->size : 0) + 1;
  top->term = constraint;
  top->sequence = sequence_++;
  top->before = std::move(content);
  groups_.set(own(), root, {root, base::Ref<GroupNode>(top)});
  work_ += 2;
  for (const CellKey& key : claimed) {
    const auto* entry = cells_.find(key);
    ++work_;
    // An interval that a later range of the same support swallowed has no entry of its own.
    if (entry && entry->value.group == 0) cells_.set(own(), key, {entry->value.last, root});
  }
}

void PathCondition::roots_of(const expr::Support& support, std::vector<GroupId>& roots) const {
  for (const expr::CellRange& range : support.ranges()) {
    const uint32_t slot = range.array->array().slot;
    const auto* entry = cells_.find_at_most({slot, range.first});
    if (entry && (entry->key.slot != slot || entry->value.last < range.first)) entry = nullptr;
    if (!entry) entry = cells_.find_above({slot, range.first});
    while (entry && entry->key.slot == slot && entry->key.first <= range.last) {
      roots.push_back(root_of(entry->value.group, nullptr));
      if (entry->value.last >= range.last) break;
      entry = cells_.find_above(entry->key);
    }
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
}

// Appends the constraints, newest first as long as no union is met; `ordered` says whether that held.
void PathCondition::flatten(const base::Ref<GroupNode>& content,
                            std::vector<std::pair<uint64_t, const Term*>>& out, bool& ordered) {
  std::vector<const GroupNode*> pending{content.get()};
  while (!pending.empty()) {
    const GroupNode* node = pending.back();
    pending.pop_back();
    while (node) {
      if (node->term)
        out.emplace_back(node->sequence, node->term);
      else {
        pending.push_back(node->other.get());
        ordered = false;
      }
      node = node->before.get();
    }
  }
}

void PathCondition::touched(const expr::Support& support, std::vector<const Term*>& out) const {
  out.clear();
  std::vector<GroupId> roots;
  roots_of(support, roots);
  if (roots.empty()) return;
  std::vector<std::pair<uint64_t, const Term*>> all;
  bool ordered = roots.size() == 1;
  for (GroupId root : roots) flatten(groups_.find(root)->value.content, all, ordered);
  if (ordered)
    std::reverse(all.begin(), all.end());
  else
    std::sort(all.begin(), all.end());
  out.reserve(all.size());
  for (const auto& [sequence, term] : all) out.push_back(term);
}

std::vector<const Term*> PathCondition::content_of(GroupId root) const {
  std::vector<std::pair<uint64_t, const Term*>> all;
  bool ordered = true;
  flatten(groups_.find(root)->value.content, all, ordered);
  std::sort(all.begin(), all.end());
  std::vector<const Term*> out;
  out.reserve(all.size());
  for (const auto& [sequence, term] : all) out.push_back(term);
  return out;
}

std::vector<Decision> PathCondition::decisions() const { return decisions_since(PathCondition()); }

std::vector<Decision> PathCondition::decisions_since(const PathCondition& earlier) const {
  std::vector<Decision> all;
  const DecisionNode* end = earlier.decisions_.get();
  for (const DecisionNode* node = decisions_.get(); node != end; node = node->before.get())
    if (node->decision.raw) all.push_back(node->decision);
  std::reverse(all.begin(), all.end());
  return all;
}

void PathCondition::visit_roots(const expr::TermStore::Mark& mark, uint64_t epoch) const {
  // Every constraint in a group and every term in the facts is, or is part of, some decision's kept form.
  for (const DecisionNode* node = decisions_.get(); node && node->epoch != epoch; node = node->before.get()) {
    node->epoch = epoch;
    if (node->decision.raw) mark(node->decision.raw);
    mark(node->decision.kept);
  }
}

}  // namespace bonsai::solve
