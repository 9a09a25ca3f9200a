// The malloc family, mem* and C++'s operator new and delete.
#include <algorithm>
#include <vector>

#include "exec/intrinsics.h"

namespace bonsai::exec::intrinsics {
namespace {

using state::Allocator;

// Allocates and returns the address, or null.
Step give(IntrinsicCall& call, Value size, uint64_t align, bool zeroed,
          Allocator allocator = Allocator::malloc) {
  uint64_t reserved, address = 0;
  const expr::Term* symbolic_size;
  if (!call.allocation_size(size, reserved, symbolic_size)) return Step::stopped;
  call.allocate(reserved, align, zeroed, address, symbolic_size, allocator);
  call.result(address);
  return Step::next;
}

// What a free of the old object would complain about, realloc does too. All questions come before the first
// change.
Step resize(IntrinsicCall& call, uint64_t old, Value size) {
  if (old == 0) return give(call, size, 16, false);
  uint64_t reserved, address = 0;
  const expr::Term* symbolic_size;
  if (!call.is_freeable(old, "realloc")) return Step::stopped;
  if (size.term && !size.is_mark()) {
    bool none = false;
    if (!call.decide(call.terms().eq(size.term, call.terms().zero(size.term->width())), none))
      return Step::stopped;
    if (none) size = Value::plain(0);
  }
  if (size.is_plain() && size.bits == 0) {
    call.free(old, "realloc");
    call.result(0);
    return Step::next;
  }
  if (!call.allocation_size(size, reserved, symbolic_size)) return Step::stopped;
  call.allocate(reserved, 16, false, address, symbolic_size);
  if (address) {
    // What lies behind a symbolic end cannot be accessed, so it may be copied too.
    call.move(address, old, std::min(call.object_at(old)->size(), reserved));
    call.free(old, "realloc");
  }
  call.result(address);
  return Step::next;
}

// count * size as a size; all ones when that does not fit. False: an argument is undefined, and the state
// ended.
bool product(IntrinsicCall& call, unsigned count, unsigned size, Value& result) {
  Value a = call.value(count), b = call.value(size);
  unsigned width = call.width(count);
  if (a.is_plain() && b.is_plain()) {
    unsigned __int128 total = (unsigned __int128)a.bits * b.bits;
    result = Value::plain(total > call.pointer_mask() ? call.pointer_mask() : uint64_t(total));
    return true;
  }
  uint64_t ignored;
  if (a.is_mark()) return call.plain(count, ignored);
  if (b.is_mark()) return call.plain(size, ignored);
  expr::TermStore& t = call.terms();
  const expr::Term* exact = t.mul(t.zext(call.term(count), 2 * width), t.zext(call.term(size), 2 * width));
  const expr::Term* fits = t.eq(t.extract(exact, width, width), t.zero(width));
  result = Value::of(t.ite(fits, t.extract(exact, 0, width), t.all_ones(width)));
  return true;
}

bool is_power_of_two(uint64_t value) { return value && !(value & (value - 1)); }

}  // namespace

Step malloc_(IntrinsicCall& call) {
  return call.has(1) ? give(call, call.value(0), 16, false) : Step::stopped;
}

Step calloc_(IntrinsicCall& call) {
  Value total;
  if (!call.has(2) || !product(call, 0, 1, total)) return Step::stopped;
  return give(call, total, 16, true);
}

Step realloc_(IntrinsicCall& call) {
  uint64_t old;
  if (!call.has(2) || !call.plain(0, old)) return Step::stopped;
  return resize(call, old, call.value(1));
}

Step reallocarray_(IntrinsicCall& call) {
  uint64_t old;
  Value total;
  if (!call.has(3) || !call.plain(0, old) || !product(call, 1, 2, total)) return Step::stopped;
  if (total.is_plain() && total.bits == call.pointer_mask()) {
    call.result(0);
    return Step::next;
  }
  return resize(call, old, total);
}

Step free_(IntrinsicCall& call) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  return call.free(address, "free") ? Step::next : Step::stopped;
}

Step aligned_alloc_(IntrinsicCall& call) {
  uint64_t align;
  if (!call.has(2) || !call.plain(0, align)) return Step::stopped;
  if (!is_power_of_two(align)) {
    call.result(0);
    return Step::next;
  }
  return give(call, call.value(1), align, false);
}

Step posix_memalign_(IntrinsicCall& call) {
  uint64_t target, align, size;
  if (!call.plain(0, target) || !call.plain(1, align) || !call.plain(2, size)) return Step::stopped;
  constexpr int no_memory = 12, invalid = 22;
  unsigned pointer_bytes = call.pointer_mask() == ~0ull ? 8 : 4;
  uint64_t address = 0;
  if (!is_power_of_two(align) || align < pointer_bytes) {
    call.result(invalid);
  } else {
    // Complains about a bad target before anything is allocated.
    if (!call.is_accessible(target, pointer_bytes)) return Step::stopped;
    call.allocate(size, align, false, address);
    if (address && !call.write(target, &address, pointer_bytes)) return Step::stopped;
    call.result(address ? 0 : no_memory);
  }
  return Step::next;
}

Step malloc_usable_size_(IntrinsicCall& call) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  const Object* object = call.object_at(address);
  call.result(object && object->base() == address ? object->size() : uint64_t(0));
  return Step::next;
}

namespace {

Step copy(IntrinsicCall& call, bool may_overlap) {
  if (!call.has(3) || !call.copy(call.value(0), call.value(1), call.value(2), may_overlap))
    return Step::stopped;
  call.result(call.value(0));
  return Step::next;
}

}  // namespace

Step memcpy_(IntrinsicCall& call) { return copy(call, false); }
Step memmove_(IntrinsicCall& call) { return copy(call, true); }

Step mempcpy_(IntrinsicCall& call) {
  if (copy(call, false) == Step::stopped) return Step::stopped;
  call.result(call.m.terms_add(call.value(0), call.value(2), call.width(0)));
  return Step::next;
}

Step memset_(IntrinsicCall& call) {
  if (!call.has(3)) return Step::stopped;
  Value byte = call.value(1);
  if (byte.term && !byte.is_mark()) byte = Value::of(call.terms().extract(byte.term, 0, 8));
  if (!call.set(call.value(0), byte, call.value(2))) return Step::stopped;
  call.result(call.value(0));
  return Step::next;
}

// The difference of the first bytes that differ, as one term: no fork per byte.
Step memcmp_(IntrinsicCall& call) {
  uint64_t a, b, bytes;
  if (!call.plain(0, a) || !call.plain(1, b) || !call.plain(2, bytes)) return Step::stopped;
  std::vector<Value> x, y;  // not made at once: as many bytes as it says need not be there
  bool plain = true;
  for (uint64_t i = 0; i < bytes; ++i) {
    x.emplace_back(), y.emplace_back();
    if (!call.byte(a + i, x[i]) || !call.byte(b + i, y[i])) return Step::stopped;
    plain &= x[i].is_plain() && y[i].is_plain();
  }
  expr::TermStore& t = call.terms();
  const expr::Term* all = t.zero(32);
  for (uint64_t i = bytes; i-- > 0;) {
    if (plain && x[i].bits == y[i].bits) continue;
    const expr::Term* left = x[i].term ? x[i].term : t.constant(8, x[i].bits);
    const expr::Term* right = y[i].term ? y[i].term : t.constant(8, y[i].bits);
    all = t.ite(t.eq(left, right), all, t.sub(t.zext(left, 32), t.zext(right, 32)));
  }
  call.result(Value::of(all));
  return Step::next;
}

Step memchr_(IntrinsicCall& call) {
  uint64_t from, bytes;
  if (!call.plain(0, from) || !call.has(3) || !call.plain(2, bytes)) return Step::stopped;
  for (uint64_t i = 0; i < bytes; ++i) {
    bool same;
    if (!call.same_byte(from + i, call.value(1), same)) return Step::stopped;
    if (!same) continue;
    call.result(from + i);
    return Step::next;
  }
  call.result(0);
  return Step::next;
}

namespace {

Step give_new(IntrinsicCall& call, uint64_t align, Allocator allocator) {
  uint64_t reserved, address = 0;
  const expr::Term* symbolic_size;
  if (!call.has(1) || !call.allocation_size(call.value(0), reserved, symbolic_size)) return Step::stopped;
  call.allocate(reserved, align, false, address, symbolic_size, allocator);
  if (!address) return call.fail(ErrorKind::abort, "operator new fails: std::bad_alloc");
  call.result(address);
  return Step::next;
}

Step give_new_aligned(IntrinsicCall& call, Allocator allocator) {
  uint64_t align;
  if (!call.plain(1, align)) return Step::stopped;
  if (!is_power_of_two(align)) return call.fail(ErrorKind::abort, "operator new with a bad alignment");
  return give_new(call, align, allocator);
}

Step give_new_or_null(IntrinsicCall& call, Allocator allocator) {
  return call.has(1) ? give(call, call.value(0), 16, false, allocator) : Step::stopped;
}

Step take_back(IntrinsicCall& call, const char* function) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  return call.free(address, function) ? Step::next : Step::stopped;
}

}  // namespace

Step new_(IntrinsicCall& call) { return give_new(call, 16, Allocator::operator_new); }
Step new_array_(IntrinsicCall& call) { return give_new(call, 16, Allocator::operator_new_array); }

Step new_aligned_(IntrinsicCall& call) { return give_new_aligned(call, Allocator::operator_new); }
Step new_array_aligned_(IntrinsicCall& call) { return give_new_aligned(call, Allocator::operator_new_array); }

Step new_or_null_(IntrinsicCall& call) { return give_new_or_null(call, Allocator::operator_new); }
Step new_array_or_null_(IntrinsicCall& call) { return give_new_or_null(call, Allocator::operator_new_array); }

Step delete_(IntrinsicCall& call) { return take_back(call, "delete"); }
Step delete_array_(IntrinsicCall& call) { return take_back(call, "delete[]"); }

}  // namespace bonsai::exec::intrinsics
