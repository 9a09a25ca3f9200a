// What the interpreter asks: which way a condition goes, which value to take. Answers come from the tape
// while there is any, else from the path's model and the solver; then they are noted, and both ways are
// followed.
#include <fmt/format.h>

#include <cassert>
#include <unordered_map>

#include "exec/machine.h"
#include "expr/evaluate.h"
#include "solve/rebuild.h"

namespace bonsai::exec {

using expr::Term;
using state::Answer;

std::optional<Answer> Machine::next_answer(bool& settled, bool (Answer::*is_wanted)() const) {
  Replayed& replayed = state_->replayed;
  if (replayed.is_over()) {
    if (replaying_ || !state_->condition.model()) note_replay_fault();
    return std::nullopt;
  }
  settled = replayed.position < replayed.settled;
  std::optional<Answer> answer = state::read(*replayed.tape, replayed.position);
  // A tape that was stored may be anything.
  if (!answer || !((*answer).*is_wanted)()) {
    note_replay_fault();
    replayed = Replayed();
    return std::nullopt;
  }
  state::append(answers_, *answer);
  if (replayed.is_over()) replayed = Replayed();
  return answer;
}

// Goes on with some model: the run ends with a fault, not with a crash.
void Machine::note_replay_fault() {
  if (fault_.empty())
    fault_ = fmt::format("{}, at instruction {} of {}", tape_fault, uint64_t(pc_ - code_of(*frame_)),
                         frame_->function->source_name);
  if (!state_->condition.model()) state_->condition.set_model(std::make_shared<expr::Assignment>());
}

// A path that was brought back has its model already: it fits the answers that are left, or they are not its.
void Machine::assume_noted(const Term* condition) {
  chain_.assume(state_->condition, condition);
  if (!replaying_ && !state_->condition.model()) note_replay_fault();
}

void Machine::record(const Answer& answer) {
  state::append(state_->node->segment, answer);
  state::append(answers_, answer);
  if (chain_.work() > slow_at_ || wants_pause()) pause_soon();
}

uint64_t Machine::executed() const {
  // These count their block before they execute; the other side of a fork will do so again.
  switch (pc_->op) {
    case ir::Op::Switch:
    case ir::Op::IndirectBr:
    case ir::Op::Call:
    case ir::Op::Ret:
    case ir::Op::RetVoid:
    case ir::Op::RetMany:
    case ir::Op::Resume: return limit_ - left_ - pc_->weight;
    default: return limit_ - left_;
  }
}

// Makes the next end of a block yield, without changing what was executed.
void Machine::yield_soon() {
  if (int64_t(left_) < 0) return;
  limit_ -= left_;
  left_ = 0;
}

bool Machine::is_late(const solve::Reply& reply) const {
  return reply.answer == solve::Answer::unknown && chain_.is_over_deadline();
}

void Machine::suspend(size_t settled) {
  left_ = limit_ - executed();
  if (!answers_.empty()) state_->replayed = {std::make_shared<state::Tape>(answers_), 0, settled};
  state_->uninitialised_bytes = uninitialised_before_;
}

void Machine::begin_again() {
  begins_again_ = true;
  if (has_noted_itself()) trace_->pop_back();
  left_ = limit_ - executed();
  state_->uninitialised_bytes = uninitialised_before_;
}

void Machine::fork(bool taken, const Term* other, solve::Model model) {
  const Answer mine = Answer::condition(taken, true), its = Answer::condition(!taken, true);
  if (changed_ && fault_.empty()) {
    fault_ = fmt::format("instruction {} of {} changed the state before it asked",
                         uint64_t(pc_ - code_of(*frame_)), frame_->function->source_name);
  }
  flush_coverage();
  if (config_.merging) state_->part();
  auto path = std::make_unique<Path>(*state_);
  path->renew(tags_);
  path->id = next_path_++;
  path->top = state::FrameRef(frame_->copy(path->owner));
  path->top->pc = uint32_t(pc_ - code_of(*frame_));
  path->instructions += executed();
  path->uninitialised_bytes = uninitialised_before_;
  path->condition.set_model(std::move(model));
  path->awaited = other;
  auto tape = std::make_shared<state::Tape>(answers_);
  size_t settled = tape->size();
  state::append(*tape, its);
  path->replayed = {std::move(tape), 0, settled};
  // It notes the instruction again that noted itself before it asked.
  if (trace_) path->traced = uint32_t(trace_->size() - has_noted_itself());

  state::TreeNodeRef parent = std::move(state_->node);
  parent->kind = state::TreeNode::Kind::forked;
  parent->end = path->instructions;
  path->node = state::make_child(parent);
  state::append(path->node->segment, its);
  state_->node = state::make_child(parent);
  record(mine);

  // What both share now is written by neither. The running frame is the running path's alone.
  owner_ = state_->owner = tags_.take();
  frame_->owner = owner_;
  ++counters_.forks;
  forked_.push_back(std::move(path));
  if (config_.yield_on_fork) {
    yields_fork_ = true;
    yield_soon();
  }
}

bool Machine::decide(Value condition, bool& taken) {
  if (condition.is_plain()) {
    taken = condition.bits != 0;
    return true;
  }
  if (condition.is_mark()) return fail_undefined(condition, "branch"), false;
  return decide(condition.term, taken);
}

bool Machine::is_undefined(const Term* term) const {
  if (!config_.check_uninitialised || config_.symbolic_uninitialised) return false;
  for (const expr::CellRange& range : term->support()->ranges())
    if (range.array->array().name == uninitialised_name) return true;
  return false;
}

// The term with zeros for what was never written.
const Term* Machine::without_undefined(const Term* root) {
  std::unordered_map<const Term*, const Term*> done;
  std::vector<const Term*> todo{root};
  while (!todo.empty()) {
    const Term* term = todo.back();
    if (done.contains(term)) {
      todo.pop_back();
      continue;
    }
    bool is_byte = term->kind() == expr::Kind::Read && term->operand(0)->kind() == expr::Kind::Array &&
                   term->operand(0)->array().name == uninitialised_name;
    if (is_byte || term->arity() == 0 || !is_undefined(term)) {
      done[term] = is_byte ? terms_.zero(8) : term;
      todo.pop_back();
      continue;
    }
    bool ready = true;
    for (const Term* operand : term->operands())
      if (!done.contains(operand)) todo.push_back(operand), ready = false;
    if (!ready) continue;
    std::vector<const Term*> operands;
    for (const Term* operand : term->operands()) operands.push_back(done[operand]);
    done[term] = solve::rebuild(terms_, term, operands);
    todo.pop_back();
  }
  return done[root];
}

// A term may read bytes that were never written and yet not depend on them: an element at the symbolic index
// that was written just before. Only if its value can differ is that an error.
bool Machine::is_defined(const Term*& term, const char* what) {
  if (is_pinned(term)) {
    const Term* fixed = unpinned(term);
    note_pinned(term, fixed, what);
    term = fixed;
  }
  if (!is_undefined(term)) return true;
  const Term* zeroed = without_undefined(term);
  bool depends = false;
  if (!can_be(terms_.ne(term, zeroed), true, depends)) return false;
  if (depends) return fail_undefined(Value::of(term), what), false;
  term = zeroed;
  return true;
}

bool Machine::decide(const Term* condition, bool& taken) {
  if (!is_defined(condition, "branch")) return false;
  if (condition->is_constant()) {
    taken = condition->is_true();
    return true;
  }
  bool settled = false;
  size_t before = answers_.size();
  if (std::optional<Answer> answer = next_answer(settled, &Answer::is_condition)) {
    taken = answer->is_true();
    if (!answer->is_choice()) return true;
    if (settled) return read_fixed(true), true;
    const Term* way = taken ? condition : terms_.lnot(condition);
    if (state_->unchecked && state_->replayed.is_over()) return check_way(way, before);
    read_fixed(false);
    assume_noted(way);
    state_->awaited = nullptr;
    return true;
  }
  if (guided_way(taken)) return force(taken ? condition : terms_.lnot(condition), taken);
  taken = expr::holds(terms_, condition, *state_->condition.model());
  const Term* mine = taken ? condition : terms_.lnot(condition);
  const Term* other = taken ? terms_.lnot(condition) : condition;
  if (following_) {
    record(Answer::condition(taken, true));
    chain_.assume(state_->condition, mine);
    return true;
  }
  if (state_->seeds && part_seeds(condition, taken)) {
    chain_.assume(state_->condition, mine);
    return true;
  }
  if (config_.concolic) return leave_open(mine, other, taken);
  solve::Reply reply = chain_.may_be_true(state_->condition, other);
  if (reply.answer == solve::Answer::unsat) {
    record(Answer::condition(taken, false));
    return true;
  }
  if (is_late(reply)) return suspend(), false;
  if (reply.answer == solve::Answer::unknown || !may_fork()) {
    leave_side(reply.answer == solve::Answer::unknown ? base::Reason::unknown : no_fork_reason());
    record(Answer::condition(taken, true));
  } else {
    fork(taken, other, std::move(reply.model));
    forked_.back()->seeds = nullptr;
  }
  chain_.assume(state_->condition, mine);
  return true;
}

bool Machine::can_be(const Term* condition, bool adopt, bool& answer) {
  condition = unpinned(condition);
  if (condition->is_constant()) {
    answer = condition->is_true();
    return true;
  }
  bool settled = false;
  if (std::optional<Answer> noted = next_answer(settled, &Answer::is_condition)) {
    answer = noted->is_true();
    return true;
  }
  answer = expr::holds(terms_, condition, *state_->condition.model());
  if (!answer) {
    solve::Reply reply = chain_.may_be_true(state_->condition, condition);
    answer = reply.answer == solve::Answer::sat;
    if (is_late(reply)) return suspend(), false;
    if (reply.answer == solve::Answer::unknown)
      leave_side(base::Reason::unknown);  // taken for no: an error may hide there
    if (answer && adopt) state_->condition.set_model(reply.model);
  }
  record(Answer::condition(answer, false));
  return true;
}

// The point that the path must pass next.
std::optional<uint32_t> Machine::guided() const {
  size_t passed = trace_ ? trace_->size() : 0;
  return passed < guide_.size() ? std::optional(guide_[passed]) : std::nullopt;
}

// Does the guide say which way the running instruction goes?
bool Machine::guided_way(bool& taken) const {
  std::optional<uint32_t> next = guided();
  if (!next) return false;
  if (pc_->op == ir::Op::Switch || pc_->op == ir::Op::IndirectBr) {
    taken = true;  // symbolic_switch() asks for nothing but the way of the guide
    return true;
  }
  if (!ir::is_conditional(frame_->function->code[size_t(pc_ - code_of(*frame_))].op)) return false;
  taken = *next == 2 * uint64_t(pc_ - code_base_);
  return true;
}

// The condition of the way that the path must go, or it ends here.
bool Machine::force(const Term* condition, bool taken) {
  solve::Model model;
  if (!expr::holds(terms_, condition, *state_->condition.model())) {
    solve::Reply reply = chain_.may_be_true(state_->condition, condition);
    if (reply.answer != solve::Answer::sat) return end_silently(), false;
    model = reply.model;
  }
  record(Answer::condition(taken, true));
  chain_.assume(state_->condition, condition, model);
  return true;
}

bool Machine::assume(const Term* condition) {
  if (!is_defined(condition, "assumption")) return false;
  if (condition->is_constant()) {
    if (!condition->is_true()) end_silently();
    return condition->is_true();
  }
  bool settled = false;
  if (std::optional<Answer> answer = next_answer(settled, &Answer::is_condition)) {
    if (!answer->is_true()) return end_silently(), false;
    if (!settled) assume_noted(condition);
    return true;
  }
  solve::Model model;
  if (!expr::holds(terms_, condition, *state_->condition.model())) {
    solve::Reply reply = chain_.may_be_true(state_->condition, condition);
    if (is_late(reply)) return suspend(), false;
    if (!reply.decided()) reply = another_seed(condition);
    if (reply.answer != solve::Answer::sat) {
      record(Answer::condition(false, true));
      if (reply.answer == solve::Answer::unsat) return end_silently(), false;
      return give_up(base::Reason::unknown, "the solver cannot tell whether an assumption can hold"), false;
    }
    model = reply.model;
  }
  record(Answer::condition(true, true));
  keep_seeds(condition);
  chain_.assume(state_->condition, condition, model);
  return true;
}

std::optional<std::string> Machine::followed_input(const SymbolicInput& input) {
  const Replayed& replayed = state_->replayed;
  size_t position = replayed.position;
  std::optional<Answer> next;
  if (!replayed.is_over()) next = state::read(*replayed.tape, position);
  bool settled;
  if (next && next->kind == Answer::Kind::input) {
    next_answer(settled, &Answer::has_bytes);
    if (next->bytes.size() == input.size) return next->bytes;
    note_replay_fault();
  }
  if (!following_) return std::nullopt;
  std::string bytes;
  for (uint64_t i = 0; i < input.size; ++i)
    bytes.push_back(char(state_->condition.model()->get(input.array, i)));
  record({Answer::Kind::input, 0, bytes});
  return bytes;
}

uint64_t Machine::model_value(const Term* term) {
  return expr::evaluate(terms_, unpinned(term), *state_->condition.model());
}

uint64_t Machine::noted(const std::function<uint64_t()>& compute) {
  bool settled = false;
  if (std::optional<Answer> answer = next_answer(settled, &Answer::is_number)) return answer->number;
  uint64_t number = compute();
  record({Answer::Kind::number, number});
  return number;
}

std::string Machine::noted_bytes(const std::function<std::string()>& compute) {
  bool settled = false;
  if (std::optional<Answer> answer = next_answer(settled, &Answer::has_bytes)) return answer->bytes;
  std::string bytes = compute();
  record({Answer::Kind::bytes, 0, bytes});
  return bytes;
}

void Machine::bounds(const Term* term, uint64_t& low, uint64_t& high) {
  bool searched = false;
  solve::Bounds found;
  auto search = [&] {
    if (!searched) found = chain_.range(state_->condition, term);
    searched = true;
  };
  low = noted([&] {
    search();
    return found.low;
  });
  high = noted([&] {
    search();
    return found.high;
  });
}

bool Machine::concrete(Value value, const char* what, uint64_t& bits) {
  bits = value.bits;
  if (value.is_plain()) return true;
  if (value.is_mark()) return fail_undefined(value, what), false;
  if (value.term->is_constant() || value.term->width() > 64) {
    give_up(base::Reason::instruction, fmt::format("{} of {} bits", what, value.term->width()));
    return false;
  }
  if (!is_defined(value.term, what)) return false;
  if (value.term->is_constant()) {
    bits = value.term->value();
    return true;
  }
  for (uint64_t tried = 0;; ++tried) {
    bits = noted([&] { return model_value(value.term); });
    if (tried == config_.max_values)
      return give_up(base::Reason::values,
                     fmt::format("{} has more than {} values", what, config_.max_values)),
             false;
    bool taken;
    if (!decide(terms_.eq(value.term, terms_.constant(value.term->width(), bits)), taken)) return false;
    if (taken) return true;
  }
}

bool Machine::concrete_few(const Term* term, uint64_t most, const char* what, expr::Wide& value) {
  if (!is_defined(term, what)) return false;
  for (uint64_t tried = 0; tried < most && !term->is_constant() && term->width() <= 64; ++tried) {
    uint64_t bits = noted([&] { return model_value(term); });
    bool taken;
    if (!decide(terms_.eq(term, terms_.constant(term->width(), bits)), taken)) return false;
    value = expr::Wide(term->width(), bits);
    if (taken) return true;
  }
  return concretise(term, what, value);
}

bool Machine::concretise(const Term* term, const char* what, expr::Wide& value) {
  if (!is_defined(term, what)) return false;
  if (term->is_constant()) {
    value = term->wide_value();
    return true;
  }
  auto words = [&] {
    expr::Wide found = expr::evaluate_wide(terms_, term, *state_->condition.model());
    std::string bytes;
    for (unsigned i = 0; i < (term->width() + 63) / 64; ++i) {
      uint64_t word = found.word(i);
      bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
    return bytes;
  };
  auto wide = [&](const std::string& bytes) {
    return expr::Wide::from_words(term->width(), reinterpret_cast<const uint64_t*>(bytes.data()),
                                  bytes.size() / sizeof(uint64_t));
  };
  // What became symbolic by merging is one path for each value again.
  for (uint64_t tried = 0; state_->merged && tried < config_.max_values; ++tried) {
    value = wide(noted_bytes(words));
    bool taken;
    if (!decide(terms_.eq(term, terms_.constant(value)), taken)) return false;
    if (taken) return true;
  }
  bool settled = false;
  if (std::optional<Answer> answer = next_answer(settled, &Answer::has_bytes)) {
    value = wide(answer->bytes);
    if (!settled) assume_noted(terms_.eq(term, terms_.constant(value)));
    return true;
  }
  std::string bytes = words();
  value = wide(bytes);
  record({Answer::Kind::bytes, 0, std::move(bytes)});
  keep_seeds(terms_.eq(term, terms_.constant(value)));
  chain_.assume(state_->condition, terms_.eq(term, terms_.constant(value)));
  std::string text = fmt::format("{} is symbolic and was fixed to one value", what);
  ++counters_.concretised;
  leave_out(base::Reason::concretised, text);
  warn(std::move(text));
  return true;
}

Step Machine::give_up(base::Reason reason, std::string detail) {
  outcome_.kind = Outcome::Kind::given_up;
  outcome_.gap = reason;
  if (detail.empty()) detail = base::meaning(reason);
  outcome_.reason = in_library(std::move(detail), outcome_.place);
  return Step::stopped;
}

void Machine::leave_out(base::Reason reason, std::string detail) {
  if (following_ || replaying_ || !state_->replayed.is_over()) return;
  base::CodePlace place;
  detail = in_library(std::move(detail), place);
  counters_.ledger.add(reason, std::move(detail), std::move(place));
}

Step Machine::end_silently() {
  outcome_.kind = Outcome::Kind::silent;
  return Step::stopped;
}

void Machine::warn(std::string text) {
  ++counters_.warnings;
  const ir::Location& at = program_.locations[location()];
  warnings_.push_back(at.line ? fmt::format("{}:{}: {}", program_.strings[at.file], at.line, text)
                              : std::move(text));
}

}  // namespace bonsai::exec
