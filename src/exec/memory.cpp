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

constexpr uint64_t saved_by_call = 64;

}  // namespace

bool Machine::find_place(uint64_t address, uint64_t bytes, Place& place) const {
  const Object* object = state_->memory.find(address);
  if (!object || !object->contains(address, bytes) || object->info().freed) return false;
  place = {object, object->base(), object->size()};
  const state::ObjectInfo& info = object->info();
  if (info.kind != ObjectKind::local_frame) return true;
  const ir::Local* local = local_at(program_.functions[info.index], address - object->base());
  place.low = object->base() + (local ? local->offset : 0);
  place.size = local ? local->size : 0;
  return address - place.low <= place.size && bytes <= place.size - (address - place.low);
}

std::string Machine::describe(const Place& place) const {
  const state::ObjectInfo& info = place.object->info();
  if (info.kind != ObjectKind::local_frame) return describe(*place.object);
  const ir::Function& function = program_.functions[info.index];
  const ir::Local* local = local_at(function, place.low - place.object->base());
  return fmt::format("local {} of {} bytes in {}", local ? local->name : "data", place.size,
                     function.source_name);
}

// May this object be accessed so at all?
bool Machine::check_access(const Place& place, uint64_t bytes, Intent intent) {
  const state::ObjectInfo& info = place.object->info();
  if (info.external) {
    give_up(base::Reason::undefined,
            fmt::format("{} is declared but not defined in the program", describe(*place.object)));
    return false;
  }
  if (intent == Intent::write && info.read_only) {
    fail(ErrorKind::read_only_write,
         fmt::format("write of {} bytes to constant {}", bytes, describe(*place.object)));
    return false;
  }
  return true;
}

bool Machine::resolve(uint64_t address, uint64_t bytes, Intent intent, Place& place) {
  if (state_->chopped.count && !settle(address, bytes, intent)) return false;
  if (!find_place(address, bytes, place)) return fail_access(address, bytes, intent), false;
  if (const expr::Term* size = place.object->info().symbolic_size) {
    bool outside = false;
    uint64_t end = address - place.low + bytes;
    if (!decide(terms_.ult(size, terms_.constant(64, end)), outside)) return false;
    if (outside) {
      fail(ErrorKind::out_of_bounds,
           fmt::format("{} of {} bytes at offset {} of {}, whose size is symbolic and can be smaller",
                       verb(intent == Intent::write), bytes, address - place.low, describe(*place.object)));
      return false;
    }
  }
  return check_access(place, bytes, intent);
}

Step Machine::fail_access(uint64_t address, uint64_t bytes, Intent intent) {
  const ir::AddressMap& map = state_->memory.layout();
  std::string access = fmt::format("{} of {} byte{} at {:#x}", verb(intent == Intent::write), bytes,
                                   bytes == 1 ? "" : "s", address);
  if (address < state::null_zone) return fail(ErrorKind::null_dereference, access + ", a null pointer");
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

bool Machine::check_alignment(const expr::Term* address, unsigned align_log2, Intent intent) {
  if (!config_.check_alignment || align_log2 == 0) return true;
  bool crooked = false;
  const expr::Term* low = terms_.extract(address, 0, align_log2);
  if (!decide(terms_.ne(low, terms_.zero(align_log2)), crooked)) return false;
  return !crooked || check_alignment(noted([&] { return model_value(address); }), align_log2, intent);
}

Object* Machine::writable(const Object& object) {
  bool copied = false;
  changing();
  Object* mine = state_->memory.writable(owner_, object.base(), copied);
  // Cached look-ups point at the pages of the object that was copied.
  if (copied) mine->info().kind == ObjectKind::local_frame ? forget_stack() : forget_memory();
  return mine;
}

void Machine::remember(const ir::Access& access, const Place& place, Intent intent) {
  if (place.object->info().symbolic_size || place.object->array() || place.object->info().may_be_freed)
    return;
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
  if (state_->chopped.count)
    if (const expr::Term* pending = pending_at(address, width, access.bytes)) {
      result = {0, pending};
      return check_alignment(address, access.align_log2, Intent::read);
    }
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
  if (place.object->array() && !settle(value)) return false;
  Object* object = writable(*place.object);
  place.object = object;
  remember(access, place, Intent::write);
  write_value(*object, place.offset(address), width, access.bytes, value);
  return true;
}

Value Machine::byte_at(const Object& object, uint64_t offset) {
  if (object.array()) return Value::of(terms_.read(object.array(), terms_.constant(64, offset)));
  const expr::Term* term = object.term(offset);
  if (!term) return Value::plain(*object.byte(offset));
  if (term != expr::Term::uninit() || !object.info().unwritten) return {0, term};
  uint64_t shift;
  const expr::Term* array = unwritten_array(object, shift);
  return Value::of(terms_.symbolic_byte(array, shift + offset));
}

// REQUIRES: the object is writable.
void Machine::set_byte(Object& object, uint64_t offset, Value value) {
  look();
  if (!object.array()) return object.write_byte(owner_, offset, uint8_t(value.bits), value.term);
  if (value.is_mark()) value = value.is_uninit() ? Value::of(uninitialised(8)) : Value::plain(0);
  object.set_array(terms_.store(object.array(), terms_.constant(64, offset), term(value, 8)));
}

Value Machine::read_value(const Object& object, uint64_t offset, unsigned width, unsigned bytes) {
  if (width <= 64 && object.is_plain(offset, bytes)) {
    uint64_t bits = 0;
    object.read_plain(offset, &bits, bytes);
    return Value::plain(bits & ir::mask_of(width));
  }
  const expr::Term* all = nullptr;
  bool uninitialised_only = !object.array() && !object.info().unwritten;
  for (unsigned i = 0; i < bytes && uninitialised_only; ++i)
    uninitialised_only = object.term(offset + i) == expr::Term::uninit();
  if (uninitialised_only) return Value::uninit();
  for (unsigned i = bytes; i-- > 0;) {
    Value byte = byte_of(object, offset + i);
    if (byte.is_poison()) return Value::poison();
    const expr::Term* part = term(byte, 8);
    all = all ? terms_.concat(all, part) : part;
  }
  return Value::of(terms_.extract(all, 0, width));
}

// REQUIRES: the object is writable.
void Machine::write_value(Object& object, uint64_t offset, unsigned width, unsigned bytes, Value value) {
  if (value.is_plain() && !object.array()) {
    assert(width <= 64);
    object.write_plain(owner_, offset, &value.bits, bytes);
    return;
  }
  if (value.is_pending()) return write_pending(object, offset, bytes, value.term);
  if (value.is_mark()) {
    for (unsigned i = 0; i < bytes; ++i) set_byte(object, offset + i, value);
    return;
  }
  const expr::Term* all = terms_.zext(term(value, width), bytes * 8);
  for (unsigned i = 0; i < bytes; ++i) set_byte(object, offset + i, Value::of(terms_.extract(all, i * 8, 8)));
}

state::Page* const* Machine::find_local_pages() {
  const Object* object = frame_->locals ? state_->memory.find(frame_->locals) : nullptr;
  return object ? object->pages() : nullptr;
}

bool Machine::read_byte(uint64_t address, Value& byte) {
  Place place;
  address &= pointer_mask_;
  if (!resolve(address, 1, Intent::read, place)) return false;
  byte = byte_of(*place.object, place.offset(address));
  if (!byte.is_mark()) return true;
  if (byte.is_uninit()) byte = Value::of(uninitialised(8));
  return byte.is_poison() ? (fail_undefined(byte, "byte that the engine reads"), false) : true;
}

bool Machine::read_bytes(uint64_t address, void* to, uint64_t bytes) {
  if (bytes == 0) return true;
  Place place;
  if (!resolve(address, bytes, Intent::read, place)) return false;
  uint64_t offset = place.offset(address);
  look(bytes / 64 + 1);
  if (place.object->is_plain(offset, bytes)) {
    place.object->read_plain(offset, to, bytes);
    return true;
  }
  for (uint64_t i = 0; i < bytes; ++i) {
    uint64_t bits;
    if (!concrete(byte_of(*place.object, offset + i), "byte that the engine reads", bits)) return false;
    static_cast<uint8_t*>(to)[i] = uint8_t(bits);
  }
  return true;
}

bool Machine::write_bytes(uint64_t address, const void* from, uint64_t bytes) {
  if (bytes == 0) return true;
  Place place;
  if (!resolve(address, bytes, Intent::write, place)) return false;
  Object* object = writable(*place.object);
  for (uint64_t i = 0; i < bytes; ++i)
    set_byte(*object, address - object->base() + i, Value::plain(static_cast<const uint8_t*>(from)[i]));
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
  bool marked = config_.check_uninitialised || config_.symbolic_uninitialised;
  const expr::Term* fill = marked && !zeroed ? expr::Term::uninit() : nullptr;
  changing();
  state::ObjectInfo full = info;
  if (fill && config_.symbolic_uninitialised) {
    full.unwritten = state_->uninitialised_bytes + 1;
    state_->uninitialised_bytes += size;
  }
  state::ObjectRef object(Object::make(owner_, base, size, full, fill));
  if (size > state::largest_with_pages) {
    uint64_t shift;
    object->set_array(full.unwritten ? unwritten_array(*object, shift) : terms_.table({}));
  }
  state_->memory.bind(owner_, object);
  return object.get();
}

}  // namespace bonsai::exec
