// Construction: how a request for a term becomes a term.
//
//   answered before? -> fold constants -> order operands -> lift over a constant ITE -> rules of the kind ->
//   intern
//
// The first step is a direct-mapped cache on the request as given, so that making the same term again costs
// one probe and no rewriting. Rules make other terms, to a bounded depth: past it terms are interned without
// rules, so that no input can exhaust the stack. That depth depends on structure only, like everything here.
//
// Tested by rewrite_test.cpp.

#include "base/hash.h"
#include "expr/float_value.h"
#include "expr/fold.h"
#include "expr/rewrite.h"
#include "expr/store_key.h"

namespace bonsai::expr {

namespace {

constexpr unsigned kMaxDepth = 64;

class DepthScope {
 public:
  explicit DepthScope(unsigned& depth) : depth_(depth) { ++depth_; }
  ~DepthScope() { --depth_; }
  DepthScope(const DepthScope&) = delete;
  DepthScope& operator=(const DepthScope&) = delete;

 private:
  unsigned& depth_;
};

uint64_t tag_of(Kind kind, Width width, uint64_t payload) {
  return static_cast<uint64_t>(kind) | uint64_t{width} << 8 | payload << 40;
}

}  // namespace

bool is_zero(const Term* t) {
  return t->is_constant() && (t->is_narrow() ? t->value() == 0 : t->wide_value().is_zero());
}

bool is_one(const Term* t) {
  return t->is_constant() && (t->is_narrow() ? t->value() == 1 : t->wide_value().is_one());
}

bool is_all_ones(const Term* t) {
  return t->is_constant() &&
         (t->is_narrow() ? t->value() == Term::mask(t->width()) : t->wide_value().is_all_ones());
}

int exact_log2(const Term* t) {
  if (!t->is_constant()) return -1;
  if (t->is_narrow()) return std::has_single_bit(t->value()) ? std::countr_zero(t->value()) : -1;
  const Wide value = t->wide_value();
  const uint32_t low = value.trailing_zeros();
  return low + 1 == value.active_bits() ? static_cast<int>(low) : -1;
}

const Term* TermStore::make(Kind kind, const Term* a) {
  return make_with(kind, a->width(), 0, a, nullptr, nullptr);
}

const Term* TermStore::make(Kind kind, const Term* a, const Term* b) {
  const Width width = is_comparison(kind) ? 1 : kind == Kind::Concat ? a->width() + b->width() : a->width();
  assert(kind == Kind::Concat || kind == Kind::Read || a->width() == b->width());
  assert(kind != Kind::Read || (a->is_array() && b->width() == kIndexWidth));
  return make_with(kind, width, 0, a, b, nullptr);
}

const Term* TermStore::make(Kind kind, const Term* a, const Term* b, const Term* c) {
  assert(kind != Kind::Ite || (a->width() == 1 && b->width() == c->width()));
  assert(kind != Kind::Store || (a->is_array() && b->width() == kIndexWidth && c->width() == a->width()));
  return make_with(kind, kind == Kind::Ite ? b->width() : a->width(), 0, a, b, c);
}

const Term* TermStore::sub(const Term* a, const Term* b) { return add(a, neg(b)); }

const Term* TermStore::zext(const Term* a, Width width) {
  assert(width >= a->width());
  return width == a->width() ? a : make_with(Kind::ZExt, width, 0, a, nullptr, nullptr);
}

const Term* TermStore::sext(const Term* a, Width width) {
  assert(width >= a->width());
  return width == a->width() ? a : make_with(Kind::SExt, width, 0, a, nullptr, nullptr);
}

const Term* TermStore::extract(const Term* a, Width low, Width width) {
  assert(width >= 1 && low + width <= a->width());
  return width == a->width() ? a : make_with(Kind::Extract, width, low, a, nullptr, nullptr);
}

const Term* TermStore::trunc(const Term* a, Width width) {
  assert(width >= 1 && width <= a->width());
  if (width == a->width()) return a;
  // Extract has no payload of this size, so that tag is free for truncation.
  constexpr uint64_t kTruncation = 0xffffff;
  if (!is_outermost()) return trunc_uncached(a, width);
  const uint64_t tag = tag_of(Kind::Extract, width, kTruncation);
  Made& made = made_slot(tag, a, nullptr, nullptr);
  if (made.result != nullptr) return made.result;
  const Term* result = trunc_uncached(a, width);
  made = {tag, {a, nullptr, nullptr}, result};  // whole: the extract inside may have used the same entry
  return result;
}

const Term* TermStore::trunc_uncached(const Term* a, Width width) {
  // Pushing a truncation down visits both operands; unbounded, shared operands would be visited exponentially
  // often.
  constexpr unsigned kMaxNarrowing = 4;
  if (narrowing_ < kMaxNarrowing) {
    const DepthScope scope(narrowing_);
    if (const Term* t = narrow(*this, a, width)) return t;
  }
  return extract(a, 0, width);
}

// The entry for a request, with a null result when it holds no answer yet.
TermStore::Made& TermStore::made_slot(uint64_t tag, const Term* a, const Term* b, const Term* c) {
  uint64_t h = tag * 0x9e3779b97f4a7c15u ^ reinterpret_cast<uintptr_t>(a);
  h = base::hash_mix(h ^ reinterpret_cast<uintptr_t>(c) << 7,
                     reinterpret_cast<uintptr_t>(b) ^ 0xd6e8feb86659fd93u);
  Made& made = made_[h & (made_.size() - 1)];
  if (made.tag == tag && made.operands[0] == a && made.operands[1] == b && made.operands[2] == c)
    ++statistics_.cache_hits;
  else
    made = {tag, {a, b, c}, nullptr};
  return made;
}

const Term* TermStore::make_with(Kind kind, Width width, uint64_t payload, const Term* a, const Term* b,
                                 const Term* c) {
  assert(!a->is_mark() && (b == nullptr || !b->is_mark()) && (c == nullptr || !c->is_mark()));
  const uint8_t arity = c != nullptr ? 3 : b != nullptr ? 2 : 1;
  const Key key{kind, arity, width, payload, {a, b, c}};
  if (!is_outermost()) return build(key);
  Made& made = made_slot(tag_of(kind, width, payload), a, b, c);
  if (made.result == nullptr) made.result = build(key);
  return made.result;
}

const Term* TermStore::build(const Key& given) {
  Key key = given;
  if (const Term* t = fold_constants(key)) return t;
  if (is_commutative(key.kind) && comes_before(key.operands[1], key.operands[0]))
    std::swap(key.operands[0], key.operands[1]);
  const bool outermost = is_outermost();
  const uint64_t hash = hash_of(key);
  if (outermost) {
    // A term that came out of this function as asked for needs no second look.
    const Term* t = slots_[find_slot(key, hash)].term;
    if (t != nullptr && (t->flags_ & Term::kNormalFlag) != 0) {
      ++statistics_.intern_hits;
      return t;
    }
  }
  if (depth_ < kMaxDepth) {
    const DepthScope scope(depth_);
    if (const Term* t = lift_over_ite(key)) return t;
    if (const Term* t = rewrite(key)) return t;
  }
  const Term* t = intern(key, hash);
  if (outermost && t->kind_ == key.kind) t->flags_ |= Term::kNormalFlag;
  return t;
}

const Term* TermStore::fold_constants(const Key& key) {
  for (const Term* t : key.span())
    if (!t->is_constant()) return nullptr;
  const Term *a = key.operands[0], *b = key.operands[1], *c = key.operands[2];
  const Rounding rounding = static_cast<Rounding>(key.payload);
  switch (key.kind) {
    case Kind::Read:
    case Kind::Store: return nullptr;
    case Kind::Ite: return a->value() != 0 ? b : c;
    case Kind::ZExt:
      return key.width <= 64 ? constant(key.width, a->value()) : constant(a->wide_value().zext(key.width));
    case Kind::SExt:
      return key.width <= 64 ? constant(key.width, static_cast<uint64_t>(sign_extend(a->value(), a->width())))
                             : constant(a->wide_value().sext(key.width));
    case Kind::Extract:
      return a->is_narrow() ? constant(key.width, a->value() >> key.payload)
                            : constant(a->wide_value().extract(static_cast<Width>(key.payload), key.width));
    case Kind::Concat:
      return key.width <= 64 ? constant(key.width, a->value() << b->width() | b->value())
                             : constant(Wide::concat(a->wide_value(), b->wide_value()));
    case Kind::FEq:
    case Kind::FLt:
    case Kind::FLe: return boolean(fold_float_compare(key.kind, a->width(), a->value(), b->value()));
    case Kind::FConvert:
      return constant(key.width, convert_float(a->value(), a->width(), key.width, rounding));
    case Kind::SIntToF:
    case Kind::UIntToF:
      return constant(key.width,
                      int_to_float(a->wide_value(), key.kind == Kind::SIntToF, key.width, rounding));
    case Kind::FToSInt:
    case Kind::FToUInt:
      return constant(float_to_int(a->value(), a->width(), key.kind == Kind::FToSInt, key.width));
    default: break;
  }
  if (is_float_kind(key.kind))
    return constant(key.width, fold_float(key.kind, key.width, rounding, a->value(),
                                          b != nullptr ? b->value() : 0, c != nullptr ? c->value() : 0));
  if (a->is_narrow())
    return constant(key.width, fold(key.kind, a->width(), a->value(), b != nullptr ? b->value() : 0));
  return constant(fold_wide(key.kind, a->wide_value(), b != nullptr ? b->wide_value() : Wide(a->width(), 0)));
}

// op(ite(c, k1, k2), k) becomes ite(c, op(k1, k), op(k2, k)): both sides fold, and an operation is gone.
const Term* TermStore::lift_over_ite(const Key& key) {
  if (key.kind == Kind::Ite || key.kind == Kind::Store || key.arity > 2) return nullptr;
  const Term* chosen = nullptr;
  for (unsigned i = 0; i < key.arity; ++i) {
    const Term* t = key.operands[i];
    if (t->is_constant() || t->kind() == Kind::Table) continue;
    if (!is(t, Kind::Ite) || !t->operand(1)->is_constant() || !t->operand(2)->is_constant()) return nullptr;
    // Two of them are fine when they ask the same question.
    if (chosen != nullptr && chosen->operand(0) != t->operand(0)) return nullptr;
    chosen = t;
  }
  if (chosen == nullptr) return nullptr;
  const auto side = [&](unsigned which) {
    const auto pick = [&](const Term* t) { return t != nullptr && is(t, Kind::Ite) ? t->operand(which) : t; };
    return make_with(key.kind, key.width, key.payload, pick(key.operands[0]), pick(key.operands[1]), nullptr);
  };
  const Term* then_term = side(1);
  return ite(chosen->operand(0), then_term, side(2));
}

const Term* TermStore::rewrite(const Key& key) {
  const Term *a = key.operands[0], *b = key.operands[1], *c = key.operands[2];
  if (a->width() == 1 && key.kind >= Kind::Neg && key.kind <= Kind::AShr)
    return rewrite_boolean(*this, key.kind, a, b);
  switch (key.kind) {
    case Kind::Store: return rewrite_store(*this, a, b, c);
    case Kind::Read: return rewrite_read(*this, a, b);
    case Kind::Not: return rewrite_not(*this, a);
    case Kind::And: return rewrite_and(*this, a, b);
    case Kind::Or: return rewrite_or(*this, a, b);
    case Kind::Xor: return rewrite_xor(*this, a, b);
    case Kind::Neg: return rewrite_neg(*this, a);
    case Kind::Add: return rewrite_add(*this, a, b);
    case Kind::Mul: return rewrite_mul(*this, a, b);
    case Kind::UDiv:
    case Kind::SDiv:
    case Kind::URem:
    case Kind::SRem: return rewrite_divide(*this, key.kind, a, b);
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr: return rewrite_shift(*this, key.kind, a, b);
    case Kind::ZExt: return rewrite_zext(*this, a, key.width);
    case Kind::SExt: return rewrite_sext(*this, a, key.width);
    case Kind::Extract: return rewrite_extract(*this, a, static_cast<Width>(key.payload), key.width);
    case Kind::Concat: return rewrite_concat(*this, a, b);
    case Kind::Ite: return rewrite_ite(*this, a, b, c);
    case Kind::Eq: return a->width() == 1 ? rewrite_boolean(*this, key.kind, a, b) : rewrite_eq(*this, a, b);
    case Kind::Ult:
    case Kind::Ule:
    case Kind::Slt:
    case Kind::Sle:
      return a->width() == 1 ? rewrite_boolean(*this, key.kind, a, b) : rewrite_less(*this, key.kind, a, b);
    case Kind::FEq:
    case Kind::FLt:
    case Kind::FLe: return rewrite_float_compare(*this, key.kind, a, b);
    case Kind::FConvert:
      return rewrite_float_convert(*this, a, key.width, static_cast<Rounding>(key.payload));
    default: return nullptr;
  }
}

}  // namespace bonsai::expr
