#include "explore/prune/features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/hash.h"

namespace bonsai::explore {

size_t FeatureMatrix::telling() const {
  std::vector<uint64_t> any(words_), all(words_, ~uint64_t(0));
  for (size_t row = 0, at = 0; row < rows_; ++row)
    for (size_t word = 0; word < words_; ++word, ++at) {
      any[word] |= bits_[at];
      all[word] &= bits_[at];
    }
  size_t count = 0;
  for (size_t word = 0; word < words_; ++word) count += size_t(std::popcount(any[word] & ~all[word]));
  return count;
}

std::vector<uint64_t> FeatureMatrix::kinds() const {
  std::vector<uint64_t> kinds(rows_);
  for (size_t row = 0, at = 0; row < rows_; ++row) {
    uint64_t hash = 0;
    for (size_t word = 0; word < words_; ++word, ++at) hash = base::hash_combine(hash, bits_[at]);
    kinds[row] = hash;
  }
  return kinds;
}

std::vector<float> FeatureMatrix::scores(std::span<const float> weights) const {
  std::vector<float> sums(rows_);
  for (size_t row = 0, at = 0; row < rows_; ++row) {
    float sum = 0;
    for (size_t word = 0; word < words_; ++word, ++at)
      for (uint64_t bits = bits_[at]; bits; bits &= bits - 1)
        sum += weights[word * 64 + size_t(std::countr_zero(bits))];
    sums[row] = sum;
  }
  return sums;
}

void spread(std::span<float> scores, std::span<const uint64_t> kinds, std::span<const uint64_t> keys) {
  std::vector<uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[keys[i - 1] % i]);
  // How many there were of each kind: a table with open addressing, half full at most.
  struct Cell {
    uint64_t kind = 0;
    uint32_t seen = 0;
  };
  std::vector<Cell> cells(std::bit_ceil(2 * scores.size() + 2));
  for (uint32_t i : order) {
    size_t at = kinds[i] & (cells.size() - 1);
    while (cells[at].seen && cells[at].kind != kinds[i]) at = (at + 1) & (cells.size() - 1);
    cells[at].kind = kinds[i];
    scores[i] -= std::log2(float(++cells[at].seen));
  }
}

std::vector<uint32_t> lowest(std::span<const float> scores, std::span<const uint64_t> keys, size_t count) {
  std::vector<uint32_t> places(scores.size());
  std::iota(places.begin(), places.end(), 0u);
  if (count < places.size()) {
    std::nth_element(places.begin(), places.begin() + ptrdiff_t(count), places.end(),
                     [&](uint32_t a, uint32_t b) {
                       return scores[a] != scores[b] ? scores[a] < scores[b] : keys[a] < keys[b];
                     });
    places.resize(count);
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace bonsai::explore
