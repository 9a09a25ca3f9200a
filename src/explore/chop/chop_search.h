// Two lists of paths: those that recover what a skipped call left, and all others, by the searcher that was
// asked for. The first are chosen now and then only, for what others find first may make them needless.
// Tested by tests/check_chop.
#pragma once

#include "explore/search/searcher.h"

namespace bonsai::explore {

std::unique_ptr<Searcher> make_chop_search(std::unique_ptr<Searcher> others, const SearchContext& context);

}  // namespace bonsai::explore
