// Which features paths have, as bits, and what that makes them score. Tested by learner_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bonsai::explore {

// A row of bits for each path: does it have the feature?
class FeatureMatrix {
 public:
  explicit FeatureMatrix(size_t features) : words_((features + 63) / 64) {}

  void reserve(size_t rows) { bits_.reserve(rows * words_); }
  // A new row, without features.
  void add_row() { bits_.resize(bits_.size() + words_), ++rows_; }
  // To the last row.
  void set(size_t feature) { bits_[bits_.size() - words_ + feature / 64] |= uint64_t(1) << feature % 64; }
  size_t rows() const { return rows_; }

  // How many features some rows have and others do not.
  size_t telling() const;
  // Names for rows: equal for those with the same features.
  std::vector<uint64_t> kinds() const;
  // By row: the weights of the features that it has, summed up.
  std::vector<float> scores(std::span<const float> weights) const;

 private:
  size_t words_, rows_ = 0;
  std::vector<uint64_t> bits_;
};

// Lessens scores: of rows of the same kind, in an order that the keys draw, the nth loses the logarithm of n
// to base 2. So a kind that scores one more keeps twice as many.
void spread(std::span<float> scores, std::span<const uint64_t> kinds, std::span<const uint64_t> keys);

// The places of the `count` lowest scores; of equal scores, those with the lowest keys.
std::vector<uint32_t> lowest(std::span<const float> scores, std::span<const uint64_t> keys, size_t count);

}  // namespace bonsai::explore
