// Paths in the order in which they came, with quick removal from anywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/path.h"

namespace bonsai::explore {

class Ordered {
 public:
  explicit Ordered(unsigned number) : number_(number) {}

  void add(exec::Path& path) {
    path.standing.places[number_] = uint32_t(paths_.size());
    paths_.push_back(&path);
    ++count_;
  }
  void remove(exec::Path& path) {
    paths_[position(path)] = nullptr;
    --count_;
    while (!paths_.empty() && !paths_.back()) paths_.pop_back();
    while (first_ < paths_.size() && !paths_[first_]) ++first_;
    if (count_ == 0) first_ = 0;
    if (paths_.size() > 64 && count_ < paths_.size() / 4) close_gaps();
  }
  // REQUIRES: there is one.
  exec::Path& first() const { return *paths_[first_]; }
  exec::Path& last() const { return *paths_.back(); }
  uint32_t position(const exec::Path& path) const { return path.standing.places[number_]; }

 private:
  void close_gaps() {
    std::erase(paths_, nullptr);
    for (uint32_t i = 0; i < paths_.size(); ++i) paths_[i]->standing.places[number_] = i;
    first_ = 0;
  }

  unsigned number_;
  std::vector<exec::Path*> paths_;  // null: removed
  size_t first_ = 0;                // of those that are not null
  size_t count_ = 0;
};

}  // namespace bonsai::explore
