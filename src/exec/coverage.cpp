// Which points a path passes. The fast paths look at one byte per point; only the first time on a path is
// there anything to do.
#include <algorithm>
#include <bit>

#include "exec/machine.h"

namespace bonsai::exec {

void Machine::note(size_t point) {
  constexpr size_t longest_trace = 16 << 20;
  if (trace_ && trace_->size() < longest_trace)
    trace_->push_back(uint32_t(point));
  else
    seen_[point] = 1;
  noted_.push_back(uint32_t(point));
  journal_.push_back(uint32_t(point));
  if (coverage_->add(uint32_t(point)))
    state_->standing.covered_new_at = state_->instructions + limit_ - left_;
}

void Machine::note_switch(uint32_t table, uint32_t target) {
  const std::vector<uint32_t>& targets = points_.distinct_targets(table);
  auto it = std::find(targets.begin(), targets.end(), target);
  size_t point = points_.of_switch(table, uint32_t(it - targets.begin()));
  if (!seen_[point]) note(point);
}

void Machine::start_coverage(const Path& path) {
  if (covered_path_ == path.id) return;
  covered_path_ = path.id;
  for (uint32_t point : noted_) seen_[point] = 0;
  noted_.clear();
}

void Machine::flush_coverage() {
  if (journal_.empty()) return;
  Covered* covered = new Covered;
  covered->before = std::move(state_->covered);
  covered->points = std::move(journal_);
  journal_.clear();
  state_->covered = base::Ref<Covered>(covered);
}

std::vector<uint32_t> Machine::covered_by(const Path& path) {
  covered_bits_.assign((points_.count() + 63) / 64, 0);
  for (const Covered* each = path.covered.get(); each; each = each->before.get())
    for (uint32_t point : each->points) covered_bits_[point / 64] |= uint64_t(1) << (point % 64);
  std::vector<uint32_t> all;
  for (size_t i = 0; i < covered_bits_.size(); ++i)
    for (uint64_t bits = covered_bits_[i]; bits; bits &= bits - 1)
      all.push_back(uint32_t(i * 64 + size_t(std::countr_zero(bits))));
  return all;
}

}  // namespace bonsai::exec
