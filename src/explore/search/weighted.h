// Paths with weights, one of which is drawn with a chance in proportion to its weight: the base of the
// "non-uniform random" searchers.
//
// The weights are the leaves of a binary tree of sums, so that drawing and changing cost O(log n). A weight
// may go down behind our back (what looked new was covered by another path): it is computed again when its
// path is drawn, and the draw is repeated as often as the difference asks for. That is exact as long as
// weights do not grow while a path waits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "explore/search/searcher.h"

namespace bonsai::explore {

class Weighted : public Searcher {
 public:
  explicit Weighted(const SearchContext& context)
      : context_(context), random_(context.seed * 1000003 + context.number) {}

  void add(exec::Path& path) override;
  void remove(exec::Path& path) override;
  exec::Path& select() override;
  double rank(const exec::Path& path) const override { return sums_[leaves_ + place(path)]; }

 protected:
  // At least 0; more is sooner.
  virtual double weight(const exec::Path& path) const = 0;
  const SearchContext& context() const { return context_; }

 private:
  uint32_t place(const exec::Path& path) const { return path.standing.places[context_.number]; }
  void set(size_t leaf, double weight);
  size_t draw();

  SearchContext context_;
  std::mt19937_64 random_;
  std::vector<exec::Path*> paths_;
  size_t leaves_ = 0;         // room for so many: a power of two
  std::vector<double> sums_;  // sums_[1] is all; the leaves are from leaves_ on
};

}  // namespace bonsai::explore
