// Branches of the source that became values (load/source_branches.h): which directions a path covers of them,
// and inputs for those that no test takes.
//
// Where the condition and its guard are concrete, the direction is covered like any other. Where they are
// not, the path goes both ways at once; its test will go one, the one that its model says when the test is
// made. So the path keeps the two terms. And since no other path comes for the other direction, the machine
// asks for an input that takes it, as long as no test does: when the path passes, and again when it has
// ended, for then the input follows the whole path (an assumption or an error in between may have excluded
// the first answer). It is a solution of the path condition, so it comes here again when it is executed from
// the beginning, which is the worker's to do. Nothing forks, and what the path does does not depend on it.
//
// Tested by observe_test.cpp in explore, and by tests/check_source_branches.
#include "base/hash.h"
#include "exec/machine.h"
#include "expr/evaluate.h"

namespace bonsai::exec {

using expr::Term;

namespace {

constexpr size_t most_observed = 1 << 18;  // of one path: beyond that its tests show less than they cover
constexpr solve::Work work_per_input = 50'000'000;  // of one question
constexpr solve::Work free_work = 1'000'000'000;    // of all of them, and beyond that this share of all work
constexpr solve::Work share_of_work = 32;
constexpr solve::Work work_per_instruction = 4;
constexpr unsigned most_tried_at_end = 64;  // directions of one path, once the free work is used up

const Term* direction_of(expr::TermStore& terms, const Observed& observed, uint32_t way) {
  return terms.land(observed.guard, way ? terms.lnot(observed.condition) : observed.condition);
}

}  // namespace

void Machine::note_observed(size_t point) {
  seen_[point] = 1;
  noted_.push_back(uint32_t(point));
  journal_.push_back(uint32_t(point));
  if (coverage_->add(uint32_t(point)))
    state_->standing.covered_new_at = state_->instructions + limit_ - left_;
}

void Machine::observe(const Instr* pc, uint64_t left, Value condition, Value guard) {
  // What was never written has an error elsewhere, and what a skipped call left is not worth its recovery.
  if (condition.is_mark() || guard.is_mark() || (guard.is_plain() && !guard.bits)) return;
  pc_ = pc;
  left_ = left;
  answers_.clear();
  changed_ = false;
  uninitialised_before_ = state_->uninitialised_bytes;
  const Term* tested = term(condition, 1);
  const Term* under = term(guard, 1);
  if (is_undefined(tested) || is_undefined(under)) return;
  auto point = uint32_t(2 * size_t(pc - code_base_));
  for (const Term** each : {&under, &tested}) {
    if (!is_pinned(*each)) continue;
    const Term* fixed = unpinned(*each);
    note_pinned(*each, fixed, "branch");
    *each = fixed;
    if (under->is_false()) return;
  }
  if (under->is_true() && tested->is_constant()) {
    size_t taken = point + tested->is_false();
    if (!seen_[taken]) note_observed(taken);
    return;
  }
  uint64_t key = base::hash_combine(base::hash_combine(point, reinterpret_cast<uintptr_t>(tested)),
                                    reinterpret_cast<uintptr_t>(under));
  if (state_->is_observed.size() >= most_observed || state_->is_observed.find(key)) return;
  state_->is_observed.set(owner_, key, 1);
  auto* observed = new Observed;
  observed->before = std::move(state_->observed);
  observed->point = point;
  observed->condition = tested;
  observed->guard = under;
  state_->observed = base::Ref<Observed>(observed);
  bool goes_alone = following_ || replaying_ || !state_->replayed.is_over() || !guide_.empty();
  if (!tested_ || goes_alone || state_->is_lazy || state_->unchecked || !state_->condition.model()) return;
  for (uint32_t way = 0; way < 2; ++way)
    if (!tested_->has(point + way))
      observed->is_excluded[way] = seek(state_->condition, point + way, direction_of(terms_, *observed, way));
}

void Machine::seek_at_end(const Path& path) {
  if (!tested_ || path.is_lazy || !path.condition.model()) return;
  // What was found on the way may leave the path further on, and comes last.
  std::vector<FoundInput> on_the_way = std::exchange(found_inputs_, {});
  seek_observed(path);
  for (FoundInput& each : on_the_way) found_inputs_.push_back(std::move(each));
}

void Machine::seek_observed(const Path& path) {
  unsigned tried = 0;
  for (const Observed* each = path.observed.get(); each; each = each->before.get())
    for (uint32_t way = 0; way < 2; ++way) {
      if (each->is_excluded[way] || tested_->has(each->point + way)) continue;
      if (has_used_free_work() && ++tried > most_tried_at_end) return;
      seek(path.condition, each->point + way, direction_of(terms_, *each, way));
    }
}

bool Machine::has_used_free_work() const { return seek_work_ > free_work; }

bool Machine::may_seek(uint32_t point) {
  if (tested_->has(point)) return false;
  for (const FoundInput& each : found_inputs_)
    if (each.point == point) return false;
  if (!has_used_free_work()) return true;
  solve::Work all = chain_.work() + counters_.instructions * work_per_instruction;
  if (seek_work_ > free_work + all / share_of_work) return false;
  auto tries = tries_.find(point);
  if (tries == tries_.end() || tries->second.left_out == 0) return true;
  --tries->second.left_out;
  return false;
}

// Returns true if no input that meets the condition takes the direction. The path's own test takes the one
// that its model takes.
bool Machine::seek(const solve::PathCondition& condition, uint32_t point, const Term* direction) {
  if (direction->is_constant()) return direction->is_false();
  if (never_taken_.contains(direction->hash())) return true;
  if (!may_seek(point) || expr::holds(terms_, direction, *condition.model())) return false;
  solve::Work before = chain_.work(), most = chain_.config().work_per_query;
  chain_.set_work_per_query(std::min(most, work_per_input));
  solve::Reply reply = chain_.may_be_true(condition, direction);
  if (reply.answer == solve::Answer::sat) {
    found_inputs_.push_back({std::move(reply.model), point});
  } else {
    note_failure(point);
    // Does it depend on the path at all? Often it does not: the default of a switch that has all cases.
    if (reply.answer == solve::Answer::unsat && asked_of_inputs_.insert(direction->hash()).second &&
        chain_.may_be_true(solve::PathCondition(), direction).answer == solve::Answer::unsat)
      never_taken_.insert(direction->hash());
  }
  chain_.set_work_per_query(most);
  seek_work_ += chain_.work() - before;
  return reply.answer == solve::Answer::unsat;
}

std::vector<Machine::FoundInput> Machine::take_inputs() { return std::exchange(found_inputs_, {}); }

void Machine::charge_following(uint64_t instructions) { seek_work_ += instructions * work_per_instruction; }

void Machine::note_failure(uint32_t point) {
  Tries& tries = tries_[point];
  tries.failures = std::min<uint32_t>(tries.failures + 1, 40);
  tries.left_out = uint64_t(1) << tries.failures;
}

void Machine::for_each_observed(const Path& path, const std::function<bool(uint32_t)>& visit) {
  if (!path.condition.model()) return;
  const expr::Assignment& model = *path.condition.model();
  for (const Observed* each = path.observed.get(); each; each = each->before.get())
    if (expr::holds(terms_, each->guard, model))
      if (!visit(each->point + !expr::holds(terms_, each->condition, model))) return;
}

}  // namespace bonsai::exec
