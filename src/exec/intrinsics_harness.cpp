// The harness interface: klee_*, bonsai_*, __VERIFIER_*. These are the engine's even where the program has a
// body for them.
#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "exec/intrinsics.h"
#include "expr/print.h"

namespace bonsai::exec {

namespace {

constexpr uint64_t most_of_input = 64 << 20;  // bytes: every test holds all of them
constexpr uint64_t most_by_byte = 1 << 20;    // of an object that becomes an input: larger ones are an array

}  // namespace

// A name is unique on its path, and the same on every path that makes it in the same order. Two names with
// the same hash only get a suffix that they would not need.
std::string Machine::unique_name(const std::string& given) {
  base::PersistentMap<uint64_t, uint32_t>& next = state_->next_suffix;
  std::string name = given;
  uint64_t hash = base::hash_string(given);
  if (const auto* known = next.find(hash)) {
    uint32_t suffix = known->value;
    for (;; ++suffix) {
      look();
      name = fmt::format("{}_{}", given, suffix);
      if (!next.find(base::hash_string(name))) break;
    }
    next.set(owner_, hash, suffix + 1);
    hash = base::hash_string(name);
  }
  next.set(owner_, hash, 1);
  return name;
}

// The array of its bytes: of symbols, or, where a path is followed, of the values that the model has.
const expr::Term* Machine::new_input(const std::string& given, uint64_t size) {
  changing();
  std::string name = unique_name(given);
  SymbolicInput* input = new SymbolicInput;
  input->before = std::move(state_->inputs);
  input->name = name;
  input->size = size;
  input->array = terms_.array(name, size);
  state_->inputs = base::Ref<SymbolicInput>(input);
  std::optional<std::string> bytes = followed_input(*input);
  if (!bytes) return give_seeds(*input), input->array;
  return terms_.table(std::span(reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()));
}

bool Machine::make_symbolic(uint64_t address, uint64_t size, const std::string& name) {
  if (size == 0) return true;
  if (size > most_of_input)
    return give_up(base::Reason::input_size, fmt::format("an input of {} bytes", size)), false;
  Place place;
  if (!resolve(address, size, Intent::write, place)) return false;
  const expr::Term* array = new_input(name, size);
  Object* object = writable(*place.object);
  // A term for each byte would take a hundred times the memory of a large object.
  bool is_all = address == object->base() && size == object->size();
  if (is_all && size > most_by_byte && object->info().kind != state::ObjectKind::local_frame) {
    object->set_array(array);
    forget_memory();
    return true;
  }
  for (uint64_t i = 0; i < size; ++i)
    set_byte(*object, address - object->base() + i, Value::of(terms_.symbolic_byte(array, i)));
  return true;
}

namespace intrinsics {
namespace {

// A fresh value of the function's result type, named as given; also where the result is not used, for the
// test must hold it.
const expr::Term* give_symbolic(IntrinsicCall& call, const std::string& name) {
  const ir::Function& callee = call.callee();
  unsigned width = callee.result_widths.empty() ? 32 : callee.result_widths[0];
  unsigned bytes = (width + 7) / 8;
  const expr::Term* array = call.new_input(name, bytes);
  const expr::Term* all = call.terms().symbolic_byte(array, 0);
  for (unsigned i = 1; i < bytes; ++i) all = call.terms().concat(call.terms().symbolic_byte(array, i), all);
  all = call.terms().extract(all, 0, width);
  call.result(Value::of(all));
  return all;
}

bool name_argument(IntrinsicCall& call, unsigned i, std::string& name) {
  uint64_t address;
  name = "unnamed";
  if (call.count() <= i) return true;
  if (!call.plain(i, address)) return false;
  return address == 0 || call.string(address, name);
}

const expr::Term* is_true(IntrinsicCall& call, unsigned i) {
  return call.terms().ne(call.term(i), call.terms().zero(call.width(i)));
}

bool is_usable(IntrinsicCall& call, unsigned i) {
  if (!call.has(i + 1)) return false;
  if (!call.value(i).is_mark()) return true;
  call.fail(ErrorKind::uninitialised, "argument of the harness depends on memory that was never written");
  return false;
}

}  // namespace

// klee_make_symbolic(address, size, name), bonsai_symbolic the same
Step make_symbolic_(IntrinsicCall& call) {
  uint64_t address, size;
  std::string name;
  if (!call.plain(0, address) || !call.plain(1, size) || !name_argument(call, 2, name)) return Step::stopped;
  return call.make_symbolic(address, size, name) ? Step::next : Step::stopped;
}

Step symbolic_value_(IntrinsicCall& call) {
  std::string name;
  if (!name_argument(call, 0, name)) return Step::stopped;
  give_symbolic(call, name);
  return Step::next;
}

// __VERIFIER_nondet_T()
Step nondet_(IntrinsicCall& call) {
  give_symbolic(call, call.callee().name);
  return Step::next;
}

// __VERIFIER_nondet_memory(address, size)
Step nondet_memory_(IntrinsicCall& call) {
  uint64_t address, size;
  if (!call.plain(0, address) || !call.plain(1, size)) return Step::stopped;
  return call.make_symbolic(address, size, call.callee().name) ? Step::next : Step::stopped;
}

namespace {

// A _Bool: 0 or 1, in a byte of its own.
Step give_bool(IntrinsicCall& call, const std::string& name) {
  const expr::Term* byte = call.terms().symbolic_byte(call.new_input(name, 1), 0);
  if (!call.assume(call.terms().ule(byte, call.terms().one(8)))) return Step::stopped;
  if (call.site().result_count)
    call.result(Value::of(call.terms().resize(byte, call.site().result_widths[0])));
  return Step::next;
}

}  // namespace

Step nondet_bool_(IntrinsicCall& call) { return give_bool(call, call.callee().name); }

Step symbolic_bool_(IntrinsicCall& call) {
  std::string name;
  if (!name_argument(call, 0, name)) return Step::stopped;
  return give_bool(call, name);
}

Step fixed_object_(IntrinsicCall& call) {
  return call.give_up(base::Reason::call, "klee_define_fixed_object: objects have no fixed addresses here");
}

Step alias_function_(IntrinsicCall& call) {
  return call.give_up(base::Reason::call,
                      fmt::format("{}: functions cannot be replaced at run time", call.callee().source_name));
}

namespace {

// A value from low to high, both included.
Step give_range(IntrinsicCall& call, int64_t low, int64_t high) {
  std::string name;
  if (!name_argument(call, 2, name)) return Step::stopped;
  if (low > high)
    return call.fail(ErrorKind::user,
                     fmt::format("{}: nothing lies from {} to {}", call.callee().source_name, low, high));
  if (low == high) {  // no choice, no input: as in KLEE
    call.result(uint64_t(low));
    return Step::next;
  }
  const expr::Term* value = give_symbolic(call, name);
  expr::TermStore& t = call.terms();
  auto number = [&](int64_t n) { return t.constant(value->width(), uint64_t(n)); };
  const expr::Term* within = t.land(t.sle(number(low), value), t.sle(value, number(high)));
  return call.assume(within) ? Step::next : Step::stopped;
}

}  // namespace

// klee_range(begin, end, name): end is not included; bonsai_range(low, high, name): it is
Step range_(IntrinsicCall& call) {
  uint64_t begin, end;
  if (!call.plain(0, begin) || !call.plain(1, end)) return Step::stopped;
  return give_range(call, int32_t(begin), int64_t(int32_t(end)) - 1);
}

Step range_inclusive_(IntrinsicCall& call) {
  uint64_t low, high;
  if (!call.plain(0, low) || !call.plain(1, high)) return Step::stopped;
  return give_range(call, int32_t(low), int32_t(high));
}

Step assume_(IntrinsicCall& call) {
  if (!is_usable(call, 0)) return Step::stopped;
  return call.assume(is_true(call, 0)) ? Step::next : Step::stopped;
}

// klee_prefer_cex(object, condition), bonsai_prefer(condition)
Step prefer_(IntrinsicCall& call) {
  unsigned last = call.count() - 1;
  if (!is_usable(call, last)) return Step::stopped;
  const expr::Term* condition = is_true(call, last);
  if (condition->is_constant()) return Step::next;
  Preference* preference = new Preference;
  preference->before = std::move(call.state().preferences);
  preference->condition = condition;
  call.state().preferences = base::Ref<Preference>(preference);
  return Step::next;
}

// klee_report_error(file, line, message, suffix)
Step report_error_(IntrinsicCall& call) {
  std::string message;
  if (!name_argument(call, 2, message)) return Step::stopped;
  return call.fail(ErrorKind::user, message);
}

// bonsai_error(message)
Step error_(IntrinsicCall& call) {
  std::string message;
  if (!name_argument(call, 0, message)) return Step::stopped;
  return call.fail(ErrorKind::user, message);
}

// __VERIFIER_error(), reach_error()
Step reach_error_(IntrinsicCall& call) {
  return call.fail(ErrorKind::user, fmt::format("{} was called", call.callee().source_name));
}

Step silent_exit_(IntrinsicCall& call) { return call.end_silently(); }

Step is_symbolic_(IntrinsicCall& call) {
  if (!call.has(1)) return Step::stopped;
  Value value = call.unpinned(call.value(0));
  bool is_symbolic = value.term && !value.is_mark() && !value.term->is_constant();
  call.note_symbolic(is_symbolic);
  call.result(is_symbolic);
  return Step::next;
}

Step get_obj_size_(IntrinsicCall& call) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  uint64_t bytes;
  const expr::Term* size;
  if (!call.size_at(address, bytes, size))
    return call.fail(ErrorKind::out_of_bounds, "klee_get_obj_size of no object");
  if (size && call.site().result_count)
    call.result(Value::of(call.terms().resize(size, call.site().result_widths[0])));
  else
    call.result(bytes);
  return Step::next;
}

// klee_choose(n): 0 … n - 1
Step choose_(IntrinsicCall& call) {
  uint64_t limit;
  if (!call.plain(0, limit)) return Step::stopped;
  if (limit == 0) return call.fail(ErrorKind::user, "klee_choose of nothing");
  const expr::Term* value = give_symbolic(call, "klee_choose");
  const expr::Term* below = call.terms().ult(value, call.terms().constant(value->width(), limit));
  return call.assume(below) ? Step::next : Step::stopped;
}

// klee_get_value_T(x): x fixed to one value
Step get_value_(IntrinsicCall& call) {
  if (!is_usable(call, 0)) return Step::stopped;
  Value value = call.value(0);
  if (value.is_plain() || value.term->is_constant()) {
    call.result(value);
    return Step::next;
  }
  expr::Wide wide;
  if (!call.concretise(value.term, "argument of klee_get_value", wide)) return Step::stopped;
  call.result(Value::of(call.terms().constant(wide)));
  return Step::next;
}

Step warning_(IntrinsicCall& call) {
  std::string message;
  if (!name_argument(call, 0, message)) return Step::stopped;
  call.warn("the program says: " + message);
  return Step::next;
}

namespace {

// The argument as people read it: a number, or an expression over the inputs.
std::string text_of(IntrinsicCall& call, unsigned i) {
  Value value = call.value(i);
  if (value.is_mark()) return value.is_poison() ? "undefined" : "uninitialised";
  const expr::Term* term = call.term(i);
  return term->is_constant() && term->width() <= 64 ? std::to_string(term->value()) : expr::to_infix(term);
}

}  // namespace

// klee_print_expr(message, x, …)
Step print_expr_(IntrinsicCall& call) {
  std::string message;
  if (!name_argument(call, 0, message)) return Step::stopped;
  for (unsigned i = 1; i < call.count(); ++i) message += (i == 1 ? ":" : ", ") + text_of(call, i);
  call.warn(std::move(message));
  return Step::next;
}

// klee_print_range(name, x): the expression, its only value or one of several, and the least and the greatest
Step print_range_(IntrinsicCall& call) {
  std::string message;
  if (!call.has(2) || !name_argument(call, 0, message)) return Step::stopped;
  message += ":" + text_of(call, 1);
  Value value = call.value(1);
  if (!value.is_mark() && !value.is_plain() && value.term->width() <= 64) {
    uint64_t low, high;
    call.bounds(value.term, low, high);
    if (low == high)
      message += fmt::format(" == {}", low);
    else
      message += fmt::format(" ~= {} (in [{}, {}])", call.model_value(value.term), low, high);
  }
  call.warn(std::move(message));
  return Step::next;
}

// klee_check_memory_access(address, size)
Step check_memory_access_(IntrinsicCall& call) {
  uint64_t address, size;
  if (!call.plain(0, address) || !call.plain(1, size)) return Step::stopped;
  return call.is_readable(address, size) ? Step::next : Step::stopped;
}

Step set_forking_(IntrinsicCall& call) {
  uint64_t on;
  if (!call.plain(0, on)) return Step::stopped;
  call.state().forking_off = on ? 0 : 1;
  return Step::next;
}

// klee_close_merge(): a join
Step close_merge_(IntrinsicCall& call) {
  call.stop_at_join();
  return Step::next;
}

// klee_open_merge, klee_mark_global, klee_stack_trace …: nothing that changes a path
Step nothing_(IntrinsicCall&) { return Step::next; }

Step zero_(IntrinsicCall& call) {
  call.result(0);
  return Step::next;
}

}  // namespace intrinsics
}  // namespace bonsai::exec
