// libm on plain values, by the host's libm. What rounds exactly has opcodes of its own; these need not.
#include <cmath>
#include <cstring>

#include "exec/intrinsics.h"

namespace bonsai::exec::intrinsics {
namespace {

template <typename Float>
bool argument(IntrinsicCall& call, unsigned i, Float& result) {
  constexpr size_t bytes = sizeof(Float) > 8 ? 10 : sizeof(Float);
  if (!call.has(i + 1)) return false;
  Value value = call.value(i);
  uint64_t words[2] = {value.bits, 0};
  if (value.term && value.term->is_constant()) {
    expr::Wide wide = value.term->wide_value();
    words[0] = wide.word(0), words[1] = wide.word(1);
  } else if (!call.plain(i, words[0])) {
    return false;
  }
  result = 0;
  std::memcpy(&result, words, bytes);
  return true;
}

template <typename Float>
Step give(IntrinsicCall& call, Float result) {
  uint64_t words[2] = {0, 0};
  std::memcpy(words, &result, sizeof(Float) > 8 ? 10 : sizeof(Float));
  if (sizeof(Float) > 8)
    call.result(Value::of(call.m.terms().constant(expr::Wide::from_words(80, words, 2))));
  else
    call.result(words[0]);
  return Step::next;
}

template <typename Float>
Step apply(IntrinsicCall& call, Float (*function)(Float)) {
  Float x;
  return argument(call, 0, x) ? give(call, function(x)) : Step::stopped;
}

template <typename Float>
Step apply(IntrinsicCall& call, Float (*function)(Float, Float)) {
  Float x, y;
  return argument(call, 0, x) && argument(call, 1, y) ? give(call, function(x, y)) : Step::stopped;
}

template <typename Float, typename Integer>
Step apply_to_long(IntrinsicCall& call, Integer (*function)(Float)) {
  Float x;
  if (!argument(call, 0, x)) return Step::stopped;
  call.result(uint64_t(function(x)));
  return Step::next;
}

}  // namespace

#define INTRINSIC(name, function, meaning)
#define MATH1(name)                                                               \
  Step name##_float(IntrinsicCall& call) { return apply<float>(call, name##f); }  \
  Step name##_double(IntrinsicCall& call) { return apply<double>(call, ::name); } \
  Step name##_long(IntrinsicCall& call) { return apply<long double>(call, name##l); }
#define MATH2(name) MATH1(name)
#define TO_LONG(name)                                                                     \
  Step name##_float(IntrinsicCall& call) { return apply_to_long<float>(call, name##f); }  \
  Step name##_double(IntrinsicCall& call) { return apply_to_long<double>(call, ::name); } \
  Step name##_long(IntrinsicCall& call) { return apply_to_long<long double>(call, name##l); }
#include "exec/intrinsic.def"
#undef INTRINSIC
#undef MATH1
#undef MATH2
#undef TO_LONG

}  // namespace bonsai::exec::intrinsics
