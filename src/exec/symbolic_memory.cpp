// Memory at symbolic addresses: which object is meant, and what lies at a symbolic offset in it.
//
// Which object: first the one that the address was made from, if that can be told: the base of an indexed
// access; or where the constant part of a sum lies, if the address can lie there at all (of &a[i - 50] that
// part may lie in the object before a). Can the access leave it, also for bytes right beside it, then that is
// an error: so an index that is off by one is found, and with an input for which the native run shows it. An
// address of unknown origin goes to the object that the model says; what lies elsewhere is another path.
//
// What lies there: a window of the object as small as the offset's interval allows. Plain content is a
// constant table, bytes of one symbolic array are a read of it, and a mixture an if-then-else over the
// elements, or a store chain where there are many. A write changes each element of the window that it may
// hit; a large object turns into its array form instead.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "exec/machine.h"

namespace bonsai::exec {

using expr::Kind;
using expr::Term;

namespace {

constexpr uint64_t most_elements = 64;    // of a window that is read or written element by element
constexpr uint64_t small_table = 1024;    // elements: reading it whole is cheaper than searching for bounds
constexpr unsigned most_candidates = 16;  // addresses whose content is joined by if-then-else
constexpr unsigned most_places = 64;      // objects and gaps tried for one access
constexpr uint64_t longest_table = 1 << 20;  // bytes that become a table whatever they are; longer ones are
constexpr uint64_t sparse_table = 16;        // at most so many times what was written
constexpr uint64_t beside = 256;             // bytes beside an object that no other object is in

// The constants that an address can be, when it chooses among few; false otherwise.
bool candidates(expr::TermStore& terms, const Term* address, std::vector<uint64_t>& found) {
  if (address->is_constant()) {
    if (std::find(found.begin(), found.end(), address->value()) == found.end())
      found.push_back(address->value());
    return found.size() <= most_candidates;
  }
  if (address->kind() == Kind::Ite)
    return candidates(terms, address->operand(1), found) && candidates(terms, address->operand(2), found);
  if (address->kind() == Kind::Read && address->operand(0)->kind() == Kind::Table) {
    const expr::TableInfo& table = address->operand(0)->table();
    for (uint64_t i = 0; i < table.size(); ++i)
      if (!candidates(terms, terms.constant(address->width(), table.element(i)), found)) return false;
    return true;
  }
  if (address->kind() != Kind::Add) return false;
  std::vector<uint64_t> sums;
  const Term* a = address->operand(0);
  const Term* b = address->operand(1);
  if (b->is_constant()) std::swap(a, b);
  if (!a->is_constant() || !candidates(terms, b, sums)) return false;
  for (uint64_t each : sums)
    if (!candidates(terms, terms.constant(address->width(), each + a->value()), found)) return false;
  return true;
}

unsigned known_zero_bits(const Term* term) { return unsigned(std::countr_one(term->known_zeros())); }

}  // namespace

// The constant part of a sum: where an address that was computed from a known object began.
uint64_t Machine::base_in(const Term* address) {
  while (address->kind() == Kind::Add) {
    for (unsigned i = 0; i < 2; ++i)
      if (address->operand(i)->is_constant()) return address->operand(i)->value();
    address = address->operand(0);
  }
  return 0;
}

// The addend of an address that chooses among few objects, or null; null pointer: there is none.
const Term* Machine::chosen_base(const Term* address) {
  for (const Term* term : expr::addends(address)) {
    std::vector<uint64_t> found;
    Place place;
    if (term->is_constant() || !candidates(terms_, term, found)) continue;
    bool is_base =
        std::any_of(found.begin(), found.end(), [&](uint64_t each) { return each >= state::null_zone; });
    for (uint64_t each : found) is_base &= each < state::null_zone || find_place(each, 0, place);
    if (is_base) return term;
  }
  return nullptr;
}

// Does anything take part in it that may be an address, or a part of one?
bool Machine::has_origin(const Term* address) {
  std::unordered_set<const Term*> seen;
  std::vector<const Term*> todo{address};
  while (!todo.empty()) {
    const Term* term = todo.back();
    todo.pop_back();
    if (!seen.insert(term).second) continue;
    if (term->kind() == Kind::Table) return true;  // whatever it holds
    if (term->is_constant() && term->width() <= 64 && term->value() >= state::null_zone) return true;
    for (const Term* operand : term->operands()) todo.push_back(operand);
  }
  return false;
}

// Where pointers are inputs that choose among objects, what is added to one never leads to another: which it
// is comes first. Nothing leads from inputs alone to an object.
bool Machine::choose_base(Value& address, Hint& hint) {
  if (!config_.strict_pointers || !address.term) return true;
  unsigned width = program_.pointer_width();
  if (const Term* base = chosen_base(address.term); base && base != address.term) {
    bool taken = false;
    uint64_t value = 0;
    for (unsigned tried = 0; !taken && tried < most_candidates; ++tried) {
      value = noted([&] { return model_value(base); });
      if (!decide(terms_.eq(base, terms_.constant(width, value)), taken)) return false;
    }
    const Term* now = replace(address.term, base, terms_.constant(width, value));
    address = now->is_constant() ? Value::plain(now->value()) : Value::of(now);
    hint = {value, true};
    return true;
  }
  bool is_low = false;
  if (hint.is_certain || has_origin(address.term)) return true;
  if (!can_be(terms_.ult(address.term, terms_.constant(width, state::null_zone)), true, is_low)) return false;
  fail(ErrorKind::out_of_bounds, "access at an address that is made of inputs alone");
  return false;
}

// The sum with `by` in place of one of its addends.
const Term* Machine::replace(const Term* sum, const Term* addend, const Term* by) {
  if (sum == addend) return by;
  if (sum->kind() != Kind::Add) return sum;
  const Term* a = replace(sum->operand(0), addend, by);
  const Term* b = replace(sum->operand(1), addend, by);
  return a == sum->operand(0) && b == sum->operand(1) ? sum : terms_.add(a, b);
}

const Term* Machine::inside(const Place& place, const Term* address, uint64_t bytes) {
  unsigned width = program_.pointer_width();
  const Term* offset = terms_.sub(address, terms_.constant(width, place.low));
  if (place.size < bytes) return terms_.bool_false();
  const Term* fits = terms_.ule(offset, terms_.constant(width, place.size - bytes));
  if (const Term* size = place.object->info().symbolic_size)
    fits =
        terms_.land(fits, terms_.ule(terms_.add(terms_.zext(offset, 64), terms_.constant(64, bytes)), size));
  return fits;
}

bool Machine::locate(const Term* address, Hint hint, uint64_t bytes, Intent intent, Place& place) {
  bool taken = false;
  unsigned width = program_.pointer_width();
  auto number = [&](uint64_t value) { return terms_.constant(width, value & pointer_mask_); };
  auto outside = [&](const Place& of, uint64_t at) {
    return fail(ErrorKind::out_of_bounds,
                fmt::format("{} of {} byte{} at a symbolic address: offset {} of {}",
                            intent == Intent::write ? "write" : "read", bytes, bytes == 1 ? "" : "s",
                            int64_t(at - of.low), describe(of)));
  };
  if (hint.is_certain && hint.address < state::null_zone) {
    // What is added to a null pointer is small, or, if that may be, an address by itself.
    const Term* is_low = terms_.ult(address, number(state::null_zone));
    bool strict = config_.strict_pointers;
    if (!(strict ? can_be(is_low, true, taken) : decide(is_low, taken))) return false;
    if (taken || strict)
      return fail(ErrorKind::null_dereference,
                  fmt::format("{} of {} byte{} at a symbolic offset from {:#x}, a null pointer",
                              intent == Intent::write ? "write" : "read", bytes, bytes == 1 ? "" : "s",
                              hint.address)),
             false;
    hint = {};
  }
  bool meant = hint.address && find_place(hint.address, 0, place);
  if (meant && !hint.is_certain && !can_be(inside(place, address, bytes), false, meant)) return false;
  if (meant) {
    if (!decide(inside(place, address, bytes), taken)) return false;
    if (taken) return settle_place(place) && check_access(place, bytes, intent);
    // Beside the object lies nothing: reaching there proves that this object was meant.
    const Term* from = terms_.sub(address, number(place.low - beside));
    const Term* nearby = terms_.ult(from, number(place.size + 2 * beside));
    if (!can_be(nearby, true, taken)) return false;
    if (taken) {
      // Best where sanitizers look: behind the end, or at least in the last eight bytes that are not whole.
      const Term* from_end = terms_.sub(address, number(place.low + (place.size & ~uint64_t(7))));
      const Term* behind = terms_.ult(from_end, number(beside));
      if (!can_be(behind, true, taken)) return false;
      outside(place, noted([&] { return model_value(address); }));
      return false;
    }
  }
  for (unsigned tried = 0; tried < most_places; ++tried) {
    uint64_t value = noted([&] { return model_value(address); });
    Place here;
    if (find_place(value, bytes, here)) {
      if (!decide(inside(here, address, bytes), taken)) return false;
      if (!taken) continue;
      place = here;
      return settle_place(place) && check_access(place, bytes, intent);
    }
    // Between two objects, or across the end of one.
    const Object* below = state_->memory.find(value);
    const Object* above = state_->memory.find_above(value);
    Place across;
    bool crosses = find_place(value, 0, across) && value - across.low < across.size;
    uint64_t low = crosses ? across.low
                   : below ? below->base() + (below->info().freed ? 0 : below->size())
                           : 0;
    if (below && below->info().freed && value - below->base() >= below->size())
      low = below->base() + below->size();
    uint64_t high = crosses ? across.low + across.size : above ? above->base() : pointer_mask_;
    const Term* gap = terms_.ult(terms_.sub(address, number(low)), number(high - low));
    if (crosses) gap = terms_.land(gap, terms_.lnot(inside(across, address, bytes)));
    if (low > value) gap = terms_.eq(address, number(value));
    if (!decide(gap, taken)) return false;
    if (taken) return fail_access(value, bytes, intent), false;
  }
  return give_up(base::Reason::values, fmt::format("an address can be in more than {} places", most_places)),
         false;
}

// What skipped calls left in a place that is accessed at a symbolic offset is there.
bool Machine::settle_place(Place& place) {
  if (state_->chopped.count == 0) return true;
  const Object* before = place.object;
  if (!settle(place.low, place.size, Intent::read)) return false;
  if (state_->memory.find(place.low) == before) return true;
  // It is another object now, perhaps a freed one.
  begin_again();
  return false;
}

// A load from one of few addresses, all good: the contents, chosen by the address. False: it is not such.
bool Machine::load_candidates(const Term* address, unsigned width, const ir::Access& access, Value& result) {
  std::vector<uint64_t> found;
  if (!candidates(terms_, address, found) || found.size() < 2) return false;
  uint64_t align = config_.check_alignment ? (uint64_t(1) << access.align_log2) - 1 : 0;
  std::vector<Value> values;
  for (uint64_t each : found) {
    Place place;
    if (state_->chopped.count && !settle(each, access.bytes, Intent::read)) return false;
    if (each & align || !find_place(each, access.bytes, place)) return false;
    if (place.object->info().external || place.object->info().symbolic_size) return false;
    Value value = read_value(*place.object, place.offset(each), width, access.bytes);
    if (value.is_mark()) return false;
    values.push_back(value);
  }
  const Term* all = term(values.back(), width);
  for (size_t i = values.size() - 1; i-- > 0;)
    all = terms_.ite(terms_.eq(address, terms_.constant(address->width(), found[i])), term(values[i], width),
                     all);
  result = Value::of(all);
  return true;
}

Machine::Window Machine::window(const Place& place, const Term* address, unsigned bytes, Intent intent) {
  unsigned width = program_.pointer_width();
  const Term* offset = terms_.zext(terms_.sub(address, terms_.constant(width, place.low)), 64);
  uint64_t low = 0, high = place.size - bytes;
  // Not noted: nothing is asked after it that forks, and replay knows as much here as the path did.
  solve::Bounds quick = chain_.quick_range(state_->condition, offset);
  low = std::max(low, quick.low), high = std::min(high, quick.high);
  unsigned element = bytes;
  bool aligned = std::has_single_bit(bytes) && known_zero_bits(offset) >= unsigned(std::countr_zero(bytes)) &&
                 bytes <= 8;
  if (!aligned) element = 1;
  uint64_t most = most_elements;
  if (intent == Intent::read && !place.object->array() &&
      place.object->is_plain(place.low - place.object->base() + low, high - low + bytes))
    most = small_table;
  if ((high - low) / element >= most) {
    // They make the window smaller, no more: a hard question is not worth it, and wider ones are right, too.
    constexpr solve::Work patience = 20'000'000;
    solve::Work usual = chain_.config().work_per_query;
    chain_.set_work_per_query(std::min(usual, patience));
    bounds(offset, low, high);
    chain_.set_work_per_query(usual);
    high = std::min(high, place.size - bytes);
  }
  low -= low % element;
  Window window;
  window.first = place.low - place.object->base() + low;
  window.element = element;
  window.count = (high - low) / element + 1 + (aligned ? 0 : bytes - 1);
  const Term* index = terms_.sub(offset, terms_.constant(64, low));
  window.index =
      element == 1 ? index : terms_.lshr(index, terms_.constant(64, uint64_t(std::countr_zero(element))));
  return window;
}

// The bytes [first, first + count) as an array whose cell 0 is the first of them.
const Term* Machine::as_array(const Object& object, uint64_t first, uint64_t count) {
  std::vector<uint8_t> plain;  // an array reads 0 past its end
  std::vector<std::pair<uint64_t, const Term*>> stored;
  uint64_t written = 0;
  for (uint64_t i = 0, end; i < count; i = end) {
    end = std::min(count, ((((first + i) >> state::page_bits) + 1) << state::page_bits) - first);
    if (object.page((first + i) >> state::page_bits) == state::Page::zero()) {
      look();
      continue;
    }
    // Of a large object that is written here and there, what lies far out is stored byte by byte.
    written += end - i;
    bool is_far = end > std::max(longest_table, sparse_table * written);
    if (!is_far) plain.resize(end);
    for (uint64_t at = i; at < end; ++at) {
      Value byte = byte_of(object, first + at);
      if (!byte.is_plain())
        stored.emplace_back(at, byte.is_poison() ? terms_.zero(8) : term(byte, 8));
      else if (!is_far)
        plain[at] = uint8_t(byte.bits);
      else if (byte.bits)
        stored.emplace_back(at, terms_.constant(8, byte.bits));
    }
  }
  if (count <= longest_table) plain.resize(count);
  const Term* array = terms_.table(plain);
  for (auto [index, byte] : stored) {
    look();
    array = terms_.store(array, terms_.constant(64, index), byte);
  }
  return array;
}

// The same over the array that a large object is until it is written: only what was written is stored, each
// byte at its offset in the object. Null: the object has none, or little is unwritten.
const Term* Machine::over_unwritten(const Object& object, uint64_t first, uint64_t count) {
  if (!object.info().unwritten || object.size() <= large_unwritten) return nullptr;
  uint64_t shift, written = 0;
  for (uint64_t i = first; i < first + count; ++i) {
    look();
    written += object.term(i) != expr::Term::uninit();
  }
  if (written > count / 2) return nullptr;
  const Term* array = unwritten_array(object, shift);
  for (uint64_t i = first; i < first + count; ++i) {
    if (object.term(i) == expr::Term::uninit()) continue;
    Value byte = byte_of(object, i);
    array = terms_.store(array, terms_.constant(64, i), byte.is_poison() ? terms_.zero(8) : term(byte, 8));
  }
  return array;
}

// `bytes` bytes at window.index as reads of an array. REQUIRES: window.element is 1.
const Term* Machine::read_as_array(const Object& object, const Window& window, unsigned bytes) {
  const Term* array = object.array();
  uint64_t shift = window.first;
  if (!array) {
    // All of it consecutive cells of one input?
    const Term* first = object.term(window.first);
    bool same = first && first->kind() == Kind::Read && first->operand(0)->kind() == Kind::Array &&
                first->operand(1)->is_constant();
    for (uint64_t i = 1; i < window.count && same; ++i) {
      const Term* byte = object.term(window.first + i);
      same = byte && byte->kind() == Kind::Read && byte->operand(0) == first->operand(0) &&
             byte->operand(1)->is_constant() && byte->operand(1)->value() == first->operand(1)->value() + i;
    }
    if (same) {
      array = first->operand(0);
      shift = first->operand(1)->value();
    } else if (!(array = over_unwritten(object, window.first, window.count))) {
      array = as_array(object, window.first, window.count);
      shift = 0;
    }
  }
  const Term* all = nullptr;
  for (unsigned i = bytes; i-- > 0;) {
    const Term* byte = terms_.read(array, terms_.add(window.index, terms_.constant(64, shift + i)));
    all = all ? terms_.concat(all, byte) : byte;
  }
  return all;
}

// The element at window.index; a mark when there is one among them that cannot be computed with.
Value Machine::read_window(const Object& object, const Window& window) {
  unsigned width = window.element * 8;
  std::vector<Value> values;
  bool plain = true;
  for (uint64_t i = 0; i < window.count; ++i) {
    values.push_back(read_value(object, window.first + i * window.element, width, window.element));
    if (values.back().is_poison()) return Value::poison();
    plain &= values.back().is_plain();
  }
  if (plain) {
    std::vector<uint64_t> elements;
    for (Value each : values) elements.push_back(each.bits);
    return Value::of(terms_.read(terms_.table(elements, width), window.index));
  }
  const Term* all = term(values.back(), width);
  for (size_t i = values.size() - 1; i-- > 0;)
    all = terms_.ite(terms_.eq(window.index, terms_.constant(64, i)), term(values[i], width), all);
  return Value::of(all);
}

bool Machine::load_symbolic(Value base, Value address, unsigned width, const ir::Access& access,
                            Value& result) {
  if (address.is_mark()) return fail_undefined(address, "address"), false;
  if (!is_defined(address.term, "address")) return false;
  address = Value::of(address.term);
  if (address.is_plain()) return load(address.bits, width, access, result);
  if (state_->is_lazy) {
    if (!settle_lazy(base, address)) return false;
    if (address.is_plain()) return load(address.bits, width, access, result);
  }
  Hint hint = base.is_plain() ? Hint{base.bits, true} : Hint{base_in(address.term), false};
  if (!choose_base(address, hint)) return false;
  if (address.is_plain()) return load(address.bits, width, access, result);
  const Term* at = address.term;
  if (load_candidates(at, width, access, result)) return true;
  if (begins_again_) return false;
  Place place;
  if (!locate(at, hint, access.bytes, Intent::read, place)) return false;
  if (!check_alignment(at, access.align_log2, Intent::read)) return false;
  Window part = window(place, at, access.bytes, Intent::read);
  bool by_element = !place.object->array() && part.count <= most_elements;
  bool plain = place.object->is_plain(part.first, part.count * part.element);
  if (part.element == access.bytes && (by_element || plain)) {
    Value whole = read_window(*place.object, part);
    result = whole.is_mark() ? whole : Value::of(terms_.extract(term(whole, access.bytes * 8), 0, width));
    return true;
  }
  // Byte by byte.
  if (part.element != 1) {
    part.index = terms_.shl(part.index, terms_.constant(64, uint64_t(std::countr_zero(part.element))));
    part.count *= part.element;
    part.element = 1;
  }
  result = Value::of(terms_.extract(read_as_array(*place.object, part, access.bytes), 0, width));
  return true;
}

// REQUIRES: writable.
void Machine::make_array(Object& object) {
  if (object.array()) return;
  const Term* array = over_unwritten(object, 0, object.size());
  object.set_array(array ? array : as_array(object, 0, object.size()));
  object.info().kind == state::ObjectKind::local_frame ? forget_stack() : forget_memory();
}

bool Machine::store_symbolic(Value base, Value address, unsigned width, const ir::Access& access,
                             Value value) {
  if (address.is_mark()) return fail_undefined(address, "address"), false;
  if (!is_defined(address.term, "address")) return false;
  address = Value::of(address.term);
  if (address.is_plain()) return store(address.bits, width, access, value);
  if (state_->is_lazy) {
    if (!settle_lazy(base, address)) return false;
    if (address.is_plain()) return store(address.bits, width, access, value);
  }
  Hint hint = base.is_plain() ? Hint{base.bits, true} : Hint{base_in(address.term), false};
  if (!choose_base(address, hint)) return false;
  if (address.is_plain()) return store(address.bits, width, access, value);
  const Term* at = address.term;
  Place place;
  if (!locate(at, hint, access.bytes, Intent::write, place)) return false;
  if (!check_alignment(at, access.align_log2, Intent::write)) return false;
  Window part = window(place, at, access.bytes, Intent::write);
  if (!settle(value)) return false;
  if (value.is_poison()) value = Value::plain(0);
  Object* object = writable(*place.object);
  const Term* all = terms_.zext(term(value, width), access.bytes * 8);
  // Not for a frame: its other locals would turn symbolic with it.
  bool large = part.count > 4 * most_elements && object->info().kind != state::ObjectKind::local_frame;
  if (object->array() || large) {
    make_array(*object);
    const Term* offset = terms_.sub(terms_.zext(at, 64), terms_.constant(64, object->base()));
    const Term* array = object->array();
    for (unsigned i = 0; i < access.bytes; ++i)
      array = terms_.store(array, terms_.add(offset, terms_.constant(64, i)), terms_.extract(all, i * 8, 8));
    object->set_array(array);
    return true;
  }
  // Each element either is hit or keeps its value; bytes of an access that is not aligned hit several.
  unsigned pieces = access.bytes / part.element;
  for (uint64_t i = 0; i < part.count; ++i) {
    uint64_t offset = part.first + i * part.element;
    Value old = read_value(*object, offset, part.element * 8, part.element);
    if (old.is_poison()) old = Value::plain(0);
    const Term* now = term(old, part.element * 8);
    for (unsigned piece = 0; piece < pieces && piece <= i; ++piece)
      now = terms_.ite(terms_.eq(part.index, terms_.constant(64, i - piece)),
                       terms_.extract(all, piece * part.element * 8, part.element * 8), now);
    write_value(*object, offset, part.element * 8, part.element, Value::of(now));
  }
  return true;
}

}  // namespace bonsai::exec
