#pragma once

#include <cstdint>

#include "base/persistent_map.h"
#include "expr/term.h"

// Facts: what a path condition says about the values of terms, in a form that can be looked up.
//
// Idea: a constraint such as `x < 10` or `y == 3` is remembered as an interval of the term it bounds. A
// question about that term, or a larger term that contains it, is then often decided without search. A fact
// about a term follows from constraints that read the same bytes, so facts need no groups of their own.
//
// Invariant: low <= high in every fact. The map holds no terms alive: every term in it is part of a
// constraint that the path condition holds.
//
// Threads: one worker. Copying is O(1); after a copy both sides pass new owner tags.

namespace bonsai::solve {

// Unsigned interval of a term of at most 64 bits, or the constant that a wider term equals.
struct Fact {
  uint64_t low = 0;
  uint64_t high = 0;
  const expr::Term* wide_value = nullptr;  // for terms over 64 bits

  bool is_value() const { return wide_value != nullptr || low == high; }
};

class Facts {
 public:
  const Fact* find(const expr::Term* term) const {
    const auto* entry = map_.find(term->id());
    return entry ? &entry->value : nullptr;
  }
  size_t size() const { return map_.size(); }
  // Changes whenever a fact is added: equal versions within one lineage of copies mean equal facts.
  uint64_t version() const { return version_; }

  struct Outcome {
    bool contradiction = false;  // the facts cannot all hold: the path condition is infeasible
    uint32_t steps = 0;          // map operations, for tests that count work
  };
  // Remembers what `condition` being true says. REQUIRES: width 1; `new_version` was never used before.
  Outcome learn(base::Owner owner, const expr::Term* condition, uint64_t new_version);

 private:
  struct Learner;

  base::PersistentMap<uint64_t, Fact> map_;
  uint64_t version_ = 0;
};

}  // namespace bonsai::solve
