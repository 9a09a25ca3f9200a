#include "solve/layers/rewrite.h"

#include <array>

#include "solve/rebuild.h"

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

Reply RewriteLayer::ask(Query& query) {
  if (!query.is_on_path()) return {};
  query.question = apply(query.path_condition, query.question);
  if (query.question->is_false()) return {Answer::unsat};
  if (query.question->is_true()) return {Answer::sat, query.path_condition.model()};
  return {};
}

void RewriteLayer::forget() {
  memo_.clear();
  token_ = {};
}

const Term* RewriteLayer::apply(const PathCondition& path_condition, const Term* term) {
  if (path_condition.facts().size() == 0 || !term->is_symbolic()) return term;
  const auto token = path_condition.facts_token();
  if (!(token == token_) || memo_.size() > kMemoLimit) {
    memo_.clear();
    token_ = token;
  }
  return rewrite(path_condition.facts(), term);
}

const Term* RewriteLayer::by_fact(const Facts& facts, const Term* term) {
  const Fact* fact = facts.find(term);
  if (!fact || !fact->is_value()) return nullptr;
  return fact->wide_value ? fact->wide_value : store_.constant(term->width(), fact->low);
}

// A comparison that an operand's interval decides.
const Term* RewriteLayer::by_interval(const Facts& facts, const Term* term) {
  const Kind kind = term->kind();
  if (kind != Kind::Eq && kind != Kind::Ult) return nullptr;
  const Term* a = term->operand(0);
  const Term* b = term->operand(1);
  if (!a->is_narrow() || a->is_constant() == b->is_constant()) return nullptr;
  const Term* bounded = a->is_constant() ? b : a;
  const Fact* fact = facts.find(bounded);
  if (!fact) return nullptr;
  const uint64_t constant = a->is_constant() ? a->value() : b->value();
  if (kind == Kind::Eq) return constant < fact->low || constant > fact->high ? store_.bool_false() : nullptr;
  if (bounded == a) {  // a < constant
    if (fact->high < constant) return store_.bool_true();
    return fact->low >= constant ? store_.bool_false() : nullptr;
  }
  if (constant < fact->low) return store_.bool_true();
  return constant >= fact->high ? store_.bool_false() : nullptr;
}

const Term* RewriteLayer::rewrite(const Facts& facts, const Term* term) {
  size_t budget = kBudget;
  pending_.assign(1, term);
  while (!pending_.empty()) {
    const Term* top = pending_.back();
    if (memo_.contains(top)) {
      pending_.pop_back();
      continue;
    }
    if (top->arity() == 0 || !top->is_symbolic()) {
      memo_[top] = top;
      continue;
    }
    if (const Term* value = top->is_array() ? nullptr : by_fact(facts, top)) {
      memo_[top] = value;
      continue;
    }
    bool ready = true;
    for (const Term* operand : top->operands()) {
      if (memo_.contains(operand)) continue;
      if (budget == 0) {
        memo_[operand] = operand;
        continue;
      }
      --budget;
      pending_.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    pending_.pop_back();
    std::array<const Term*, 3> operands{};
    bool changed = false;
    for (unsigned i = 0; i < top->arity(); ++i) {
      operands[i] = memo_[top->operand(i)];
      changed |= operands[i] != top->operand(i);
    }
    const Term* result = changed ? rebuild(store_, top, {operands.data(), top->arity()}) : top;
    if (const Term* outcome = by_interval(facts, result)) result = outcome;
    memo_[top] = result;
  }
  return memo_[term];
}

}  // namespace bonsai::solve
