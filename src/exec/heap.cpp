// The heap: what the malloc family does to a state.
#include <fmt/format.h>

#include "exec/machine.h"

namespace bonsai::exec {

bool Machine::heap_allocate(uint64_t size, uint64_t align, bool zeroed, uint64_t& address) {
  // Larger requests fail as they do natively, where overcommit ends.
  uint64_t limit = program_.pointer_bytes == 4 ? uint64_t(1) << 30 : uint64_t(1) << 32;
  uint32_t site = program_.calls[pc_->imm].site;
  std::optional<uint64_t> base =
      size <= limit ? state_->memory.heap_address(owner_, site, size, align) : std::nullopt;
  address = base.value_or(0);
  if (!base) return false;
  state::ObjectInfo info;
  info.allocated_at = location();
  allocate(*base, size, info, zeroed);
  return true;
}

bool Machine::heap_free(uint64_t address, const char* function) {
  if (address == 0) return true;
  const Object* object = state_->memory.find(address);
  bool is_heap = object && object->info().kind == state::ObjectKind::heap;
  if (is_heap && object->base() == address) {
    if (object->info().freed) {
      fail(ErrorKind::double_free, fmt::format("{} of {:#x}: {}", function, address, describe(*object)));
      return false;
    }
    state_->memory.free(owner_, address, location());
    forget_memory();
    return true;
  }
  std::string what = "no object";
  if (object && object->contains(address, 0)) {
    what = describe(*object);
    if (is_heap) what = fmt::format("offset {} of {}", address - object->base(), what);
  }
  fail(ErrorKind::invalid_free, fmt::format("{} of {:#x}: {}", function, address, what));
  return false;
}

}  // namespace bonsai::exec
