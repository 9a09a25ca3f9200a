// The heap: what the malloc family does to a state.
#include <fmt/format.h>

#include <unordered_set>

#include "exec/machine.h"

namespace bonsai::exec {

// Larger requests fail as they do natively, where overcommit ends.
static uint64_t heap_limit(const ir::Program& program) {
  return program.pointer_bytes == 4 ? uint64_t(1) << 30 : uint64_t(1) << 32;
}

void Machine::heap_allocate(uint64_t size, uint64_t align, bool zeroed, uint64_t& address,
                            const expr::Term* symbolic_size) {
  uint32_t site = program_.calls[pc_->imm].site;
  changing();
  std::optional<uint64_t> base;
  bool recovers = state_->chopped.is_recovering();
  uint64_t key = recovers ? allocation_key(site, size, align) : 0;
  const Allocations::Entry* known = recovers ? state_->chopped.allocations.find(key) : nullptr;
  if (known)
    base = known->value;
  else if (size <= heap_limit(program_))
    base = state_->memory.heap_address(owner_, site, size, align);
  address = base.value_or(0);
  if (!base) return;
  if (recovers && !known) state_->chopped.allocations.set(owner_, key, *base);
  state::ObjectInfo info;
  info.allocated_at = location();
  info.symbolic_size = symbolic_size;
  info.index = site;
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
  const expr::Term* wide = terms_.zext(size.term, 64);
  auto above = [&](uint64_t bound) { return terms_.ugt(wide, terms_.constant(64, bound)); };
  bool taken = false;
  if (!decide(above(heap_limit(program_)), taken)) return false;
  reserved = heap_limit(program_) + 1;
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
    if (!object->info().freed) return true;
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
  state_->memory.free(owner_, address, location());
  forget_memory();
  return true;
}

// Heap objects that nothing points to when the program ends: not globals, not locals of functions that have
// not returned, not objects that can be reached. As the native leak checker, any word that looks like an
// address counts as a pointer.
Step Machine::check_leaks() {
  // Of a path that skipped calls, the path of its model tells.
  if (!config_.check_leaks || state_->leaks_checked || state_->chopped.count) return Step::next;
  state_->leaks_checked = true;
  std::vector<const Object*> todo;
  std::unordered_set<uint64_t> reached;
  state_->memory.for_each([&](const Object& object) {
    if (object.info().kind != state::ObjectKind::heap) todo.push_back(&object);
  });
  auto visit = [&](uint64_t address) {
    const Object* object = state_->memory.find(address);
    if (!object || object->info().kind != state::ObjectKind::heap || object->info().freed) return;
    if (!object->contains(address, 0) || !reached.insert(object->base()).second) return;
    todo.push_back(object);
  };
  for (const state::Frame* frame = frame_; frame; frame = frame->parent.get())
    for (uint32_t i = 0; i < frame->function->register_count; ++i)
      if (frame->registers[i].is_plain()) visit(frame->registers[i].bits);
  while (!todo.empty()) {
    const Object* object = todo.back();
    todo.pop_back();
    unsigned step = program_.pointer_bytes;
    for (uint64_t offset = 0; offset + step <= object->size(); offset += step) {
      look();
      Value word = read_value(*object, offset, step * 8, step);
      if (word.is_mark()) continue;
      visit(word.is_plain() ? word.bits : noted([&] { return model_value(word.term); }));
    }
  }
  const Object* lost = nullptr;
  uint64_t count = 0, bytes = 0;
  state_->memory.for_each([&](const Object& object) {
    if (object.info().kind != state::ObjectKind::heap || object.info().freed) return;
    if (reached.contains(object.base())) return;
    ++count, bytes += object.size();
    if (!lost) lost = &object;
  });
  if (!lost) return Step::next;
  std::string more = count > 1 ? fmt::format(", and {} more, {} bytes in all", count - 1, bytes) : "";
  fail(ErrorKind::leak, fmt::format("{} is never freed, and nothing points to it{}", describe(*lost), more));
  ir::LocationId at = lost->info().allocated_at;
  outcome_.error.stack = {{program_.strings[program_.locations[at].function], at}};
  return Step::stopped;
}

}  // namespace bonsai::exec
