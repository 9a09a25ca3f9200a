// Chance, and the distributions that weights are drawn from. The same seed draws the same in every build.
// Tested by learner_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace bonsai::explore {

class Chance {
 public:
  explicit Chance(uint64_t seed) : random_(seed) {}
  uint64_t next() { return random_(); }
  double uniform() { return double(random_() >> 11) * 0x1p-53; }  // 0 to 1, exclusive
  double weight() { return 2 * uniform() - 1; }                   // -1 to 1
  size_t below(size_t count) { return size_t(uniform() * double(count)); }
  double normal();  // with mean 0 and deviation 1

 private:
  std::mt19937_64 random_;
};

// Of a weight: normal, cut to [-1, 1]; uniform there while nothing is known.
struct WeightDistribution {
  bool is_known = false;
  double mean = 0, deviation = 1;

  // Of weights that were good: their mean and deviation; a deviation of 0 is taken for 1.
  static WeightDistribution fit(std::span<const float> weights);
  double draw(Chance& chance) const;
  // The one of a hundred uniform weights that is the farthest from such a draw.
  double draw_reverse(Chance& chance) const;
};

// A place in `counts`, each as often as its count says; if all are 0, any.
size_t draw_by_count(std::span<const uint64_t> counts, Chance& chance);

}  // namespace bonsai::explore
