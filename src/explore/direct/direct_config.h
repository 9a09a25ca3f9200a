// How a run goes for its targets besides searching forwards.
#pragma once

#include <memory>
#include <vector>

#include "explore/direct/suffixes.h"
#include "explore/search/searcher.h"

namespace bonsai::explore {

// Backwards along the calls, from the functions of the targets (CCBSE in: K.-K. Ma, K. Y. Phang, J. S.
// Foster, M. Hicks: Directed symbolic execution, 2011).
enum class Backwards : uint8_t {
  never,
  first,  // forwards only when a function that main calls has a suffix
  mixed   // both, with equal shares
};

struct DirectConfig {
  Backwards backwards = Backwards::never;
  std::vector<const SearcherInfo*> search;  // within a function, in turn
  uint64_t query_cost = 3000;               // of a question that rewriting did not answer, in instructions
  ir::FunctionId main = ir::none;           // where the program's own code begins
  std::shared_ptr<SuffixBook> book;         // of all workers
};

}  // namespace bonsai::explore
