#include "solve/layers/repair.h"

#include <bit>

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

namespace {

// The inverse of an odd number modulo 2^64 (Newton's iteration doubles the correct bits).
uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
  return x;
}

// One attempt: passes wanted values down and sets bytes in `model`.
class Repair {
 public:
  Repair(expr::TermStore& store, const expr::Assignment& old, expr::Assignment& model)
      : store_(store), old_(old), model_(model) {}

  bool make(const Term* term, uint64_t value, unsigned depth = 0);

 private:
  static constexpr unsigned kDepth = 64;
  static constexpr unsigned kSteps = 256;  // operands tried in turn would multiply without it

  uint64_t now(const Term* term) { return expr::evaluate(store_, term, old_); }
  bool connective(const Term* term, bool value, unsigned depth);
  bool compare(const Term* term, bool value, unsigned depth);
  bool less(const Term* a, const Term* b, bool strict, uint64_t flip, unsigned depth);
  bool arithmetic(const Term* term, uint64_t value, unsigned depth);
  bool slice(const Term* term, uint64_t value, unsigned depth);
  bool masked(const Term* term, uint64_t value, unsigned depth);
  bool read(const Term* term, uint64_t value, unsigned depth);

  expr::TermStore& store_;
  const expr::Assignment& old_;
  expr::Assignment& model_;
  unsigned steps_ = 0;
};

bool Repair::make(const Term* term, uint64_t value, unsigned depth) {
  if (!term->is_narrow() || depth > kDepth || ++steps_ > kSteps) return false;
  if (term->is_constant()) return term->value() == value;
  switch (term->kind()) {
    case Kind::Read: return read(term, value, depth);
    case Kind::Not: return make(term->operand(0), ~value & Term::mask(term->width()), depth + 1);
    case Kind::And:
    case Kind::Or:
      return term->width() == 1 ? connective(term, value != 0, depth) : masked(term, value, depth);
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Ule:
    case Kind::Slt:
    case Kind::Sle: return compare(term, value != 0, depth);
    case Kind::Neg:
    case Kind::Add:
    case Kind::Xor:
    case Kind::Mul: return arithmetic(term, value, depth);
    case Kind::Ite: {
      const bool condition = now(term->operand(0)) != 0;
      if (make(term->operand(condition ? 1 : 2), value, depth + 1)) return true;
      // The other side has the value as it is: turn the condition.
      const Term* other = term->operand(condition ? 2 : 1);
      return other->is_narrow() && now(other) == value && make(term->operand(0), !condition, depth + 1);
    }
    default: return slice(term, value, depth);
  }
}

bool Repair::read(const Term* term, uint64_t value, unsigned depth) {
  const Term* array = term->operand(0);
  if (array->kind() == Kind::Array) {
    const uint64_t index = now(term->operand(1));
    if (index >= array->array().size) return value == 0;
    model_.set(array, index, static_cast<uint8_t>(value));
    return true;
  }
  if (array->kind() != Kind::Table) return false;
  // The entry with that value which is nearest from the present index on.
  const expr::TableInfo& table = array->table();
  constexpr uint64_t kTries = 4096;
  const uint64_t start = now(term->operand(1)) % std::max<uint64_t>(table.size(), 1);
  for (uint64_t i = 0; i < std::min(table.size(), kTries); ++i) {
    const uint64_t index = (start + i) % table.size();
    if (table.element(index) == value && make(term->operand(1), index, depth + 1)) return true;
  }
  return false;
}

bool Repair::connective(const Term* term, bool value, unsigned depth) {
  const Term *a = term->operand(0), *b = term->operand(1);
  const bool both = (term->kind() == Kind::And) == value;
  if (both) {
    const bool a_done = now(a) == value || make(a, value, depth + 1);
    return a_done && (now(b) == value || make(b, value, depth + 1));
  }
  return make(a, value, depth + 1) || make(b, value, depth + 1);
}

// a < b or a <= b, where `flip` is the sign bit for signed comparisons: change one side to the other's value.
bool Repair::less(const Term* a, const Term* b, bool strict, uint64_t flip, unsigned depth) {
  const uint64_t mask = Term::mask(a->width());
  const uint64_t va = now(a) ^ flip, vb = now(b) ^ flip;
  if (!a->is_constant() && !(strict && vb == 0) && make(a, ((vb - strict) & mask) ^ flip, depth + 1))
    return true;
  return !b->is_constant() && !(strict && va == mask) && make(b, ((va + strict) & mask) ^ flip, depth + 1);
}

bool Repair::compare(const Term* term, bool value, unsigned depth) {
  const Term *a = term->operand(0), *b = term->operand(1);
  if (!a->is_narrow()) return false;
  if (term->kind() == Kind::Eq) {
    const uint64_t va = now(a), vb = now(b);
    if (value) return (va == vb) || make(a, vb, depth + 1) || make(b, va, depth + 1);
    const uint64_t mask = Term::mask(a->width());
    return va != vb || make(a, (vb + 1) & mask, depth + 1) || make(b, (va + 1) & mask, depth + 1);
  }
  const bool is_signed = term->kind() == Kind::Slt || term->kind() == Kind::Sle;
  const bool strict = term->kind() == Kind::Ult || term->kind() == Kind::Slt;
  const uint64_t flip = is_signed ? uint64_t{1} << (a->width() - 1) : 0;
  return value ? less(a, b, strict, flip, depth) : less(b, a, !strict, flip, depth);
}

bool Repair::arithmetic(const Term* term, uint64_t value, unsigned depth) {
  const uint64_t mask = Term::mask(term->width());
  if (term->kind() == Kind::Neg) return make(term->operand(0), -value & mask, depth + 1);
  for (unsigned i : {0u, 1u}) {
    const Term *changed = term->operand(i), *fixed = term->operand(1 - i);
    if (changed->is_constant()) continue;
    const uint64_t other = now(fixed);
    uint64_t wanted = 0;
    if (term->kind() == Kind::Add) {
      wanted = value - other;
    } else if (term->kind() == Kind::Xor) {
      wanted = value ^ other;
    } else {
      const unsigned zeros = other == 0 ? 64 : std::countr_zero(other);
      if (zeros >= term->width() || (value & ~(~uint64_t{0} << zeros)) != 0) continue;
      wanted = (value >> zeros) * inverse(other >> zeros) & (mask >> zeros);
    }
    if (make(changed, wanted & mask, depth + 1)) return true;
  }
  return false;
}

// And, Or with one side fixed: the bits that the fixed side decides must be right already.
bool Repair::masked(const Term* term, uint64_t value, unsigned depth) {
  const uint64_t mask = Term::mask(term->width());
  for (unsigned i : {0u, 1u}) {
    const Term *changed = term->operand(i), *fixed = term->operand(1 - i);
    if (changed->is_constant()) continue;
    const uint64_t other = now(fixed);
    const uint64_t open = term->kind() == Kind::And ? other : ~other & mask;
    const uint64_t decided = term->kind() == Kind::And ? 0 : other;
    if (((value ^ decided) & ~open & mask) != 0) continue;
    if (make(changed, (now(changed) & ~open) | (value & open), depth + 1)) return true;
  }
  return false;
}

bool Repair::slice(const Term* term, uint64_t value, unsigned depth) {
  const Term* a = term->arity() > 0 ? term->operand(0) : nullptr;
  switch (term->kind()) {
    case Kind::ZExt: return (value & ~Term::mask(a->width())) == 0 && make(a, value, depth + 1);
    case Kind::SExt: {
      const uint64_t upper =
          Term::mask(term->width()) & ~Term::mask(a->width() - 1 == 0 ? 1 : a->width() - 1);
      if (a->width() > 1 && (value & upper) != 0 && (value & upper) != upper) return false;
      return make(a, value & Term::mask(a->width()), depth + 1);
    }
    case Kind::Extract: {
      if (!a->is_narrow()) return false;
      const uint64_t mask = Term::mask(term->width()) << term->low();
      return make(a, (now(a) & ~mask) | value << term->low(), depth + 1);
    }
    case Kind::Concat: {
      const Term* low = term->operand(1);
      return make(a, value >> low->width(), depth + 1) &&
             make(low, value & Term::mask(low->width()), depth + 1);
    }
    case Kind::Shl:
    case Kind::LShr: {
      const uint64_t amount = now(term->operand(1));
      const uint64_t mask = Term::mask(term->width());
      if (amount >= term->width()) return value == 0;
      const bool left = term->kind() == Kind::Shl;
      const uint64_t kept = left ? mask >> amount : mask << amount & mask;  // bits of a that are visible
      const uint64_t moved = left ? value >> amount : value << amount & mask;
      return make(a, (now(a) & ~kept) | (moved & kept), depth + 1);
    }
    default: return false;
  }
}

}  // namespace

Reply RepairLayer::ask(Query& query) {
  const Model& own = query.path_condition.model();
  if (!query.is_on_path() || !own) return {};
  auto model = std::make_shared<expr::Assignment>(*own);
  Repair repair(query.store, *own, *model);
  if (!repair.make(query.question, 1)) return {};
  if (!query.satisfied_by(*model)) return {};
  return {Answer::sat, std::move(model)};
}

}  // namespace bonsai::solve
