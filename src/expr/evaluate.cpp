// The evaluator: an iterative walk that leaves each value in its term.
//
// Tested by evaluate_test.cpp and, against a reference without rewriting, by rewrite_test.cpp.

#include "expr/evaluate.h"

#include "expr/float_value.h"
#include "expr/fold.h"

namespace bonsai::expr {

class Evaluator {
 public:
  Evaluator(TermStore& store, const Assignment& assignment)
      : assignment_(assignment),
        stack_(store.evaluation_stack_),
        wide_(store.wide_memo_),
        steps_(store.evaluated_) {
    if (assignment.epoch_ == 0) assignment.epoch_ = store.next_epoch_++;
    epoch_ = assignment.epoch_;
  }

  // Leaves the value of `root` in its memo.
  void run(const Term* root) {
    if (!is_ready(root)) stack_.push_back(root);
    while (!stack_.empty()) {
      ++steps_;
      const Term* t = stack_.back();
      if (is_ready(t) || step(t)) stack_.pop_back();
    }
  }

  uint64_t value(const Term* t) const { return t->is_constant() ? t->payload_.value : t->memo_value_; }
  Wide wide_value(const Term* t) const {
    if (t->is_constant()) return t->wide_value();
    return t->is_narrow() ? Wide(t->width(), t->memo_value_) : wide_[t->known_ones_];
  }

 private:
  bool is_ready(const Term* t) const { return t->memo_epoch_ == epoch_ || t->is_constant(); }

  // Pushes what is missing. True when nothing was.
  bool need(const Term* t) {
    if (is_ready(t)) return true;
    stack_.push_back(t);
    return false;
  }

  bool finish(const Term* t, uint64_t value) {
    t->memo_epoch_ = epoch_;
    t->memo_value_ = value;
    return true;
  }
  bool finish(const Term* t, const Wide& value) {
    if (t->is_narrow()) return finish(t, value.low64());
    t->memo_epoch_ = epoch_;
    wide_[t->known_ones_] = value;
    return true;
  }

  // Computes t, or pushes operands that it needs first and says false.
  bool step(const Term* t);
  bool step_ite(const Term* t);
  bool step_read(const Term* t);
  uint64_t compute(const Term* t) const;
  uint64_t compute_float(const Term* t) const;
  Wide compute_wide(const Term* t) const;

  const Assignment& assignment_;
  std::vector<const Term*>& stack_;
  std::vector<Wide>& wide_;
  uint64_t& steps_;  // of the store
  uint64_t epoch_ = 0;
};

bool Evaluator::step(const Term* t) {
  if (t->kind() == Kind::Ite) return step_ite(t);
  if (t->kind() == Kind::Read) return step_read(t);
  bool ready = true;
  for (const Term* operand : t->operands()) ready &= need(operand);
  if (!ready) return false;
  if (t->is_narrow() && t->operands_[0]->is_narrow()) return finish(t, compute(t));
  return finish(t, compute_wide(t));
}

bool Evaluator::step_ite(const Term* t) {
  if (!need(t->operands_[0])) return false;
  const Term* chosen = t->operands_[value(t->operands_[0]) != 0 ? 1 : 2];
  if (!need(chosen)) return false;
  return t->is_narrow() ? finish(t, value(chosen)) : finish(t, wide_value(chosen));
}

bool Evaluator::step_read(const Term* t) {
  if (!need(t->operands_[1])) return false;
  const uint64_t index = value(t->operands_[1]);
  const Term* array = t->operands_[0];
  // All indices that the walk meets are asked for at once, so that a long chain is walked twice, not once per
  // write.
  bool ready = true;
  for (; array->kind() == Kind::Store; array = array->operands_[0]) {
    ++steps_;
    const Term* written = array->operands_[1];
    if (!need(written))
      ready = false;
    else if (ready && value(written) == index)
      return need(array->operands_[2]) && finish(t, value(array->operands_[2]));
  }
  if (!ready) return false;
  if (array->kind() == Kind::Table) return finish(t, array->table().element(index));
  const ArrayInfo& info = array->array();
  return finish(t, uint64_t{index < info.size ? assignment_.cell(info.slot, index) : uint8_t{0}});
}

uint64_t Evaluator::compute(const Term* t) const {
  const uint64_t a = value(t->operands_[0]);
  switch (t->kind()) {
    case Kind::ZExt: return a;
    case Kind::SExt:
      return static_cast<uint64_t>(sign_extend(a, t->operands_[0]->width())) & Term::mask(t->width());
    case Kind::Extract: return (a >> t->low()) & Term::mask(t->width());
    case Kind::Concat: return a << t->operands_[1]->width() | value(t->operands_[1]);
    default: break;
  }
  if (is_float_kind(t->kind())) return compute_float(t);
  return fold(t->kind(), t->operands_[0]->width(), a, t->arity() > 1 ? value(t->operands_[1]) : 0);
}

uint64_t Evaluator::compute_float(const Term* t) const {
  const Term* operand = t->operands_[0];
  const Width from = operand->width();
  const uint64_t a = value(operand), b = t->arity() > 1 ? value(t->operands_[1]) : 0;
  switch (t->kind()) {
    case Kind::FEq:
    case Kind::FLt:
    case Kind::FLe: return fold_float_compare(t->kind(), from, a, b);
    case Kind::FConvert: return convert_float(a, from, t->width(), t->rounding());
    case Kind::SIntToF:
    case Kind::UIntToF:
      return int_to_float(Wide(from, a), t->kind() == Kind::SIntToF, t->width(), t->rounding());
    case Kind::FToSInt:
    case Kind::FToUInt: return float_to_int(a, from, t->kind() == Kind::FToSInt, t->width()).low64();
    default:
      return fold_float(t->kind(), t->width(), t->rounding(), a, b,
                        t->arity() > 2 ? value(t->operands_[2]) : 0);
  }
}

Wide Evaluator::compute_wide(const Term* t) const {
  const Wide a = wide_value(t->operands_[0]);
  switch (t->kind()) {
    case Kind::ZExt: return a.zext(t->width());
    case Kind::SExt: return a.sext(t->width());
    case Kind::Extract: return a.extract(t->low(), t->width());
    case Kind::SIntToF:
    case Kind::UIntToF:
      return Wide(t->width(), int_to_float(a, t->kind() == Kind::SIntToF, t->width(), t->rounding()));
    case Kind::FToSInt:
    case Kind::FToUInt: return float_to_int(a.low64(), a.width(), t->kind() == Kind::FToSInt, t->width());
    default: return fold_wide(t->kind(), a, t->arity() > 1 ? wide_value(t->operands_[1]) : a);
  }
}

uint64_t evaluate(TermStore& store, const Term* term, const Assignment& assignment) {
  assert(term->is_narrow() && !term->is_array() && !term->is_mark());
  Evaluator evaluator(store, assignment);
  evaluator.run(term);
  return evaluator.value(term);
}

Wide evaluate_wide(TermStore& store, const Term* term, const Assignment& assignment) {
  assert(!term->is_array() && !term->is_mark());
  Evaluator evaluator(store, assignment);
  evaluator.run(term);
  return evaluator.wide_value(term);
}

}  // namespace bonsai::expr
