#include <algorithm>

#include "solve/chain.h"
#include "solve/layers/ranges.h"
#include "solve/layers/rewrite.h"

// What the engine asks, put as queries.

namespace bonsai::solve {

using expr::Term;

std::optional<PathCondition> Chain::with_model(const PathCondition& pc, Answer& answer) {
  Reply found = model(pc);
  answer = found.answer;
  if (!found.model) return std::nullopt;
  PathCondition copy = pc;
  copy.set_model(std::move(found.model));
  return copy;
}

Reply Chain::may_be_true(const PathCondition& pc, const Term* condition) {
  if (pc.infeasible() || condition->is_false()) return {Answer::unsat};
  if (!pc.model()) {
    Answer answer;
    const auto complete = with_model(pc, answer);
    return complete ? may_be_true(*complete, condition) : Reply{answer};
  }
  if (condition->is_true()) return {Answer::sat, pc.model()};
  Query query(store_, pc, condition);
  return decide(query);
}

bool Chain::excludes(const PathCondition& pc, const Term* condition) {
  if (pc.infeasible() || condition->is_false()) return true;
  Query query(store_, pc, condition);
  if (rewrite_ && rewrite_->ask(query).answer == Answer::unsat) return true;
  return ranges_ && ranges_->ask(query).answer == Answer::unsat;
}

Certainty Chain::must_be_true(const PathCondition& pc, const Term* condition) {
  Reply reply = may_be_true(pc, store_.lnot(condition));
  switch (reply.answer) {
    case Answer::unsat: return {Verdict::yes};
    case Answer::sat: return {Verdict::no, std::move(reply.model)};
    default: return {};
  }
}

std::optional<expr::Wide> Chain::value(const PathCondition& pc, const Term* term) {
  const Reply found = model(pc);
  if (!found.model) return std::nullopt;
  return expr::evaluate_wide(store_, term, *found.model);
}

std::optional<expr::Wide> Chain::only_value(const PathCondition& pc, const Term* term) {
  const auto some = value(pc, term);
  if (!some) return std::nullopt;
  if (must_be_true(pc, store_.eq(term, store_.constant(*some))).verdict != Verdict::yes) return std::nullopt;
  return some;
}

// The least value of the term: `least` is a lower bound, `value` is attained. Every sat answer brings a value
// that may lie far below the middle.
uint64_t Chain::search_minimum(const PathCondition& pc, const Term* term, uint64_t least, uint64_t value,
                               bool& exact) {
  exact = true;
  bool first = true;
  while (least < value) {
    // The lower bound itself is attained more often than not.
    const uint64_t middle = first ? least : least + (value - least) / 2;
    first = false;
    const Reply reply = may_be_true(pc, store_.ule(term, store_.constant(term->width(), middle)));
    if (reply.answer == Answer::sat) {
      value = std::min(value, expr::evaluate(store_, term, *reply.model));
    } else if (reply.answer == Answer::unsat) {
      least = middle + 1;
    } else {
      exact = false;
      return least;
    }
  }
  return value;
}

Bounds Chain::quick_range(const PathCondition& pc, const Term* term) {
  RangeLayer fallback;
  RangeLayer& ranges = ranges_ ? *ranges_ : fallback;
  const Range known = ranges.range(pc, term);
  return {known.low, known.high, false, false};
}

Bounds Chain::minimum(const PathCondition& pc, const Term* term) {
  RangeLayer fallback;
  RangeLayer& ranges = ranges_ ? *ranges_ : fallback;
  Bounds bounds{term->unsigned_min(), term->unsigned_max(), false, false};
  Answer answer;
  const auto complete = with_model(pc, answer);
  if (!complete) return bounds;
  const Range known = ranges.range(*complete, term);
  bounds.high = known.high;
  bounds.low = search_minimum(*complete, term, known.low, expr::evaluate(store_, term, *complete->model()),
                              bounds.low_exact);
  return bounds;
}

Bounds Chain::maximum(const PathCondition& pc, const Term* term) {
  const Bounds mirrored = minimum(pc, store_.bnot(term));
  const uint64_t mask = Term::mask(term->width());
  return {~mirrored.high & mask, ~mirrored.low & mask, mirrored.high_exact, mirrored.low_exact};
}

Bounds Chain::range(const PathCondition& pc, const Term* term) {
  const Bounds low = minimum(pc, term);
  const Bounds high = maximum(pc, term);
  return {low.low, high.high, low.low_exact, high.high_exact};
}

Reply Chain::model(const PathCondition& pc) {
  if (pc.infeasible()) return {Answer::unsat};
  if (pc.model()) return {Answer::sat, pc.model()};
  PathCondition work = pc;
  work.set_model(std::make_shared<expr::Assignment>());
  Reply reply{Answer::sat, work.model()};
  pc.for_each_group([&](std::vector<const Term*> group) {
    if (!reply.decided() || reply.answer == Answer::unsat) return;
    const bool holds = std::all_of(group.begin(), group.end(), [&](const Term* term) {
      return expr::holds(store_, term, *work.model());
    });
    if (holds) return;
    const Term* last = group.back();
    group.pop_back();
    Query query(store_, work, std::move(group), last);
    reply = decide(query);
    if (reply.model) work.set_model(reply.model);
  });
  if (reply.answer == Answer::sat) reply.model = work.model();
  return reply;
}

void Chain::assume(PathCondition& pc, const Term* condition, Model model) {
  const Term* kept = rewrite_ && !pc.infeasible() ? rewrite_->apply(pc, condition) : condition;
  pc.add(store_, condition, kept, std::move(model));
}

}  // namespace bonsai::solve
