#include "expr/support_table.h"

#include <algorithm>

#include "base/hash.h"

namespace bonsai::expr {

namespace {

constexpr size_t kJoins = 1 << 12;

int compare_arrays(const Term* a, const Term* b) {
  if (a == b) return 0;
  if (a->hash() != b->hash()) return a->hash() < b->hash() ? -1 : 1;
  const int names = a->array().name.compare(b->array().name);
  return names != 0 ? names : a->array().size < b->array().size ? -1 : 1;
}

bool before(const CellRange& a, const CellRange& b) {
  const int arrays = compare_arrays(a.array, b.array);
  return arrays != 0 ? arrays < 0 : a.first < b.first;
}

uint64_t hash_ranges(std::span<const CellRange> ranges) {
  uint64_t h = ranges.size();
  for (const CellRange& r : ranges)
    h = base::hash_combine(base::hash_combine(base::hash_combine(h, r.array->hash()), r.first), r.last);
  return h;
}

}  // namespace

uint64_t Support::cell_count() const {
  uint64_t n = 0;
  for (const CellRange& r : ranges()) n += r.last - r.first + 1;
  return n;
}

bool Support::contains(const Term* array, uint64_t cell) const {
  return std::any_of(ranges_, ranges_ + count_, [&](const CellRange& r) {
    return r.array == array && r.first <= cell && cell <= r.last;
  });
}

bool Support::intersects(const Support& other) const {
  if (this == &other) return !empty();
  uint32_t i = 0, j = 0;
  while (i < count_ && j < other.count_) {
    const CellRange &a = ranges_[i], &b = other.ranges_[j];
    const int arrays = compare_arrays(a.array, b.array);
    if (arrays == 0 && a.first <= b.last && b.first <= a.last) return true;
    if (arrays < 0 || (arrays == 0 && a.last < b.first))
      ++i;
    else
      ++j;
  }
  return false;
}

SupportTable::SupportTable() : slots_(256), joins_(kJoins) { empty_ = intern({}); }

const Support* SupportTable::range(const Term* array, uint64_t first, uint64_t last) {
  const CellRange r{array, first, last};
  return intern({&r, 1});
}

const Support* SupportTable::intern(std::span<const CellRange> ranges) {
  const uint64_t hash = hash_ranges(ranges);
  size_t i = hash & (slots_.size() - 1);
  for (; slots_[i] != nullptr; i = (i + 1) & (slots_.size() - 1)) {
    const Support& s = slots_[i]->support;
    if (s.hash_ == hash && std::ranges::equal(s.ranges(), ranges)) return &s;
  }
  auto entry = std::make_unique<Entry>();
  entry->ranges = std::make_unique<CellRange[]>(ranges.size());
  std::ranges::copy(ranges, entry->ranges.get());
  entry->support.ranges_ = entry->ranges.get();
  entry->support.count_ = static_cast<uint32_t>(ranges.size());
  entry->support.hash_ = hash;
  const Support* result = &entry->support;
  slots_[i] = std::move(entry);
  bytes_ += sizeof(Entry) + ranges.size_bytes();
  if (++count_ * 2 > slots_.size()) grow();
  return result;
}

void SupportTable::grow() {
  std::vector<std::unique_ptr<Entry>> old(slots_.size() * 2);
  old.swap(slots_);
  for (auto& entry : old) {
    if (entry == nullptr) continue;
    size_t i = entry->support.hash_ & (slots_.size() - 1);
    while (slots_[i] != nullptr) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = std::move(entry);
  }
}

const Support* SupportTable::join_slow(const Support* a, const Support* b) {
  if (a->hash_ > b->hash_) std::swap(a, b);
  Join& memo = joins_[base::hash_combine(a->hash_, b->hash_) & (kJoins - 1)];
  if (memo.a == a && memo.b == b) return memo.result;
  scratch_.clear();
  scratch_.reserve(a->count_ + b->count_);
  std::merge(a->ranges_, a->ranges_ + a->count_, b->ranges_, b->ranges_ + b->count_,
             std::back_inserter(scratch_), before);
  size_t n = 0;
  for (const CellRange& r : scratch_) {
    CellRange* last = n > 0 ? &scratch_[n - 1] : nullptr;
    // last < first - 1 means a gap; an array of 2^64 cells cannot exist, so last + 1 does not wrap.
    if (last != nullptr && last->array == r.array && r.first <= last->last + 1)
      last->last = std::max(last->last, r.last);
    else
      scratch_[n++] = r;
  }
  const Support* result = intern({scratch_.data(), n});
  memo = {a, b, result};
  return result;
}

void SupportTable::sweep() {
  mark(empty_);
  std::fill(joins_.begin(), joins_.end(), Join{});
  std::vector<std::unique_ptr<Entry>> old(slots_.size());
  old.swap(slots_);
  for (auto& entry : old) {
    if (entry == nullptr) continue;
    if (!entry->support.marked_) {
      bytes_ -= sizeof(Entry) + entry->support.ranges().size_bytes();
      --count_;
      continue;
    }
    entry->support.marked_ = false;
    size_t i = entry->support.hash_ & (slots_.size() - 1);
    while (slots_[i] != nullptr) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = std::move(entry);
  }
}

}  // namespace bonsai::expr
