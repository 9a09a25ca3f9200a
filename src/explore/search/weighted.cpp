#include "explore/search/weighted.h"

namespace bonsai::explore {
namespace {

// Even what seems to lead nowhere has a chance.
constexpr double least = 1e-12;

}  // namespace

void Weighted::set(size_t leaf, double weight) {
  size_t i = leaves_ + leaf;
  sums_[i] = weight;
  for (i /= 2; i >= 1; i /= 2) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
}

void Weighted::add(exec::Path& path) {
  if (paths_.size() == leaves_) {
    std::vector<double> weights(sums_.begin() + ptrdiff_t(leaves_), sums_.end());
    leaves_ = std::max<size_t>(16, 2 * leaves_);
    sums_.assign(2 * leaves_, 0);
    std::copy(weights.begin(), weights.end(), sums_.begin() + ptrdiff_t(leaves_));
    for (size_t i = leaves_ - 1; i >= 1; --i) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
  }
  path.standing.places[context_.number] = uint32_t(paths_.size());
  paths_.push_back(&path);
  set(paths_.size() - 1, std::max(weight(path), least));
}

void Weighted::remove(exec::Path& path) {
  uint32_t at = place(path);
  exec::Path* last = paths_.back();
  if (last != &path) {
    paths_[at] = last;
    last->standing.places[context_.number] = at;
    set(at, sums_[leaves_ + paths_.size() - 1]);
  }
  paths_.pop_back();
  set(paths_.size(), 0);
}

size_t Weighted::draw() {
  double left = std::uniform_real_distribution<double>(0, sums_[1])(random_);
  size_t i = 1;
  while (i < leaves_) {
    i *= 2;
    if (left >= sums_[i] && sums_[i + 1] > 0) left -= sums_[i++];
  }
  return std::min(i - leaves_, paths_.size() - 1);
}

exec::Path& Weighted::select() {
  for (int tries = 0;; ++tries) {
    size_t drawn = draw();
    double was = sums_[leaves_ + drawn], is = std::max(weight(*paths_[drawn]), least);
    if (is != was) set(drawn, is);
    if (tries == 64 || std::uniform_real_distribution<double>(0, was)(random_) <= is) return *paths_[drawn];
  }
}

}  // namespace bonsai::explore
