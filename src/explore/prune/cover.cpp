#include "explore/prune/cover.h"

#include <algorithm>
#include <queue>

namespace bonsai::explore {

// What a set would add can only become less: it is counted again when its set is the first in the queue, and
// is chosen if it stays the first.
std::vector<size_t> cover(const std::vector<const std::vector<uint32_t>*>& sets,
                          const std::vector<size_t>& first) {
  struct Offer {
    size_t gain, set;
    bool operator<(const Offer& other) const {
      return gain != other.gain ? gain < other.gain : set > other.set;
    }
  };
  uint32_t most = 0;
  std::priority_queue<Offer> offers;
  for (size_t i = 0; i < sets.size(); ++i) {
    for (uint32_t each : *sets[i]) most = std::max(most, each);
    offers.push({sets[i]->size(), i});
  }
  std::vector<bool> covered(size_t(most) + 1);
  std::vector<size_t> chosen = first;
  for (size_t set : first)
    for (uint32_t each : *sets[set]) covered[each] = true;
  while (!offers.empty()) {
    Offer offer = offers.top();
    offers.pop();
    offer.gain = size_t(std::count_if(sets[offer.set]->begin(), sets[offer.set]->end(),
                                      [&](uint32_t each) { return !covered[each]; }));
    if (offer.gain == 0) continue;
    if (!offers.empty() && offer < offers.top()) {
      offers.push(offer);
      continue;
    }
    for (uint32_t each : *sets[offer.set]) covered[each] = true;
    chosen.push_back(offer.set);
  }
  return chosen;
}

}  // namespace bonsai::explore
