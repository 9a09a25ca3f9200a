#include "state/address_space.h"

#include <cassert>

namespace bonsai::state {
namespace {

uint64_t align_up(uint64_t value, uint64_t align) { return (value + align - 1) & ~(align - 1); }

}  // namespace

Object* AddressSpace::writable(Owner owner, uint64_t base, bool& copied) {
  const auto* entry = objects_.find(base);
  assert(entry);
  copied = entry->value->owner() != owner;
  if (!copied) return entry->value.get();
  ObjectRef mine(entry->value->copy(owner));
  Object* object = mine.get();
  objects_.set(owner, base, std::move(mine));
  return object;
}

std::optional<uint64_t> AddressSpace::heap_address(Owner owner, uint32_t site, uint64_t size,
                                                   uint64_t align) {
  if (align < 16) align = 16;
  if (size > map_->heap_overflow_end) return std::nullopt;
  uint64_t gap = ir::gap_after(size, 16, 4096);
  uint32_t region = site % uint32_t(map_->heap_regions);
  uint64_t region_begin = map_->heap_begin + region * map_->heap_region_bytes;
  const auto* entry = next_in_region_.find(region);
  uint64_t base = align_up(entry ? entry->value : region_begin, align);
  uint64_t end = base + size + gap;
  if (end <= region_begin + map_->heap_region_bytes) {
    next_in_region_.set(owner, region, end);
    return base;
  }
  base = align_up(next_in_overflow_ ? next_in_overflow_ : map_->heap_overflow_begin, align);
  end = base + size + gap;
  if (end > map_->heap_overflow_end) return std::nullopt;
  next_in_overflow_ = end;
  return base;
}

void AddressSpace::skip_addresses(Owner owner, const AddressSpace& other) {
  auto later = [&](uint32_t region, const uint64_t* mine, const uint64_t* theirs) {
    if (theirs && (!mine || *mine < *theirs)) next_in_region_.set(owner, region, *theirs);
  };
  decltype(next_in_region_) before = next_in_region_;
  decltype(next_in_region_)::for_each_unshared(before, other.next_in_region_, later);
  if (next_in_overflow_ < other.next_in_overflow_) next_in_overflow_ = other.next_in_overflow_;
}

void AddressSpace::allocate_behind(Owner owner, const AddressSpace& other) {
  skip_addresses(owner, other);
  // The longer list; what only the shorter one has stays known as freed for good.
  if (freed_count_ >= other.freed_count_) return;
  freed_ = other.freed_;
  freed_count_ = other.freed_count_;
}

void AddressSpace::free(Owner owner, uint64_t base, ir::LocationId where) {
  bool copied = false;
  writable(owner, base, copied)->free(where);
  freed_.set(owner, freed_count_++, base);
  if (freed_.size() <= freed_limit) return;
  uint64_t oldest = freed_count_ - 1 - freed_limit;
  unbind(owner, freed_.find(oldest)->value);
  freed_.erase(owner, oldest);
}

}  // namespace bonsai::state
