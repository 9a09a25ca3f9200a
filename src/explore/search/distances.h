// What searchers weigh that go for something: how far a path is from it.
#pragma once

#include "explore/search/weighted.h"

namespace bonsai::explore {

// The square of the inverse of the distance.
double closeness(const SearchContext& context, const exec::Path& path);
// Where it stands, and may return to.
uint64_t distance_of(const analysis::Distance& distance, const exec::Path& path);

}  // namespace bonsai::explore
