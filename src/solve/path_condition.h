#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/persistent_map.h"
#include "base/ref.h"
#include "expr/store.h"
#include "expr/support.h"
#include "solve/facts.h"
#include "solve/model.h"

// PathCondition: the constraints of one path, partitioned into groups that share no symbolic byte.
//
// Idea: whether a question can be true depends only on the constraints that read, directly or through others,
// a byte that the question reads: its groups. An interval map from bytes to groups and a union-find (by size,
// without path compression, so that it is persistent) keep the partition as constraints are added. A group's
// content is a persistent tree of additions and unions, flattened in order of insertion when a query needs
// it. So adding a constraint costs O(log n) however the groups lie, and a copy shares everything.
//
// The decisions as the program made them (raw) stand beside the constraints as kept (rewritten with what was
// known then): learning and merging need the former.
//
// Invariant: unless infeasible() or model() is null, the model satisfies every constraint. The path condition
// itself is satisfiable; questions rely on that when they leave other groups out.
//
// Threads: one worker. A copy is O(1) and independent of the original.

namespace bonsai::solve {

struct Decision {
  const expr::Term* raw;
  const expr::Term* kept;  // under the constraints before it, equivalent to raw
};

class PathCondition {
 public:
  PathCondition();  // true, with the model of zeros
  PathCondition(const PathCondition& other);
  PathCondition& operator=(const PathCondition& other);
  PathCondition(PathCondition&&) noexcept = default;
  PathCondition& operator=(PathCondition&&) noexcept = default;
  ~PathCondition() = default;

  // Adds a decision; a conjunction becomes several constraints. Chain::assume does the rewriting and calls
  // this. `model` satisfies the result, or is null: then the present model stays if it satisfies `kept`, and
  // is lost otherwise. REQUIRES: width 1, terms of `store`.
  void add(expr::TermStore& store, const expr::Term* raw, const expr::Term* kept, Model model = nullptr);

  bool infeasible() const { return infeasible_; }
  const Model& model() const { return model_; }  // null when lost
  void set_model(Model model) { model_ = std::move(model); }

  size_t constraint_count() const { return sequence_; }
  size_t group_count() const { return group_count_; }
  const Facts& facts() const { return facts_; }

  // Names these facts for caches: equal tokens mean equal facts. Holding it keeps it unique.
  struct Lineage {
    uint32_t refs = 0;
    uint64_t next = 1;
    static void destroy(Lineage* lineage) { delete lineage; }
  };
  struct FactsToken {
    base::Ref<Lineage> lineage;
    uint64_t version = 0;
    friend bool operator==(const FactsToken& a, const FactsToken& b) {
      return a.lineage == b.lineage && a.version == b.version;
    }
  };
  FactsToken facts_token() const { return {lineage_, facts_.version()}; }

  // The constraints of every group that shares a byte with `support`, in order of insertion, without
  // repetition.
  void touched(const expr::Support& support, std::vector<const expr::Term*>& out) const;
  // All groups; fn(std::vector<const Term*>) in order of the groups' numbers.
  template <typename Fn>
  void for_each_group(Fn&& fn) const;
  // Oldest first.
  std::vector<Decision> decisions() const;
  // Those made since this was a copy of `earlier`, which it must have been.
  std::vector<Decision> decisions_since(const PathCondition& earlier) const;

  size_t decision_count() const { return decisions_ ? decisions_->number : 0; }
  // The decisions behind the first `seen` ones, newest first: fn(const Decision&).
  template <typename Fn>
  void for_each_newest(size_t seen, Fn&& fn) const;

  // Calls mark for every term held. Nodes shared between path conditions are visited once per epoch.
  // REQUIRES: a new epoch for each collection, from 1 on.
  void visit_roots(const expr::TermStore::Mark& mark, uint64_t epoch) const;

  // Map operations, union-find steps and tree nodes that add() has spent in this path and its ancestors.
  uint64_t work() const { return work_; }

 private:
  using GroupId = uint32_t;

  struct CellKey {
    uint32_t slot = 0;
    uint64_t first = 0;
    friend auto operator<=>(const CellKey&, const CellKey&) = default;
  };
  struct Interval {
    uint64_t last = 0;
    GroupId group = 0;
  };
  // One constraint on top of a group, or (term null) the union of two groups.
  struct GroupNode {
    uint32_t refs = 0;
    uint32_t size = 0;
    const expr::Term* term = nullptr;
    uint64_t sequence = 0;
    base::Ref<GroupNode> before;
    base::Ref<GroupNode> other;
    static void destroy(GroupNode* node);
  };
  struct Group {
    GroupId parent = 0;              // itself for a root
    base::Ref<GroupNode> content{};  // of a root
  };
  struct DecisionNode {
    uint32_t refs = 0;
    mutable uint64_t epoch = 0;
    uint32_t number = 1;  // in order, from 1
    Decision decision{};  // raw is null for the further parts of a conjunction
    base::Ref<DecisionNode> before;
    static void destroy(DecisionNode* node);
  };

  base::Owner own();
  void record(Decision decision);
  GroupId root_of(GroupId id, uint64_t* steps) const;
  void insert(const expr::Term* constraint);
  void claim(const expr::CellRange& range, std::vector<GroupId>& roots, std::vector<CellKey>& claimed);
  void roots_of(const expr::Support& support, std::vector<GroupId>& roots) const;
  static void flatten(const base::Ref<GroupNode>& content,
                      std::vector<std::pair<uint64_t, const expr::Term*>>& out, bool& ordered);
  std::vector<const expr::Term*> content_of(GroupId root) const;

  base::Ref<Lineage> lineage_;
  mutable base::Owner owner_ = 0;  // 0: a copy was made since the last change
  base::PersistentMap<CellKey, Interval> cells_;
  base::PersistentMap<GroupId, Group> groups_;
  Facts facts_;
  base::Ref<DecisionNode> decisions_;
  Model model_;
  uint64_t work_ = 0;
  uint64_t sequence_ = 0;
  GroupId next_group_ = 1;
  uint32_t group_count_ = 0;
  bool infeasible_ = false;
};

template <typename Fn>
void PathCondition::for_each_group(Fn&& fn) const {
  groups_.for_each([&](GroupId id, const Group& group) {
    if (group.parent == id) fn(content_of(id));
  });
}

template <typename Fn>
void PathCondition::for_each_newest(size_t seen, Fn&& fn) const {
  for (const DecisionNode* node = decisions_.get(); node && node->number > seen; node = node->before.get())
    if (node->decision.raw) fn(node->decision);
}

}  // namespace bonsai::solve
