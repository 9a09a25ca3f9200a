// Pinned inputs: values that the model of Linux fixes, such as the clock or the process id. They are symbols
// with one value.
//
// A pinned value is a term over an array whose name says all of it: what it is, its one value, and which
// others Linux could give. So it is computed with, stored and copied as any term, and a decision knows that
// it depends on it. But no question with one in it reaches the path condition: where the machine asks
// (is_defined() stands before each question), the term gets its one value first. A decision that is then none
// is taken without a fork.
//
// What another value would have led to is not explored, and goes into the ledger: a branch whose other
// direction is feasible with another value, or an address, a length or a condition on inputs that depends on
// one. Decisions of the model of Linux itself, and of the functions that write streams (standard output asks
// whether it is a terminal), are left out: nothing of the program depends on them.
//
// Terms of long computations (a generator of random numbers that the clock has seeded) would make everything
// slow: from `most_operations` of a path on, values are fixed where they are used, which goes into the ledger
// as well.
//
// Tested by tests/programs/pinned.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "exec/machine.h"
#include "solve/rebuild.h"

namespace bonsai::exec {

using expr::Term;

namespace {

constexpr std::string_view prefix = "pinned ";
constexpr unsigned bytes_of_one = 8;
constexpr uint32_t most_operations = 20'000;
// Different questions at one place about directions that no value takes, from which on one is taken to be
// feasible.
constexpr uint32_t most_questions = 1000;

// What the name of an array says.
struct Pinned {
  uint64_t serial = 0, value = 0, low = 0, high = 0;
  std::string_view name;
};

bool is_pinned_array(const Term* array) { return array->array().name.starts_with(prefix); }

Pinned read(const Term* array) {
  Pinned pinned;
  std::string_view text = array->array().name.substr(prefix.size());
  for (uint64_t* number : {&pinned.serial, &pinned.value, &pinned.low, &pinned.high}) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number, 16);
    text.remove_prefix(std::min(size_t(end - text.data()) + 1, text.size()));
  }
  pinned.name = text;
  return pinned;
}

bool is_pinned_byte(const Term* term) {
  return term->kind() == expr::Kind::Read && term->operand(0)->kind() == expr::Kind::Array &&
         term->operand(1)->is_constant() && is_pinned_array(term->operand(0));
}

bool depends_on_pinned_alone(const Term* term) {
  return std::ranges::all_of(term->support()->ranges(),
                             [](const expr::CellRange& range) { return is_pinned_array(range.array); });
}

}  // namespace

Value Machine::pin(uint64_t value, const std::string& name, uint64_t low, uint64_t high, uint64_t serial) {
  if (value < low || value > high) return Value::plain(value);
  has_pinned_ = true;
  const Term* array = terms_.array(
      fmt::format("{}{:x} {:x} {:x} {:x} {}", prefix, serial, value, low, high, name), bytes_of_one);
  const Term* all = terms_.symbolic_byte(array, 0);
  for (unsigned i = 1; i < bytes_of_one; ++i) all = terms_.concat(terms_.symbolic_byte(array, i), all);
  return Value::of(all);
}

bool Machine::is_pinned(const Term* term) const {
  if (!has_pinned_) return false;
  for (const expr::CellRange& range : term->support()->ranges())
    if (is_pinned_array(range.array)) return true;
  return false;
}

// The term with the values of what is pinned.
const Term* Machine::unpinned(const Term* root) {
  if (!is_pinned(root)) return root;
  std::vector<const Term*> todo{root};
  while (!todo.empty()) {
    const Term* term = todo.back();
    if (unpinned_.contains(term)) {
      todo.pop_back();
      continue;
    }
    if (is_pinned_byte(term)) {
      uint64_t index = term->operand(1)->value();
      uint64_t value = index < bytes_of_one ? read(term->operand(0)).value >> (8 * index) : 0;
      unpinned_[term] = terms_.constant(8, value & 0xff);
      todo.pop_back();
      continue;
    }
    if (term->arity() == 0 || !is_pinned(term)) {
      unpinned_[term] = term;
      todo.pop_back();
      continue;
    }
    bool ready = true;
    for (const Term* operand : term->operands())
      if (!unpinned_.contains(operand)) todo.push_back(operand), ready = false;
    if (!ready) continue;
    std::vector<const Term*> operands;
    for (const Term* operand : term->operands()) operands.push_back(unpinned_[operand]);
    unpinned_[term] = solve::rebuild(terms_, term, operands);
    todo.pop_back();
  }
  return unpinned_[root];
}

Value Machine::unpinned(Value value) {
  return value.term && !value.is_mark() ? Value::of(unpinned(value.term)) : value;
}

// Which values Linux could give to what a term depends on.
const Term* Machine::pinned_domain(const Term* term) {
  const Term* all = terms_.constant(1, 1);
  std::set<const Term*> seen;
  for (const expr::CellRange& range : term->support()->ranges()) {
    if (!is_pinned_array(range.array) || !seen.insert(range.array).second) continue;
    Pinned pinned = read(range.array);
    const Term* value = terms_.symbolic_byte(range.array, 0);
    for (unsigned i = 1; i < bytes_of_one; ++i)
      value = terms_.concat(terms_.symbolic_byte(range.array, i), value);
    all = terms_.land(all, terms_.land(terms_.ule(terms_.constant(64, pinned.low), value),
                                       terms_.ule(value, terms_.constant(64, pinned.high))));
  }
  return all;
}

// Nothing of the program depends on what happens here.
bool Machine::is_indifferent_to_pinned() const {
  static const std::set<std::string_view> writers = {
      "printf_core",    "wprintf_core",  "vfprintf", "fmt_u", "fmt_fp",
      "__stdout_write", "__stdio_write", "fwrite",   "out",   "pad",
      "__fwritex",      "fputs",         "puts",     "fputc", "putc"};
  for (const state::Frame* frame = frame_; frame; frame = frame->parent.get()) {
    const ir::Function& function = *frame->function;
    if (!function.is_runtime) return false;
    if (frame == frame_ && program_.file_of(function.location).find("/linux/") != std::string_view::npos)
      return true;
    if (writers.contains(function.source_name)) return true;
  }
  return true;  // before the program begins, or when it has ended
}

void Machine::leave_out_pinned(const Term* term, const char* what) {
  std::set<std::string_view> names;
  for (const expr::CellRange& range : term->support()->ranges())
    if (is_pinned_array(range.array)) names.insert(read(range.array).name);
  std::string text;
  for (std::string_view name : names) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  leave_out(base::Reason::pinned,
            fmt::format("{} depends on a value that the model of Linux fixes: {}", what, text));
}

// Called where something is decided by a term that depends on pinned values, which is `fixed` with them.
void Machine::note_pinned(const Term* term, const Term* fixed, const char* what) {
  if (following_ || replaying_ || !state_->replayed.is_over() || !frame_ || is_indifferent_to_pinned())
    return;
  if (term->width() == 1 && fixed->is_constant() && !config_.concolic) {
    // Could it go the other way? Most questions of programs ask whether the call has failed.
    // What depends on nothing else has one answer on all paths: who holds the lock of a stream, for example.
    const Term* other = fixed->is_true() ? terms_.lnot(term) : term;
    bool is_of_pinned_alone = depends_on_pinned_alone(term);
    if (is_of_pinned_alone && never_pinned_.contains(other->hash())) return;
    uint32_t& asked = pinned_questions_[{frame_->function->id, uint32_t(pc_ - code_of(*frame_))}];
    if (asked < most_questions) {
      solve::Reply reply = chain_.may_be_true(state_->condition, terms_.land(other, pinned_domain(term)));
      if (reply.answer == solve::Answer::unsat) {
        ++asked;
        if (is_of_pinned_alone) never_pinned_.insert(other->hash());
        return;
      }
      asked = most_questions;
    }
  }
  leave_out_pinned(term, what);
}

// Of a long computation the values are fixed.
const Term* Machine::bounded_pinned(const Term* term) {
  if (!is_pinned(term)) return term;
  if (state_->pinned_operations < most_operations) {
    ++state_->pinned_operations;
    return term;
  }
  leave_out_pinned(term, "a long computation");
  return unpinned(term);
}

}  // namespace bonsai::exec
