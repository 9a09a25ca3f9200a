// The heap: what the malloc family does to a state.
#include <fmt/format.h>

#include "exec/machine.h"

namespace bonsai::exec {

namespace {

using state::Allocator;

struct Family {
  Allocator allocator;
  const char* allocates;
  const char* frees;
};
constexpr Family families[] = {{Allocator::malloc, "malloc", "free"},
                               {Allocator::operator_new, "new", "delete"},
                               {Allocator::operator_new_array, "new[]", "delete[]"},
                               {Allocator::exception, "throw", "the end of its handler"}};

const Family& family_of(Allocator allocator) { return families[size_t(allocator)]; }

// Whose objects a function ends: delete and delete[] their own, all others those of malloc.
Allocator allocator_of(std::string_view function) {
  for (const Family& family : families)
    if (function == family.frees) return family.allocator;
  if (function.starts_with("__cxa_")) return Allocator::exception;
  return Allocator::malloc;
}

}  // namespace

// Larger requests fail as they do natively, where overcommit ends. What a skipped call does is not followed
// into objects without pages.
uint64_t Machine::heap_limit() const {
  if (program_.pointer_bytes == 4) return uint64_t(1) << 30;
  return config_.chop ? state::largest_with_pages : uint64_t(1) << 36;
}

void Machine::heap_allocate(uint64_t size, uint64_t align, bool zeroed, uint64_t& address,
                            const expr::Term* symbolic_size, Allocator allocator) {
  uint32_t site = program_.calls[pc_->imm].site;
  changing();
  std::optional<uint64_t> base;
  bool recovers = state_->chopped.is_recovering();
  uint64_t key = recovers ? allocation_key(site, size, align) : 0;
  const Allocations::Entry* known = recovers ? state_->chopped.allocations.find(key) : nullptr;
  if (known)
    base = known->value;
  else if (size <= heap_limit())
    base = state_->memory.heap_address(owner_, site, size, align);
  address = base.value_or(0);
  if (!base) return;
  if (recovers && !known) state_->chopped.allocations.set(owner_, key, *base);
  state::ObjectInfo info;
  info.allocated_at = own_location();
  info.symbolic_size = symbolic_size;
  info.index = site;
  info.allocator = allocator;
  const state::Frame* below = frame_->parent.get();
  info.local = frame_->call ? frame_->call->site + 1 : 0;
  info.caller = below && below->call ? below->call->site + 1 : 0;
  allocate(*base, size, info, zeroed);
}

// A symbolic size stays symbolic up to a bound, beyond which its least and its greatest value are tried, and
// the others given up. What no heap can give is one case: the allocation fails.
bool Machine::allocation_size(Value size, uint64_t& reserved, const expr::Term*& symbolic_size) {
  reserved = size.bits;
  symbolic_size = nullptr;
  if (size.is_plain()) return true;
  if (size.is_mark()) return fail_undefined(size, "size"), false;
  if (!is_defined(size.term, "size")) return false;
  if (size.term->is_constant()) return reserved = size.term->value(), true;
  const expr::Term* wide = terms_.zext(size.term, 64);
  auto above = [&](uint64_t bound) { return terms_.ugt(wide, terms_.constant(64, bound)); };
  bool taken = false;
  if (!decide(above(heap_limit()), taken)) return false;
  reserved = heap_limit() + 1;
  if (taken) return true;
  if (!decide(above(config_.max_symbolic_size), taken)) return false;
  uint64_t least, most;
  bounds(wide, least, most);
  if (!taken) {
    reserved = std::min(most, config_.max_symbolic_size);
    if (least != most) symbolic_size = wide;
    return true;
  }
  for (uint64_t each : {least, most}) {
    reserved = each;
    if (!decide(terms_.eq(wide, terms_.constant(64, each)), taken)) return false;
    if (taken) return true;
  }
  return give_up(base::Reason::allocation,
                 fmt::format("an allocation of a symbolic size above {} bytes that is neither the least nor "
                             "the greatest possible",
                             config_.max_symbolic_size)),
         false;
}

bool Machine::is_freeable(uint64_t address, const char* function) {
  if (state_->chopped.count && !settle(address, 0, Intent::write)) return false;
  const Object* object = state_->memory.find(address);
  bool is_heap = object && object->info().kind == state::ObjectKind::heap;
  if (is_heap && object->base() == address) {
    Allocator allocator = object->info().allocator;
    if (!object->info().freed && allocator == allocator_of(function)) return true;
    if (!object->info().freed) {
      const Family& family = family_of(allocator);
      fail(ErrorKind::invalid_free,
           fmt::format("{} of {:#x}: {} was allocated with {}, which {} ends", function, address,
                       describe(*object), family.allocates, family.frees));
      return false;
    }
    fail(ErrorKind::double_free, fmt::format("{} of {:#x}: {}", function, address, describe(*object)));
    return false;
  }
  std::string what = "no object";
  if (object && object->contains(address, 0)) {
    what = describe(*object);
    if (is_heap) what = fmt::format("offset {} of {}", address - object->base(), what);
  }
  fail(ErrorKind::invalid_free, fmt::format("{} of {:#x}: {}", function, address, what));
  return false;
}

bool Machine::heap_free(uint64_t address, const char* function) {
  if (address == 0) return true;
  if (!is_freeable(address, function)) return false;
  changing();
  state_->memory.free(owner_, address, own_location());
  forget_memory();
  return true;
}

}  // namespace bonsai::exec
