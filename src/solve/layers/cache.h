#pragma once

#include <deque>
#include <memory>
#include <unordered_map>

#include "solve/query.h"

// Remembers the answers of the core.
//
// Idea: a set of terms that is unsatisfiable makes every superset so; a model of a set is one of every
// subset. Sets are compared as sets of interned terms, so that neither order nor repetition matters. Because
// a path condition is satisfiable, an unsatisfiable core that lies within a query contains its question:
// cores are found through any of their members (the few of a small one), models through their question.
// A model kept under the same question is also tried by evaluation when the sets are not comparable.
//
// Bounded: the oldest entries go first. Weak: entries that name a dead term are dropped.
// Tested by layers_test.cpp.

namespace bonsai::solve {

class CacheLayer : public Layer {
 public:
  explicit CacheLayer(size_t max_entries = 1 << 14, size_t max_terms = 1 << 22,
                      uint64_t max_model_bytes = 32 << 20)
      : max_entries_(max_entries), max_terms_(max_terms), max_model_bytes_(max_model_bytes) {}

  std::string_view name() const override { return "cache"; }
  Reply ask(Query& query) override;
  void learn(Query& query, const Reply& reply, const std::vector<uint32_t>* core) override;
  void drop_dead(const expr::TermStore& store) override;

  size_t size() const { return entries_.size(); }

 private:
  static constexpr size_t kSmallCore = 8;     // members under which an unsatisfiable core can be found
  static constexpr size_t kPerQuestion = 16;  // entries looked at for one question
  static constexpr unsigned kModelTries = 4;  // models evaluated although the sets are not comparable

  struct Entry {
    std::vector<const expr::Term*> set;   // sorted by id, the question included
    std::vector<const expr::Term*> keys;  // members it is found under
    Model model;                          // null: unsatisfiable
    uint64_t model_bytes = 0;
  };
  using EntryRef = std::shared_ptr<const Entry>;

  static std::vector<const expr::Term*> sorted_set(std::span<const expr::Term* const> constraints,
                                                   const expr::Term* question);
  void insert(Entry entry);
  void unlink(const EntryRef& entry);
  void drop_oldest();

  size_t max_entries_;
  size_t max_terms_;
  uint64_t max_model_bytes_;  // a model grows with the inputs of its path
  size_t terms_ = 0;
  uint64_t model_bytes_ = 0;
  std::deque<EntryRef> entries_;                               // oldest first
  std::unordered_map<uint64_t, std::vector<EntryRef>> index_;  // by term id, newest last
};

}  // namespace bonsai::solve
