// setjmp and longjmp, C++ exceptions and local statics, the program's end.
#include <fmt/format.h>

#include "exec/intrinsics.h"

namespace bonsai::exec::intrinsics {
namespace {

// What setjmp leaves in a jmp_buf: the frame and where it goes on.
struct JumpBuffer {
  uint64_t serial;
  uint32_t pc;
  uint32_t magic;
};
constexpr uint32_t jump_magic = 0x626f6e73;

}  // namespace

Step setjmp_(IntrinsicCall& call) {
  uint64_t buffer;
  if (!call.plain(0, buffer)) return Step::stopped;
  JumpBuffer content{call.frame().serial, call.next_pc(), jump_magic};
  if (!call.write(buffer, &content, sizeof content)) return Step::stopped;
  call.result(0);
  return Step::next;
}

Step longjmp_(IntrinsicCall& call) {
  uint64_t buffer;
  if (!call.has(2) || !call.plain(0, buffer)) return Step::stopped;
  Value value = call.value(1);
  if (value.is_plain() && value.bits == 0) value.bits = 1;
  if (value.term && !value.is_mark()) {
    expr::TermStore& t = call.terms();
    unsigned width = value.term->width();
    value = Value::of(t.ite(t.eq(value.term, t.zero(width)), t.one(width), value.term));
  }
  JumpBuffer content;
  if (!call.read(buffer, &content, sizeof content)) return Step::stopped;
  if (content.magic != jump_magic)
    return call.fail(ErrorKind::bad_call, "longjmp with a jmp_buf that setjmp did not fill");
  return call.long_jump(content.serial, content.pc, value);
}

Step cxa_allocate_exception_(IntrinsicCall& call) {
  uint64_t size, address = 0;
  if (!call.plain(0, size)) return Step::stopped;
  call.allocate(size, 16, false, address, nullptr, state::Allocator::exception);
  call.result(address);
  return Step::next;
}

Step cxa_free_exception_(IntrinsicCall& call) {
  uint64_t object;
  if (!call.plain(0, object)) return Step::stopped;
  return call.free(object, "__cxa_free_exception") ? Step::next : Step::stopped;
}

Step cxa_throw_(IntrinsicCall& call) {
  uint64_t object, type_info, destructor;
  if (!call.plain(0, object) || !call.plain(1, type_info) || !call.plain(2, destructor)) return Step::stopped;
  return call.throw_exception(object, type_info, destructor);
}

Step cxa_rethrow_(IntrinsicCall& call) {
  state::Exceptions& exceptions = call.state().exceptions;
  exceptions.in_flight = exceptions.caught.empty() ? 0 : exceptions.caught.back();
  return call.rethrow();
}

Step cxa_begin_catch_(IntrinsicCall& call) {
  uint64_t object;
  if (!call.plain(0, object)) return Step::stopped;
  state::Exceptions& exceptions = call.state().exceptions;
  state::Exception* exception = exceptions.find(object);
  if (!exception) return call.fail(ErrorKind::abort, "__cxa_begin_catch of no exception");
  ++exception->handlers;
  exceptions.caught.push_back(object);
  exceptions.in_flight = 0;
  call.result(exception->adjusted);
  return Step::next;
}

Step cxa_get_exception_ptr_(IntrinsicCall& call) {
  uint64_t object;
  if (!call.plain(0, object)) return Step::stopped;
  state::Exception* exception = call.state().exceptions.find(object);
  call.result(exception ? exception->adjusted : object);
  return Step::next;
}

Step cxa_end_catch_(IntrinsicCall& call) {
  state::Exceptions& exceptions = call.state().exceptions;
  if (exceptions.caught.empty()) return call.fail(ErrorKind::abort, "__cxa_end_catch outside of a handler");
  uint64_t object = exceptions.caught.back();
  exceptions.caught.pop_back();
  state::Exception* exception = exceptions.find(object);
  // A rethrown exception lives on.
  if (--exception->handlers > 0 || exceptions.in_flight == object) return Step::next;
  uint64_t destructor = exception->destructor;
  std::erase_if(exceptions.alive, [&](const state::Exception& each) { return each.object == object; });
  const ir::Function* function = call.m.program().function_at(destructor);
  // The object's memory stays until the destructor, called as if by the program, is done; it is small and
  // never reused.
  if (!function || !function->has_body)
    return call.free(object, "__cxa_end_catch") ? Step::next : Step::stopped;
  Value argument = Value::plain(object);
  return call.call(*function, &argument, 1);
}

Step unwind_resume_(IntrinsicCall& call) {
  uint64_t object;
  if (!call.plain(0, object)) return Step::stopped;
  call.state().exceptions.in_flight = object;
  return call.rethrow();
}

Step cxa_guard_acquire_(IntrinsicCall& call) {
  uint64_t guard;
  uint8_t done;
  if (!call.plain(0, guard) || !call.read(guard, &done, 1)) return Step::stopped;
  call.result(done ? 0 : 1);
  return Step::next;
}

Step cxa_guard_release_(IntrinsicCall& call) {
  uint64_t guard;
  uint8_t done = 1;
  if (!call.plain(0, guard) || !call.write(guard, &done, 1)) return Step::stopped;
  return Step::next;
}

Step cxa_guard_abort_(IntrinsicCall&) { return Step::next; }

Step cxa_pure_virtual_(IntrinsicCall& call) {
  return call.fail(ErrorKind::abort, "a pure virtual function was called");
}
Step terminate_(IntrinsicCall& call) { return call.fail(ErrorKind::abort, "std::terminate was called"); }

Step exit_(IntrinsicCall& call) { return call.has(1) ? call.exit(call.value(0)) : Step::stopped; }

Step quick_exit_(IntrinsicCall& call) {
  if (!call.has(1)) return Step::stopped;
  call.state().phase = state::Phase::done;
  return call.exit(call.value(0));
}

Step abort_(IntrinsicCall& call) { return call.fail(ErrorKind::abort, "abort was called"); }

Step assert_fail_(IntrinsicCall& call) {
  uint64_t text;
  std::string condition;
  if (!call.plain(0, text) || !call.string(text, condition)) return Step::stopped;
  return call.fail(ErrorKind::assertion, fmt::format("assertion failed: {}", condition));
}

// __chk_fail(): what glibc calls when a fortified function would write past the object it is given.
Step chk_fail_(IntrinsicCall& call) {
  return call.fail(ErrorKind::out_of_bounds,
                   "buffer overflow detected by a fortified function of the C library");
}

namespace {

// Is the type signed that the data of an overflow check names? Behind the place (name, line, column) stands a
// pointer to it: the kind, 0 for integers, then a half word whose lowest bit says so. False: it cannot be
// read, and the state ended.
bool read_is_signed(IntrinsicCall& call, bool& is_signed) {
  unsigned pointer_bytes = call.pointer_mask() == ~0ull ? 8 : 4;
  uint64_t data, type = 0;
  uint16_t words[2];
  if (!call.plain(0, data) || !call.read(data + pointer_bytes + 8, &type, pointer_bytes) ||
      !call.read(type, words, sizeof words))
    return false;
  is_signed = words[0] != 0 || (words[1] & 1);
  return true;
}

}  // namespace

// __ubsan_handle_WHAT[_v1][_abort](…): a check of -fsanitize=undefined failed. The data argument begins with
// the file's name, line and column of the source; our own location says the same.
Step ubsan_(IntrinsicCall& call) {
  struct Known {
    std::string_view name;
    ErrorKind kind;
    const char* message;
  };
  static constexpr Known known[] = {
      {"add_overflow", ErrorKind::signed_overflow, "signed addition overflows"},
      {"sub_overflow", ErrorKind::signed_overflow, "signed subtraction overflows"},
      {"mul_overflow", ErrorKind::signed_overflow, "signed multiplication overflows"},
      {"negate_overflow", ErrorKind::signed_overflow, "signed negation overflows"},
      {"divrem_overflow", ErrorKind::division_by_zero, "division by zero, or of the smallest integer by -1"},
      {"shift_out_of_bounds", ErrorKind::overshift, "shift out of bounds"},
      {"out_of_bounds", ErrorKind::out_of_bounds, "index out of the array's bounds"},
      {"builtin_unreachable", ErrorKind::unreachable,
       "code was reached that the program promised never to reach"},
      {"missing_return", ErrorKind::unreachable, "a function with a result ends without return"},
  };
  std::string name = call.callee().name.substr(std::string_view("__ubsan_handle_").size());
  for (std::string_view ending : {"_abort", "_v1"})
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  if (name.ends_with("_overflow") && name != "divrem_overflow" && name != "pointer_overflow") {
    bool is_signed = true;
    if (!read_is_signed(call, is_signed)) return Step::stopped;
    if (!is_signed) {
      name.resize(name.size() - std::string_view("_overflow").size());
      return call.fail(
          ErrorKind::ubsan,
          fmt::format("unsigned overflow of '{}' (found by UndefinedBehaviorSanitizer's check)", name),
          "unsigned-overflow");
    }
  }
  for (const Known& each : known)
    if (name == each.name)
      return call.fail(each.kind,
                       fmt::format("{} (found by UndefinedBehaviorSanitizer's check)", each.message));
  for (char& c : name)
    if (c == '_') c = '-';
  return call.fail(ErrorKind::ubsan, fmt::format("UndefinedBehaviorSanitizer's check failed: {}", name),
                   name);
}

Step atexit_(IntrinsicCall& call) {
  uint64_t function;
  if (!call.plain(0, function)) return Step::stopped;
  call.state().exit_handlers.push_back({function, 0, false});
  call.result(0);
  return Step::next;
}

Step cxa_atexit_(IntrinsicCall& call) {
  uint64_t function, argument;
  if (!call.plain(0, function) || !call.plain(1, argument)) return Step::stopped;
  call.state().exit_handlers.push_back({function, argument, true});
  call.result(0);
  return Step::next;
}

}  // namespace bonsai::exec::intrinsics
