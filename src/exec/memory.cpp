// Memory accesses off the fast path: finding the object, checking bounds, values with terms, block
// operations, and the words of an access that goes wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "exec/machine.h"

namespace bonsai::exec {

using state::ObjectKind;

namespace {

// The static local that contains or precedes the offset in its frame, or nullptr.
const ir::Local* local_at(const ir::Function& function, uint64_t offset) {
  auto is_above = [](uint64_t value, const ir::Local& local) {
    return local.dynamic || value < local.offset;
  };
  auto it = std::upper_bound(function.locals.begin(), function.locals.end(), offset, is_above);
  return it == function.locals.begin() ? nullptr : &*std::prev(it);
}

const char* verb(bool write) { return write ? "write" : "read"; }

constexpr uint64_t null_zone = 4096;
constexpr uint64_t saved_by_call = 64;

}  // namespace

bool Machine::resolve(uint64_t address, uint64_t bytes, Intent intent, Place& place) {
  const Object* object = state_->memory.find(address);
  if (!object || !object->contains(address, bytes) || object->info().freed) {
    fail_access(address, bytes, intent);
    return false;
  }
  place = {object, object->base(), object->size()};
  const state::ObjectInfo& info = object->info();
  if (info.kind == ObjectKind::local_frame) {
    const ir::Local* local = local_at(program_.functions[info.index], address - object->base());
    place.low = object->base() + (local ? local->offset : 0);
    place.size = local ? local->size : 0;
    if (address - place.low > place.size || bytes > place.size - (address - place.low)) {
      fail_access(address, bytes, intent);
      return false;
    }
  }
  if (info.external) {
    fail(ErrorKind::unsupported,
         fmt::format("{} is declared but not defined in the program", describe(*object)));
    return false;
  }
  if (intent == Intent::write && info.read_only) {
    fail(ErrorKind::read_only_write,
         fmt::format("write of {} bytes to constant {}", bytes, describe(*object)));
    return false;
  }
  return true;
}

Step Machine::fail_access(uint64_t address, uint64_t bytes, Intent intent) {
  const ir::AddressMap& map = state_->memory.layout();
  std::string access = fmt::format("{} of {} byte{} at {:#x}", verb(intent == Intent::write), bytes,
                                   bytes == 1 ? "" : "s", address);
  if (address < null_zone) return fail(ErrorKind::null_dereference, access + ", a null pointer");
  const Object* object = state_->memory.find(address);
  if (object && object->info().freed && address - object->base() < std::max<uint64_t>(object->size(), 1))
    return fail(ErrorKind::use_after_free,
                fmt::format("{}: offset {} of {}", access, address - object->base(), describe(*object)));
  bool in_stack = address >= map.stack_begin && address < map.stack_end;
  // The locals of a call begin below what it saves natively: what is nearer to the top frame is an underflow
  // of its own locals.
  if (in_stack && address + saved_by_call < state_->top->stack_pointer)
    return fail(ErrorKind::use_after_return, access + ": a local of a function that has returned");
  if (address >= map.dynamic_stack_begin && address < map.dynamic_stack_end &&
      address >= state_->dynamic_pointer)
    return fail(ErrorKind::use_after_return, access + ": a local of a function that has returned");
  if (const ir::Function* function = program_.function_at(address))
    return fail(ErrorKind::out_of_bounds,
                fmt::format("{}: the code of function {}", access, function->source_name));
  if (object && object->info().kind == ObjectKind::local_frame &&
      address - object->base() <= object->size()) {
    const ir::Function& function = program_.functions[object->info().index];
    const ir::Local* local = local_at(function, address - object->base());
    if (local)
      return fail(ErrorKind::out_of_bounds, fmt::format("{}: offset {} of local {} of {} bytes in {}", access,
                                                        address - object->base() - local->offset, local->name,
                                                        local->size, function.source_name));
  }
  // The nearer neighbour is the likelier victim of an index that is off.
  const Object* above = state_->memory.find_above(address);
  uint64_t from_below = object ? address - object->base() : ~0ull;
  uint64_t past_below = object ? from_below - std::min(from_below, object->size()) : ~0ull;
  uint64_t to_above = above ? above->base() - address : ~0ull;
  constexpr uint64_t near = 1 << 20;
  if (object && past_below < near && past_below <= to_above)
    return fail(ErrorKind::out_of_bounds,
                fmt::format("{}: offset {} of {}", access, from_below, describe(*object)));
  if (above && to_above < near)
    return fail(ErrorKind::out_of_bounds,
                fmt::format("{}: {} bytes before {}", access, to_above, describe(*above)));
  return fail(ErrorKind::out_of_bounds, access + ": no object is near");
}

bool Machine::check_alignment(uint64_t address, unsigned align_log2, Intent intent) {
  if (!config_.check_alignment || (address & ((uint64_t(1) << align_log2) - 1)) == 0) return true;
  fail(ErrorKind::unaligned, fmt::format("{} at {:#x}, which is not a multiple of {}",
                                         verb(intent == Intent::write), address, 1u << align_log2));
  return false;
}

Object* Machine::writable(const Object& object) {
  bool copied = false;
  Object* mine = state_->memory.writable(owner_, object.base(), copied);
  // Cached look-ups point at the pages of the object that was copied.
  if (copied) object.info().kind == ObjectKind::local_frame ? forget_stack() : forget_memory();
  return mine;
}

void Machine::remember(const ir::Access& access, const Place& place, Intent intent) {
  if (place.size < access.bytes || place.size > 0xffffffffu || place.low - place.object->base() > 0xffffffffu)
    return;
  if (intent == Intent::write && place.object->owner() != owner_) return;
  SiteCache& cache = sites_[access.site];
  cache.tag = place.object->info().kind == ObjectKind::local_frame ? stack_tag_ : memory_tag_;
  cache.low = place.low;
  cache.span = uint32_t(place.size - access.bytes + 1);
  cache.skew = uint32_t(place.low - place.object->base());
  cache.pages = place.object->pages();
}

bool Machine::load(uint64_t address, unsigned width, const ir::Access& access, Value& result) {
  Place place;
  if (!resolve(address, access.bytes, Intent::read, place)) return false;
  if (!check_alignment(address, access.align_log2, Intent::read)) return false;
  remember(access, place, Intent::read);
  result = read_value(*place.object, place.offset(address), width, access.bytes);
  return true;
}

bool Machine::store(uint64_t address, unsigned width, const ir::Access& access, Value value) {
  Place place;
  if (!resolve(address, access.bytes, Intent::write, place)) return false;
  if (!check_alignment(address, access.align_log2, Intent::write)) return false;
  Object* object = writable(*place.object);
  place.object = object;
  remember(access, place, Intent::write);
  write_value(*object, place.offset(address), width, access.bytes, value);
  return true;
}

Value Machine::read_value(const Object& object, uint64_t offset, unsigned width, unsigned bytes) {
  if (width <= 64 && object.is_plain(offset, bytes)) {
    uint64_t bits = 0;
    object.read_plain(offset, &bits, bytes);
    return Value::plain(bits & ir::mask_of(width));
  }
  const expr::Term* all = nullptr;
  bool uninitialised_only = true;
  for (unsigned i = 0; i < bytes && uninitialised_only; ++i)
    uninitialised_only = object.term(offset + i) == expr::Term::uninit();
  if (uninitialised_only) return Value::uninit();
  for (unsigned i = bytes; i-- > 0;) {
    const expr::Term* byte = object.term(offset + i);
    if (byte == expr::Term::poison()) return Value::poison();
    if (byte == expr::Term::uninit()) byte = uninitialised(8);
    if (!byte) byte = terms_.constant(8, *object.byte(offset + i));
    all = all ? terms_.concat(all, byte) : byte;
  }
  return Value::of(terms_.extract(all, 0, width));
}

void Machine::write_value(Object& object, uint64_t offset, unsigned width, unsigned bytes, Value value) {
  if (value.is_plain()) {
    assert(width <= 64);
    object.write_plain(owner_, offset, &value.bits, bytes);
    return;
  }
  if (value.is_mark()) {
    for (unsigned i = 0; i < bytes; ++i) object.write_byte(owner_, offset + i, 0, value.term);
    return;
  }
  const expr::Term* all = terms_.zext(value.term, bytes * 8);
  for (unsigned i = 0; i < bytes; ++i) {
    const expr::Term* byte = terms_.extract(all, i * 8, 8);
    bool plain = byte->is_constant();
    object.write_byte(owner_, offset + i, plain ? uint8_t(byte->value()) : 0, plain ? nullptr : byte);
  }
}

state::Page* const* Machine::find_local_pages() {
  const Object* object = frame_->locals ? state_->memory.find(frame_->locals) : nullptr;
  return object ? object->pages() : nullptr;
}

bool Machine::copy_memory(uint64_t to, uint64_t from, uint64_t bytes, bool may_overlap) {
  if (bytes == 0) return true;
  Place source, target;
  if (!resolve(from, bytes, Intent::read, source) || !resolve(to, bytes, Intent::write, target)) return false;
  if (!may_overlap && to != from && to < from + bytes && from < to + bytes) {
    fail(ErrorKind::overlapping_copy,
         fmt::format("copy of {} bytes from {:#x} to {:#x}: they overlap", bytes, from, to));
    return false;
  }
  Object* object = writable(*target.object);
  const Object* origin = source.object->base() == object->base() ? object : source.object;
  uint64_t out = to - object->base(), in = from - origin->base();
  if (origin->is_plain(in, bytes)) {
    std::vector<uint8_t> buffer(bytes);
    origin->read_plain(in, buffer.data(), bytes);
    object->write_plain(owner_, out, buffer.data(), bytes);
    return true;
  }
  std::vector<std::pair<uint8_t, const expr::Term*>> buffer(bytes);
  for (uint64_t i = 0; i < bytes; ++i) buffer[i] = {*origin->byte(in + i), origin->term(in + i)};
  for (uint64_t i = 0; i < bytes; ++i) object->write_byte(owner_, out + i, buffer[i].first, buffer[i].second);
  return true;
}

bool Machine::set_memory(uint64_t to, Value byte, uint64_t bytes) {
  if (bytes == 0) return true;
  Place place;
  if (!resolve(to, bytes, Intent::write, place)) return false;
  Object* object = writable(*place.object);
  uint64_t out = to - object->base();
  if (byte.is_plain()) {
    std::vector<uint8_t> buffer(bytes, uint8_t(byte.bits));
    object->write_plain(owner_, out, buffer.data(), bytes);
  } else {
    for (uint64_t i = 0; i < bytes; ++i) object->write_byte(owner_, out + i, 0, byte.term);
  }
  return true;
}

bool Machine::read_bytes(uint64_t address, void* to, uint64_t bytes) {
  if (bytes == 0) return true;
  Place place;
  if (!resolve(address, bytes, Intent::read, place)) return false;
  uint64_t offset = place.offset(address);
  for (uint64_t i = 0; i < bytes; ++i)
    if (const expr::Term* term = place.object->term(offset + i)) {
      uint64_t ignored;
      if (!concrete({0, term}, "byte that the engine reads", ignored)) return false;
    }
  place.object->read_plain(offset, to, bytes);
  return true;
}

bool Machine::write_bytes(uint64_t address, const void* from, uint64_t bytes) {
  if (bytes == 0) return true;
  Place place;
  if (!resolve(address, bytes, Intent::write, place)) return false;
  Object* object = writable(*place.object);
  object->write_plain(owner_, address - object->base(), from, bytes);
  return true;
}

bool Machine::read_string(uint64_t address, std::string& text) {
  text.clear();
  for (;; ++address) {
    char c;
    if (!read_bytes(address & pointer_mask_, &c, 1)) return false;
    if (!c) return true;
    text += c;
  }
}

Object* Machine::allocate(uint64_t base, uint64_t size, const state::ObjectInfo& info, bool zeroed) {
  const expr::Term* fill = config_.check_uninitialised && !zeroed ? expr::Term::uninit() : nullptr;
  state::ObjectRef object(Object::make(owner_, base, size, info, fill));
  state_->memory.bind(owner_, object);
  return object.get();
}

}  // namespace bonsai::exec
