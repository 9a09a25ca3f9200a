#include "exec/intrinsics.h"

#include <fmt/format.h>

#include <unordered_map>

namespace bonsai::exec {

Intrinsic find_intrinsic(const std::string& name) {
  static const std::unordered_map<std::string, Intrinsic> table = {
#define INTRINSIC(name, function, meaning) {name, intrinsics::function},
#define MATH1(name)                                                          \
  {#name "f", intrinsics::name##_float}, {#name, intrinsics::name##_double}, \
      {#name "l", intrinsics::name##_long},
#define MATH2(name) MATH1(name)
#define TO_LONG(name) MATH1(name)
#include "exec/intrinsic.def"
#undef INTRINSIC
#undef MATH1
#undef MATH2
#undef TO_LONG
  };
  auto it = table.find(name);
  return it == table.end() ? nullptr : it->second;
}

bool IntrinsicCall::has(unsigned n) {
  if (count() >= n) return true;
  const ir::Function* callee = site_.callee == ir::none ? nullptr : &m.program_.functions[site_.callee];
  m.fail(ErrorKind::bad_call, fmt::format("call of {} with {} arguments instead of {}",
                                          callee ? callee->name : "a function", count(), n));
  return false;
}

bool IntrinsicCall::plain(unsigned i, uint64_t& bits) {
  return has(i + 1) && m.concrete(value(i), "argument of a function of the engine", bits);
}

void IntrinsicCall::result(Value value) {
  if (!site_.result_count) return;
  if (value.is_plain()) value.bits &= ir::mask_of(site_.result_widths[0]);
  m.frame_->registers[site_.result] = value;
}

}  // namespace bonsai::exec
