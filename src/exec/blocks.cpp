// Block operations: memcpy, memmove, memset. Addresses are made concrete (each object is a path of its own);
// a symbolic length stays symbolic: bytes that may or may not be reached become if-then-else.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exec/machine.h"

namespace bonsai::exec {

using expr::Term;

namespace {

// A longer block is copied for each of its lengths on a path of its own.
constexpr uint64_t longest_symbolic = 1 << 14;
// So many bytes are moved or set at once: a limit of the run is noticed between two portions.
constexpr uint64_t portion = 1 << 14;

}  // namespace

// The most that a length can be; a symbolic one that can be very long is made concrete.
bool Machine::block_bounds(Value& length, uint64_t& most) {
  most = length.bits;
  if (length.is_plain()) return true;
  if (length.is_mark()) return fail_undefined(length, "length"), false;
  if (!is_defined(length.term, "length")) return false;
  length = Value::of(length.term);
  most = length.bits;
  if (length.is_plain()) return true;
  // Noted, for the other side of a fork knows more when it asks again.
  most = noted([&] { return chain_.quick_range(state_->condition, length.term).high; });
  if (most <= 64) return true;
  uint64_t least;
  bounds(length.term, least, most);
  return true;
}

// Is all of a block of symbolic length within its object? `most` is cut to what the object allows.
bool Machine::check_block(uint64_t address, Value length, uint64_t most, Intent intent, Place& place) {
  if (length.is_plain()) return most == 0 || resolve(address, most, intent, place);
  // Bytes that a block of symbolic length may or may not reach are read, too.
  if (state_->chopped.count && !settle(address, most, Intent::read)) return false;
  if (!find_place(address, 0, place)) {
    bool reached = false;
    const Term* none = terms_.zero(length.term->width());
    if (!decide(terms_.ne(length.term, none), reached)) return false;
    if (reached) fail_access(address, 1, intent);
    return !reached;
  }
  bool outside = false;
  unsigned width = length.term->width();
  uint64_t room = place.low + place.size - address;
  if (!decide(terms_.ugt(length.term, terms_.constant(width, room & ir::mask_of(width))), outside))
    return false;
  if (outside) {
    // The shortest one that leaves the object shows it best.
    bool near = false;
    if (!can_be(terms_.eq(length.term, terms_.constant(width, room + 1)), true, near)) return false;
    fail_access(address, noted([&] { return model_value(length.term); }), intent);
    return false;
  }
  if (const Term* size = place.object->info().symbolic_size) {
    const Term* end = terms_.add(terms_.zext(length.term, 64), terms_.constant(64, address - place.low));
    if (!decide(terms_.ult(size, end), outside)) return false;
    if (outside) {
      fail(ErrorKind::out_of_bounds,
           fmt::format("a block of symbolic length leaves {}, whose size is symbolic",
                       describe(*place.object)));
      return false;
    }
  }
  return check_access(place, most, intent);
}

// REQUIRES: `to` is writable; within bounds. Right for overlapping blocks too.
void Machine::move_bytes(const Object& from, uint64_t in, Object& to, uint64_t out, uint64_t bytes) {
  // In portions, from the end where the target overlaps what is still to be read.
  bool from_end = &from == &to && out > in;
  for (uint64_t done = 0; done < bytes; done += portion) {
    uint64_t here = std::min(portion, bytes - done);
    uint64_t at = from_end ? bytes - done - here : done;
    move_portion(from, in + at, to, out + at, here);
  }
}

// REQUIRES: at most `portion` bytes.
void Machine::move_portion(const Object& from, uint64_t in, Object& to, uint64_t out, uint64_t bytes) {
  look(bytes / 64 + 1);
  if (from.is_plain(in, bytes) && !to.array()) {
    std::array<uint8_t, portion> buffer;
    from.read_plain(in, buffer.data(), bytes);
    to.write_plain(owner_, out, buffer.data(), bytes);
    return;
  }
  std::vector<Value> buffer(bytes);
  for (uint64_t i = 0; i < bytes; ++i) buffer[i] = byte_of(from, in + i);
  for (uint64_t i = 0; i < bytes; ++i) set_byte(to, out + i, buffer[i]);
}

bool Machine::copy_memory(Value to_value, Value from_value, Value length, bool may_overlap) {
  uint64_t most, to, from;
  if (!block_bounds(length, most)) return false;
  if (most > longest_symbolic && !length.is_plain()) {
    if (!concrete(length, "length of a block", most)) return false;
    length = Value::plain(most);
  }
  if (most == 0) return true;
  if (!concrete_address(to_value, to) || !concrete_address(from_value, from)) return false;
  Place source, target;
  if (!check_block(from, length, most, Intent::read, source)) return false;
  if (!check_block(to, length, most, Intent::write, target)) return false;
  if (!source.object || !target.object) return true;  // the length is 0
  if (!may_overlap && to != from) {
    bool overlap = to < from + most && from < to + most;
    if (overlap && !length.is_plain()) {
      uint64_t distance = to > from ? to - from : from - to;
      unsigned width = length.term->width();
      if (!decide(terms_.ugt(length.term, terms_.constant(width, distance)), overlap)) return false;
      if (!overlap) most = std::min(most, distance);
    }
    if (overlap) {
      fail(ErrorKind::overlapping_copy,
           fmt::format("copy of {} bytes from {:#x} to {:#x}: they overlap", most, from, to));
      return false;
    }
  }
  most = std::min({most, target.low + target.size - to, source.low + source.size - from});
  bool same = source.object == target.object;
  Object* object = writable(*target.object);  // the former one may be gone now
  const Object* origin = same ? object : source.object;
  uint64_t out = to - object->base(), in = from - origin->base();
  if (length.is_plain()) {
    move_bytes(*origin, in, *object, out, most);
    return true;
  }
  std::vector<Value> buffer(most);
  for (uint64_t i = 0; i < most; ++i) {
    const Term* reached = terms_.ugt(length.term, terms_.constant(length.term->width(), i));
    buffer[i] = select(Value::of(reached), byte_of(*origin, in + i), byte_of(*object, out + i), 8);
  }
  for (uint64_t i = 0; i < most; ++i) set_byte(*object, out + i, buffer[i]);
  return true;
}

bool Machine::set_memory(Value to_value, Value byte, Value length) {
  uint64_t most, to;
  if (!block_bounds(length, most)) return false;
  if (most > longest_symbolic && !length.is_plain()) {
    if (!concrete(length, "length of a block", most)) return false;
    length = Value::plain(most);
  }
  if (most == 0) return true;
  Place place;
  if (!concrete_address(to_value, to) || !check_block(to, length, most, Intent::write, place)) return false;
  if (!place.object) return true;
  most = std::min(most, place.low + place.size - to);
  Object* object = writable(*place.object);
  uint64_t out = to - object->base();
  if (byte.is_plain()) byte.bits &= 0xff;
  if (byte.is_plain() && length.is_plain() && !object->array()) {
    std::array<uint8_t, portion> buffer;
    buffer.fill(uint8_t(byte.bits));
    for (uint64_t done = 0; done < most; done += portion) {
      uint64_t here = std::min(portion, most - done);
      look(here / 64 + 1);
      object->write_plain(owner_, out + done, buffer.data(), here);
    }
    return true;
  }
  for (uint64_t i = 0; i < most; ++i) {
    Value now = byte;
    if (!length.is_plain()) {
      const Term* reached = terms_.ugt(length.term, terms_.constant(length.term->width(), i));
      now = select(Value::of(reached), byte, byte_of(*object, out + i), 8);
    }
    set_byte(*object, out + i, now);
  }
  return true;
}

}  // namespace bonsai::exec
