// Which points a path passes, and how often it goes round its loops. The fast paths look at one byte per
// point; only the first time on a path is there anything to do. A jump backwards adds to one number.
#include <algorithm>
#include <bit>
#include <utility>

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

void Machine::begin_laps(size_t head) {
  // Numbers of the C library begin with 1, so that this is seldom asked.
  if (program_.functions[points_.place(uint32_t(2 * head)).function].is_runtime) return;
  heads_.push_back(uint32_t(head));
}

void Machine::count_lap(const Instr* from, const Instr* to) {
  if (to > from) return;
  size_t head = size_t(to - code_base_);
  if (!laps_[head]++) begin_laps(head);
}

void Machine::flush_coverage() {
  if (journal_.empty() && heads_.empty()) return;
  if (!state_->covered || state_->covered->refs != 1) {
    Covered* covered = new Covered;
    covered->before = std::move(state_->covered);
    state_->covered = base::Ref<Covered>(covered);
  }
  Covered& covered = *state_->covered;
  covered.points.insert(covered.points.end(), journal_.begin(), journal_.end());
  journal_.clear();
  for (uint32_t head : heads_) {
    constexpr size_t most_compared = 8;
    size_t from = covered.laps.size() - std::min(most_compared, covered.laps.size());
    auto same = std::find_if(covered.laps.begin() + ptrdiff_t(from), covered.laps.end(),
                             [&](const Covered::Laps& each) { return each.head == head; });
    if (same == covered.laps.end())
      covered.laps.push_back({head, laps_[head]});
    else
      same->count += laps_[head];
    laps_[head] = 0;
  }
  heads_.clear();
}

std::vector<uint32_t> Machine::covered_by(const Path& path) {
  covered_bits_.assign((points_.count() + 63) / 64, 0);
  for (const Covered* each = path.covered.get(); each; each = each->before.get())
    for (uint32_t point : each->points) covered_bits_[point / 64] |= uint64_t(1) << (point % 64);
  for_each_observed(path, [&](uint32_t point) {
    covered_bits_[point / 64] |= uint64_t(1) << (point % 64);
    return true;
  });
  std::vector<uint32_t> all;
  for (size_t i = 0; i < covered_bits_.size(); ++i)
    for (uint64_t bits = covered_bits_[i]; bits; bits &= bits - 1)
      all.push_back(uint32_t(i * 64 + size_t(std::countr_zero(bits))));
  return all;
}

std::vector<uint32_t> Machine::loops_of(const Path& path) {
  lap_sums_.resize(code_.size());
  std::vector<uint32_t> heads;
  for (const Covered* each = path.covered.get(); each; each = each->before.get())
    for (const Covered::Laps& laps : each->laps) {
      uint32_t& sum = lap_sums_[laps.head];
      if (!sum) heads.push_back(laps.head);
      sum = std::max(sum, sum + laps.count);
    }
  for (uint32_t& head : heads) {
    uint32_t range = uint32_t(std::bit_width(std::exchange(lap_sums_[head], 0) - 1));
    head = head * lap_ranges + std::min(range, lap_ranges - 1);
  }
  return heads;
}

}  // namespace bonsai::exec
