// Core conditions: those that say which bytes an input has, such as arg00[0] == '-'. They are what paths are
// told apart by when it is learned which to keep.
//
// A condition is named by the hash of its structure, which is the same in all workers and runs; within a run
// it has a number. Threads: any number may use a table. Tested by core_conditions_test.cpp.
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/term.h"

namespace bonsai::explore {

using ConditionId = uint32_t;

// An equation of a byte of an input, or of some of its bits, and a constant; or a conjunction or disjunction
// of such, as equations of longer words are.
bool is_core(const expr::Term* condition);

// As C would have it: "arg00[0] == '-'", "size == 12", "stdin[0] == 'a' || stdin[0] == 'b'". REQUIRES:
// core.
std::string in_words(const expr::Term* condition);

class CoreConditions {
 public:
  struct Entry {
    uint64_t name = 0;
    std::string words;
  };
  // REQUIRES: core.
  ConditionId id(const expr::Term* condition);
  ConditionId id(const Entry& entry);
  Entry operator[](ConditionId id) const;
  size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<uint64_t, ConditionId> ids_;  // by name
  std::vector<Entry> entries_;
};

}  // namespace bonsai::explore
