#include "exec/intrinsics.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

namespace bonsai::exec {

namespace {

using Table = std::unordered_map<std::string, Intrinsic>;

const Table& intrinsics_for_all() {
  static const Table table = {
#define INTRINSIC(name, function, meaning) {name, intrinsics::function},
#define MODEL(name, function, meaning)
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
  return table;
}

const Table& intrinsics_for_model() {
  static const Table table = {
#define INTRINSIC(name, function, meaning)
#define MODEL(name, function, meaning) {name, intrinsics::function},
#define MATH1(name)
#define MATH2(name)
#define TO_LONG(name)
#include "exec/intrinsic.def"
#undef INTRINSIC
#undef MATH1
#undef MATH2
#undef TO_LONG
  };
  return table;
}

Intrinsic find(const Table& table, const std::string& name) {
  auto it = table.find(name);
  return it == table.end() ? nullptr : it->second;
}

}  // namespace

Intrinsic find_intrinsic(const std::string& name) {
  if (Intrinsic found = find(intrinsics_for_all(), name)) return found;
  if (name == "__VERIFIER_nondet_bool" || name == "__VERIFIER_nondet__Bool") return intrinsics::nondet_bool_;
  if (name.starts_with("__ubsan_handle_")) return intrinsics::ubsan_;
  return name.starts_with("__VERIFIER_nondet_") ? intrinsics::nondet_ : nullptr;
}

bool is_for_model(const std::string& name) { return intrinsics_for_model().contains(name); }

Intrinsic find_intrinsic(const ir::Function& function) {
  if (is_for_model(function.name))
    return function.is_runtime && !function.has_body ? find(intrinsics_for_model(), function.name) : nullptr;
  return function.has_body && !is_harness_function(function.name) ? nullptr : find_intrinsic(function.name);
}

bool is_standin(const std::string& name) {
  static const std::unordered_set<std::string> names = {
#define INTRINSIC(name, function, meaning)
#define STANDIN(name, function, meaning) name,
#define MATH1(name)
#define MATH2(name)
#define TO_LONG(name)
#include "exec/intrinsic.def"
#undef INTRINSIC
#undef MATH1
#undef MATH2
#undef TO_LONG
  };
  return names.contains(name);
}

bool is_harness_function(const std::string& name) {
  return name.starts_with("klee_") || name.starts_with("bonsai_") || name.starts_with("__VERIFIER_") ||
         name == "reach_error";
}

const ir::Function& IntrinsicCall::callee() const {
  static const ir::Function unknown;
  return site_.callee == ir::none ? unknown : m.program_.functions[site_.callee];
}

bool IntrinsicCall::same_byte(uint64_t address, Value wanted, bool& same) {
  Value byte;
  if (!m.read_byte(address, byte)) return false;
  if (wanted.is_mark()) return m.fail_undefined(wanted, "byte to look for"), false;
  if (byte.is_plain() && wanted.is_plain()) {
    same = byte.bits == (wanted.bits & 0xff);
    return true;
  }
  const expr::Term* low = wanted.term ? terms().extract(wanted.term, 0, 8) : terms().constant(8, wanted.bits);
  return m.decide(terms().eq(m.term(byte, 8), low), same);
}

void IntrinsicCall::move(uint64_t to, uint64_t from, uint64_t bytes) {
  if (bytes == 0) return;
  Object* target = m.writable(*m.state_->memory.find(to));
  const Object* source = m.state_->memory.find(from);
  m.move_bytes(*source, from - source->base(), *target, to - target->base(), bytes);
}

bool IntrinsicCall::has(unsigned n) {
  if (count() >= n) return true;
  const ir::Function* callee = site_.callee == ir::none ? nullptr : &m.program_.functions[site_.callee];
  m.fail(ErrorKind::bad_call, fmt::format("call of {} with {} arguments instead of {}",
                                          callee ? callee->name : "a function", count(), n));
  return false;
}

bool IntrinsicCall::plain(unsigned i, uint64_t& bits) {
  if (!has(i + 1)) return false;
  Value given = value(i);
  bool is_pointer = i < site_.argument_passing.size() && site_.argument_passing[i] == ir::Passing::pointer;
  if (m.state_->is_lazy && is_pointer && given.term && !given.is_mark() && !m.settle_lazy(given, given))
    return false;
  return m.concrete(given, "argument of a function of the engine", bits);
}

void IntrinsicCall::result(Value value) {
  if (!site_.result_count) return;
  if (value.is_plain()) value.bits &= ir::mask_of(site_.result_widths[0]);
  m.frame_->registers[site_.result] = value;
}

}  // namespace bonsai::exec
