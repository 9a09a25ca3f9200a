#include "explore/prune/chance.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace bonsai::explore {

double Chance::normal() {
  double distance = std::sqrt(-2 * std::log(1 - uniform()));
  return distance * std::cos(2 * std::numbers::pi * uniform());
}

WeightDistribution WeightDistribution::fit(std::span<const float> weights) {
  WeightDistribution fitted;
  if (weights.empty()) return fitted;
  double count = double(weights.size()), squares = 0;
  fitted.is_known = true;
  fitted.mean = std::accumulate(weights.begin(), weights.end(), 0.0) / count;
  for (float each : weights) squares += (each - fitted.mean) * (each - fitted.mean);
  fitted.deviation = std::sqrt(squares / count);
  // Of one weight, or equal ones, nothing can be said.
  if (fitted.deviation < 1e-6) fitted.deviation = 1;
  return fitted;
}

double WeightDistribution::draw(Chance& chance) const {
  if (!is_known) return chance.weight();
  // The mean is within: at least about half of the draws are.
  for (;;) {
    double drawn = mean + deviation * chance.normal();
    if (drawn >= -1 && drawn <= 1) return drawn;
  }
}

double WeightDistribution::draw_reverse(Chance& chance) const {
  constexpr int candidates = 100;
  double drawn = draw(chance), farthest = drawn;
  for (int i = 0; i < candidates; ++i) {
    double candidate = chance.weight();
    if (std::abs(candidate - drawn) > std::abs(farthest - drawn)) farthest = candidate;
  }
  return farthest;
}

size_t draw_by_count(std::span<const uint64_t> counts, Chance& chance) {
  uint64_t all = std::accumulate(counts.begin(), counts.end(), uint64_t(0));
  if (all == 0) return chance.below(counts.size());
  size_t drawn = chance.below(all);
  for (size_t i = 0;; ++i) {
    if (drawn < counts[i]) return i;
    drawn -= counts[i];
  }
}

}  // namespace bonsai::explore
