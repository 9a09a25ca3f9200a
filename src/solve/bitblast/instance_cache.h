// InstanceCache: which instance answers a question, and when to make a new one.
//
// Idea: a question costs what its instance weighs (the solver assigns every variable), a new instance about
// ten times what its gates weigh in a question. So an instance is shared by siblings as long as that is
// cheap: each question adds its dead gates (those that came with constraints it does not contain) to the
// instance's account, and once the account exceeds the price of a new instance, the question gets a new one.
// Renting until the rent exceeds the price costs at most twice the best plan in hindsight.
//
// Constraints are assumed and not asserted, so that siblings can share and unsat cores are exact; but
// assumptions cost too, so of a long path only the last ones are. The older ones are asserted: when an
// instance is made, and when they were part of many questions in a row. An instance with asserted constraints
// serves only paths that begin with them.
//
// Decisions depend on the sequence of questions only.
//
// Threads: none shared.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "expr/term.h"
#include "solve/bitblast/instance.h"

namespace bonsai::solve {

struct InstanceCacheConfig {
  size_t max_instances = 32;
  size_t max_gates = 4'000'000;    // of all instances together
  size_t assumed = 32;             // constraints of a path that stay assumptions
  unsigned promotion_streak = 32;  // questions in a row after which an older constraint is asserted
  size_t rent_per_gate = 15;       // price of a new instance in questions: per gate, and fixed
  size_t rent_fixed = 1600;
};

struct CachedInstance {
  std::unique_ptr<Instance> instance;
  std::vector<uint64_t> hard;  // ids of the asserted constraints: the beginning of the path
  uint64_t serial = 0;
  uint64_t last_use = 0;
  size_t rent = 0;
  // The assumed constraints of the last question, and for how many questions in a row each was there.
  std::vector<uint64_t> assumed;
  std::vector<unsigned> streak;
};

class InstanceCache {
 public:
  InstanceCache(const Aig& aig, Budget& budget, const InstanceCacheConfig& config);

  // An instance in which all literals are defined and whose asserted constraints are the first hard.size() of
  // the path; null when the budget is exhausted. `literals` are those of the constraints. The pointer holds
  // until the next call.
  CachedInstance* acquire(std::span<const expr::Term* const> constraints, std::span<const Lit> literals,
                          Lit question);
  void drop(const CachedInstance* entry);
  void clear();

  uint64_t made() const { return made_; }
  uint64_t rebuilt() const { return rebuilt_; }
  uint64_t promoted() const { return promoted_; }
  size_t size() const { return entries_.size(); }

 private:
  CachedInstance* find(std::span<const expr::Term* const> constraints, std::span<const Lit> literals,
                       Lit question);
  CachedInstance* create(std::span<const expr::Term* const> constraints, std::span<const Lit> literals);
  CachedInstance* by_serial(uint64_t serial);
  bool define_all(CachedInstance& entry, std::span<const Lit> literals, Lit question);
  bool rent_exceeds_price(CachedInstance& entry, std::span<const Lit> literals, Lit question) const;
  void promote(CachedInstance& entry, std::span<const expr::Term* const> constraints,
               std::span<const Lit> literals);
  void evict(size_t room);

  const Aig& aig_;
  Budget& budget_;
  InstanceCacheConfig config_;
  std::vector<std::unique_ptr<CachedInstance>> entries_;
  FlatMap<uint32_t, uint64_t> recent_;  // by root gate: the serial of the last instance that defined it
  uint64_t clock_ = 0;
  uint64_t made_ = 0;
  uint64_t rebuilt_ = 0;
  uint64_t promoted_ = 0;
};

}  // namespace bonsai::solve
