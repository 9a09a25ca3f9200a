// Concolic runs go to their end before another begins: a path that is checked has its turn first, and who
// chooses the next run (any searcher) sees only the paths that are not checked yet.
#pragma once

#include <memory>

#include "explore/search/searcher.h"

namespace bonsai::explore {

std::unique_ptr<Searcher> make_concolic_search(std::unique_ptr<Searcher> others);

}  // namespace bonsai::explore
