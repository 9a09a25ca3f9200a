// The malloc family, mem* and C++'s operator new and delete.
#include <algorithm>
#include <vector>

#include "exec/intrinsics.h"

namespace bonsai::exec::intrinsics {
namespace {

// Allocates and returns the address, or null.
Step give(IntrinsicCall& call, uint64_t size, uint64_t align, bool zeroed) {
  uint64_t address = 0;
  call.allocate(size, align, zeroed, address);
  call.result(address);
  return Step::next;
}

Step resize(IntrinsicCall& call, uint64_t old, uint64_t size) {
  if (old == 0) return give(call, size, 16, false);
  // What a free of it would complain about, realloc does too; the size is read before it goes.
  const Object* object = call.object_at(old);
  bool valid = object && object->base() == old && object->info().kind == state::ObjectKind::heap &&
               !object->info().freed;
  uint64_t kept = valid ? std::min(object->size(), size) : 0;
  if (valid && size == 0) {
    if (!call.free(old, "realloc")) return Step::stopped;
    call.result(0);
    return Step::next;
  }
  uint64_t address = 0;
  if (valid) {
    if (!call.allocate(size, 16, false, address)) {
      call.result(0);
      return Step::next;
    }
    if (!call.copy(address, old, kept, false)) return Step::stopped;
  }
  if (!call.free(old, "realloc")) return Step::stopped;
  call.result(address);
  return Step::next;
}

bool is_power_of_two(uint64_t value) { return value && !(value & (value - 1)); }

}  // namespace

Step malloc_(IntrinsicCall& call) {
  uint64_t size;
  if (!call.plain(0, size)) return Step::stopped;
  return give(call, size, 16, false);
}

Step calloc_(IntrinsicCall& call) {
  uint64_t count, size;
  if (!call.plain(0, count) || !call.plain(1, size)) return Step::stopped;
  unsigned __int128 total = (unsigned __int128)count * size;
  return give(call, total > call.pointer_mask() ? ~0ull : uint64_t(total), 16, true);
}

Step realloc_(IntrinsicCall& call) {
  uint64_t old, size;
  if (!call.plain(0, old) || !call.plain(1, size)) return Step::stopped;
  return resize(call, old, size);
}

Step reallocarray_(IntrinsicCall& call) {
  uint64_t old, count, size;
  if (!call.plain(0, old) || !call.plain(1, count) || !call.plain(2, size)) return Step::stopped;
  unsigned __int128 total = (unsigned __int128)count * size;
  if (total > call.pointer_mask()) {
    call.result(0);
    return Step::next;
  }
  return resize(call, old, uint64_t(total));
}

Step free_(IntrinsicCall& call) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  return call.free(address, "free") ? Step::next : Step::stopped;
}

Step aligned_alloc_(IntrinsicCall& call) {
  uint64_t align, size;
  if (!call.plain(0, align) || !call.plain(1, size)) return Step::stopped;
  if (!is_power_of_two(align)) {
    call.result(0);
    return Step::next;
  }
  return give(call, size, align, false);
}

Step posix_memalign_(IntrinsicCall& call) {
  uint64_t target, align, size;
  if (!call.plain(0, target) || !call.plain(1, align) || !call.plain(2, size)) return Step::stopped;
  constexpr int no_memory = 12, invalid = 22;
  unsigned pointer_bytes = call.pointer_mask() == ~0ull ? 8 : 4;
  uint64_t address = 0;
  if (!is_power_of_two(align) || align < pointer_bytes) {
    call.result(invalid);
  } else if (!call.allocate(size, align, false, address)) {
    call.result(no_memory);
  } else {
    if (!call.write(target, &address, pointer_bytes)) return Step::stopped;
    call.result(0);
  }
  return Step::next;
}

Step malloc_usable_size_(IntrinsicCall& call) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  const Object* object = call.object_at(address);
  call.result(object && object->base() == address ? object->size() : 0);
  return Step::next;
}

Step memcpy_(IntrinsicCall& call) {
  uint64_t to, from, bytes;
  if (!call.plain(0, to) || !call.plain(1, from) || !call.plain(2, bytes)) return Step::stopped;
  if (!call.copy(to, from, bytes, false)) return Step::stopped;
  call.result(to);
  return Step::next;
}

Step mempcpy_(IntrinsicCall& call) {
  uint64_t to, from, bytes;
  if (!call.plain(0, to) || !call.plain(1, from) || !call.plain(2, bytes)) return Step::stopped;
  if (!call.copy(to, from, bytes, false)) return Step::stopped;
  call.result(to + bytes);
  return Step::next;
}

Step memmove_(IntrinsicCall& call) {
  uint64_t to, from, bytes;
  if (!call.plain(0, to) || !call.plain(1, from) || !call.plain(2, bytes)) return Step::stopped;
  if (!call.copy(to, from, bytes, true)) return Step::stopped;
  call.result(to);
  return Step::next;
}

Step memset_(IntrinsicCall& call) {
  uint64_t to, byte, bytes;
  if (!call.plain(0, to) || !call.plain(1, byte) || !call.plain(2, bytes)) return Step::stopped;
  if (!call.set(to, Value::plain(byte & 0xff), bytes)) return Step::stopped;
  call.result(to);
  return Step::next;
}

Step memcmp_(IntrinsicCall& call) {
  uint64_t a, b, bytes;
  if (!call.plain(0, a) || !call.plain(1, b) || !call.plain(2, bytes)) return Step::stopped;
  std::vector<uint8_t> x, y;
  // All of it must be there, as with the library's word-wise versions.
  x.resize(bytes), y.resize(bytes);
  if (!call.read(a, x.data(), bytes) || !call.read(b, y.data(), bytes)) return Step::stopped;
  auto [p, q] = std::mismatch(x.begin(), x.end(), y.begin());
  call.result(p == x.end() ? 0 : uint64_t(int64_t(*p) - int64_t(*q)));
  return Step::next;
}

Step memchr_(IntrinsicCall& call) {
  uint64_t from, wanted, bytes;
  if (!call.plain(0, from) || !call.plain(1, wanted) || !call.plain(2, bytes)) return Step::stopped;
  for (uint64_t i = 0; i < bytes; ++i) {
    uint8_t c;
    if (!call.read(from + i, &c, 1)) return Step::stopped;
    if (c == uint8_t(wanted)) {
      call.result(from + i);
      return Step::next;
    }
  }
  call.result(0);
  return Step::next;
}

Step new_(IntrinsicCall& call) {
  uint64_t size, address = 0;
  if (!call.plain(0, size)) return Step::stopped;
  if (!call.allocate(size, 16, false, address))
    return call.fail(ErrorKind::abort,
                     "operator new of " + std::to_string(size) + " bytes fails: std::bad_alloc");
  call.result(address);
  return Step::next;
}

Step new_aligned_(IntrinsicCall& call) {
  uint64_t size, align, address = 0;
  if (!call.plain(0, size) || !call.plain(1, align)) return Step::stopped;
  if (!is_power_of_two(align) || !call.allocate(size, align, false, address))
    return call.fail(ErrorKind::abort,
                     "operator new of " + std::to_string(size) + " bytes fails: std::bad_alloc");
  call.result(address);
  return Step::next;
}

Step delete_(IntrinsicCall& call) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  return call.free(address, "delete") ? Step::next : Step::stopped;
}

}  // namespace bonsai::exec::intrinsics
