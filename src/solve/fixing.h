#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "solve/chain.h"

// When the solver cannot tell whether a condition is possible, because it multiplies, hashes or looks things
// up: words of the inputs keep the values of the path condition's model, and the rest is solved for. What is
// found is a model of the condition all the same; what is not found says nothing.
//
// A word is as many neighbouring bytes of an input as the condition uses as one number. Those that most of
// the condition depends on come first: each alone, then one after another. Tested by fixing_test.cpp.

namespace bonsai::solve {

struct FixedWord {
  const expr::Term* array = nullptr;
  uint64_t first = 0;
  std::vector<uint8_t> bytes;  // its value
};

// The word has its value.
const expr::Term* equation(expr::TermStore& store, const FixedWord& word);

// Sat with a model of the path condition, `condition` and the words that were fixed; else unknown.
// REQUIRES: the path condition has its model.
Reply find_by_fixing(Chain& chain, const PathCondition& pc, const expr::Term* condition,
                     std::vector<FixedWord>& fixed);

// For a tape. REQUIRES of the second: bytes of the first.
std::string to_bytes(const std::vector<FixedWord>& words);
std::vector<FixedWord> from_bytes(expr::TermStore& store, std::string_view bytes);

}  // namespace bonsai::solve
