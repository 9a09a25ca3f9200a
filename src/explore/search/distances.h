// What the searchers that follow coverage weigh: how far a path is from code that no path has covered.
#pragma once

#include "explore/search/weighted.h"

namespace bonsai::explore {

// The square of the inverse of the distance.
double closeness(const SearchContext& context, const exec::Path& path);

}  // namespace bonsai::explore
