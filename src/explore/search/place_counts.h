// How often paths came to a place in the program, and how much was executed on a chain of calls: what some
// searchers avoid. A worker's own counts.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/hash.h"
#include "exec/path.h"

namespace bonsai::explore {

class PlaceCounts {
 public:
  // A path had a turn of so many instructions, and waits now.
  void add(const exec::Path& path, uint64_t instructions) {
    ++waits_[place(path)];
    executed_[calls(path)] += instructions;
  }
  uint64_t waits(const exec::Path& path) const { return value(waits_, place(path)); }
  uint64_t executed(const exec::Path& path) const { return value(executed_, calls(path)); }

 private:
  using Counts = std::unordered_map<uint64_t, uint64_t>;
  static uint64_t value(const Counts& counts, uint64_t key) {
    auto it = counts.find(key);
    return it == counts.end() ? 0 : it->second;
  }
  static uint64_t place(const exec::Path& path) {
    return path.top ? uint64_t(path.top->function->id) << 32 | path.top->pc : 0;
  }
  static uint64_t calls(const exec::Path& path) {
    uint64_t h = 0;
    for (const state::Frame* frame = path.top.get(); frame; frame = frame->parent.get())
      h = base::hash_combine(h,
                             uint64_t(frame->function->id) << 32 | (frame == path.top.get() ? 0 : frame->pc));
    return h;
  }

  Counts waits_, executed_;
};

}  // namespace bonsai::explore
