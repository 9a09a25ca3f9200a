// Where a state's objects lie: an ordered persistent map from base address to object, and where the next heap
// object goes.
//
// Heap addresses are deterministic and friendly to merging: each allocation site has a region of its own and
// takes addresses from it in order, so that an address depends on what this site allocated before and on
// nothing else. Addresses are never reused; a freed object stays known as freed until `freed_limit` later
// ones were freed. Tested by address_space_test.cpp.
#pragma once

#include <optional>

#include "base/persistent_map.h"
#include "ir/program.h"
#include "state/object.h"

namespace bonsai::state {

inline constexpr uint64_t null_zone = 4096;  // no pointer to an object is less

class AddressSpace {
 public:
  explicit AddressSpace(unsigned pointer_bytes) : map_(&ir::address_map(pointer_bytes)) {}

  const ir::AddressMap& layout() const { return *map_; }

  // The object with the largest base at most `address`: the only one that can contain it. Or nullptr.
  const Object* find(uint64_t address) const {
    const auto* entry = objects_.find_at_most(address);
    return entry ? entry->value.get() : nullptr;
  }
  // The object with the smallest base above `address`, or nullptr.
  const Object* find_above(uint64_t address) const {
    const auto* entry = objects_.find_above(address);
    return entry ? entry->value.get() : nullptr;
  }
  // The object at `base`, made writable. REQUIRES: it is there. `copied` tells whether it is a new copy.
  Object* writable(Owner owner, uint64_t base, bool& copied);

  void bind(Owner owner, ObjectRef object) { objects_.set(owner, object->base(), object); }
  void unbind(Owner owner, uint64_t base) { objects_.erase(owner, base); }
  size_t size() const { return objects_.size(); }

  // An address for a new heap object, or nothing when the address space is full.
  std::optional<uint64_t> heap_address(Owner owner, uint32_t site, uint64_t size, uint64_t align);

  // Remembers the object as freed, forgetting the oldest freed one when there are many.
  void free(Owner owner, uint64_t base, ir::LocationId where);

  template <typename F>
  void for_each(F&& f) const {
    objects_.for_each([&](uint64_t, const ObjectRef& object) { f(*object); });
  }

  // Calls f(object in a, object in b) for all that may differ; null where there is none.
  template <typename F>
  static void for_each_unshared(const AddressSpace& a, const AddressSpace& b, F&& f) {
    decltype(objects_)::for_each_unshared(a.objects_, b.objects_,
                                          [&](uint64_t, const ObjectRef* mine, const ObjectRef* other) {
                                            f(mine ? mine->get() : nullptr, other ? other->get() : nullptr);
                                          });
  }
  // New objects go where neither has had one. REQUIRES: what the other has freed is bound here.
  void allocate_behind(Owner owner, const AddressSpace& other);

  // The same, and nothing else of the other is taken over.
  void skip_addresses(Owner owner, const AddressSpace& other);

  static constexpr uint64_t freed_limit = 4096;

 private:
  const ir::AddressMap* map_;
  base::PersistentMap<uint64_t, ObjectRef> objects_;
  base::PersistentMap<uint32_t, uint64_t> next_in_region_;
  base::PersistentMap<uint64_t, uint64_t> freed_;  // in order of freeing: count → base
  uint64_t next_in_overflow_ = 0;
  uint64_t freed_count_ = 0;
};

}  // namespace bonsai::state
