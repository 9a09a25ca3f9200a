// A small choice of tests that together cover what all do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bonsai::explore {

// Greedy: the sets `first` in any case, then again and again the set that has most of what is not covered
// yet, of several the first. The result is in that order. Tested by learner_test.cpp.
std::vector<size_t> cover(const std::vector<const std::vector<uint32_t>*>& sets,
                          const std::vector<size_t>& first = {});

}  // namespace bonsai::explore
