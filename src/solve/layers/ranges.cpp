#include "solve/layers/ranges.h"

#include <algorithm>
#include <bit>

#include "expr/fold.h"

namespace bonsai::solve {

using expr::Kind;
using expr::Term;
using expr::Width;

namespace {

Range full(Width width) { return {0, Term::mask(width)}; }

// All ones up to the highest bit of x.
uint64_t fill(uint64_t x) { return x == 0 ? 0 : ~uint64_t{0} >> std::countl_zero(x); }

Range add(Range a, Range b, Width width) {
  using U = unsigned __int128;
  const U size = U{1} << width, low = U{a.low} + b.low, high = U{a.high} + b.high;
  if (high < size) return {uint64_t(low), uint64_t(high)};
  if (low >= size) return {uint64_t(low - size), uint64_t(high - size)};
  return full(width);
}

// a - b: neither every difference wraps nor only some of them.
Range subtract(Range a, Range b, Width width) {
  const uint64_t mask = Term::mask(width);
  if (a.low >= b.high || a.high < b.low) return {(a.low - b.high) & mask, (a.high - b.low) & mask};
  return full(width);
}

Range multiply(Range a, Range b, Width width) {
  using U = unsigned __int128;
  const U high = U{a.high} * b.high;
  if (high > Term::mask(width)) return full(width);
  return {a.low * b.low, uint64_t(high)};
}

Range extract(Range a, Width low, Width width) {
  const uint64_t from = a.low >> low, to = a.high >> low;
  const uint64_t mask = Term::mask(width);
  if (width < 64 && from >> width != to >> width) return full(width);
  return {from & mask, to & mask};
}

Range sign_extend(Range a, Width from, Width to) {
  const uint64_t sign = uint64_t{1} << (from - 1);
  if (a.high < sign) return a;
  const uint64_t ones = Term::mask(to) & ~Term::mask(from);
  if (a.low >= sign) return {a.low | ones, a.high | ones};
  return full(to);
}

// Order of signed values as that of unsigned ones; false when the interval spans the sign change.
bool shift_sign(Range& a, Width width) {
  const uint64_t sign = uint64_t{1} << (width - 1);
  if (a.low < sign && a.high >= sign) {
    a = full(width);
    return false;
  }
  a = {a.low ^ sign, a.high ^ sign};
  return true;
}

Range less(Range a, Range b, bool strict) {
  if (strict ? a.high < b.low : a.high <= b.low) return {1, 1};
  if (strict ? a.low >= b.high : a.low > b.high) return {0, 0};
  return {0, 1};
}

Range bitwise(Kind kind, Range a, Range b) {
  switch (kind) {
    case Kind::And: return {0, std::min(a.high, b.high)};
    case Kind::Or: return {std::max(a.low, b.low), fill(a.high | b.high)};
    default: return {0, fill(a.high | b.high)};
  }
}

Range divide(Kind kind, Range a, Range b, Width width) {
  if (kind == Kind::UDiv)
    return {a.low / std::max<uint64_t>(b.high, 1), b.low == 0 ? Term::mask(width) : a.high / b.low};
  if (b.low > 0 && a.high < b.low) return a;
  return {0, b.low > 0 ? std::min(a.high, b.high - 1) : a.high};
}

Range shift(Kind kind, Range a, Range b, Width width) {
  if (kind == Kind::LShr) {
    if (b.low >= width) return {0, 0};
    return {b.high >= width ? 0 : a.low >> b.high, a.high >> b.low};
  }
  // Left: exact as long as no bit is lost.
  if (b.high >= width || (b.high > 0 && a.high >> (width - b.high) != 0)) return full(width);
  return {a.low << b.low, a.high << b.high};
}

}  // namespace

Reply RangeLayer::ask(Query& query) {
  if (!query.is_on_path()) return {};
  const Range range = this->range(query.path_condition, query.question);
  if (range.high == 0) return {Answer::unsat};
  if (range.low == 1) return {Answer::sat, query.path_condition.model()};
  return {};
}

void RangeLayer::forget() {
  memo_.clear();
  token_ = {};
}

Range RangeLayer::range(const PathCondition& path_condition, const Term* term) {
  const auto token = path_condition.facts_token();
  if (!(token == token_) || memo_.size() > kMemoLimit) {
    memo_.clear();
    token_ = token;
  }
  return visit(path_condition.facts(), term, 0);
}

Range RangeLayer::visit(const Facts& facts, const Term* term, unsigned depth) {
  if (term->is_constant()) return {term->value(), term->value()};
  Range range{term->unsigned_min(), term->unsigned_max()};
  if (depth > kDepth) return range;
  if (auto it = memo_.find(term); it != memo_.end()) return it->second;
  const bool narrow = std::all_of(term->operands().begin(), term->operands().end(),
                                  [](const Term* operand) { return operand->is_narrow(); });
  if (narrow) {
    const Range computed = from_operands(facts, term, depth);
    range = {std::max(range.low, computed.low), std::min(range.high, computed.high)};
  }
  if (const Fact* fact = facts.find(term))
    range = {std::max(range.low, fact->low), std::min(range.high, fact->high)};
  // Contradictory intervals mean that the path condition is infeasible, which is not for this layer to say.
  if (range.low > range.high) range = {term->unsigned_min(), term->unsigned_max()};
  memo_[term] = range;
  return range;
}

Range RangeLayer::from_operands(const Facts& facts, const Term* term, unsigned depth) {
  const Width width = term->width();
  auto of = [&](unsigned i) { return visit(facts, term->operand(i), depth + 1); };
  switch (term->kind()) {
    case Kind::Not: {
      const Range a = of(0);
      return {~a.high & Term::mask(width), ~a.low & Term::mask(width)};
    }
    case Kind::Neg: return subtract({0, 0}, of(0), width);
    case Kind::Add: {
      const Term *a = term->operand(0), *b = term->operand(1);
      if (b->kind() == Kind::Neg) return subtract(of(0), visit(facts, b->operand(0), depth + 1), width);
      if (a->kind() == Kind::Neg) return subtract(of(1), visit(facts, a->operand(0), depth + 1), width);
      return add(of(0), of(1), width);
    }
    case Kind::Mul: return multiply(of(0), of(1), width);
    case Kind::And:
    case Kind::Or:
    case Kind::Xor: {
      const Range a = of(0), b = of(1);
      if (a.is_value() && b.is_value()) {
        const uint64_t value = expr::fold(term->kind(), width, a.low, b.low);
        return {value, value};
      }
      return bitwise(term->kind(), a, b);
    }
    case Kind::UDiv:
    case Kind::URem: return divide(term->kind(), of(0), of(1), width);
    case Kind::Shl:
    case Kind::LShr: return shift(term->kind(), of(0), of(1), width);
    case Kind::ZExt: return of(0);
    case Kind::SExt: return sign_extend(of(0), term->operand(0)->width(), width);
    case Kind::Extract: return extract(of(0), term->low(), width);
    case Kind::Concat: {
      const Range high = of(0), low = of(1);
      const Width shift = term->operand(1)->width();
      return {high.low << shift | low.low, high.high << shift | low.high};
    }
    case Kind::Ite: {
      const Range condition = of(0);
      if (condition.is_value()) return of(condition.low != 0 ? 1 : 2);
      const Range a = of(1), b = of(2);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    case Kind::Eq: {
      const Range a = of(0), b = of(1);
      if (a.high < b.low || b.high < a.low) return {0, 0};
      return a.is_value() && b.is_value() ? Range{1, 1} : Range{0, 1};
    }
    case Kind::Ult:
    case Kind::Ule: return less(of(0), of(1), term->kind() == Kind::Ult);
    case Kind::Slt:
    case Kind::Sle: {
      Range a = of(0), b = of(1);
      shift_sign(a, term->operand(0)->width());
      shift_sign(b, term->operand(0)->width());
      return less(a, b, term->kind() == Kind::Slt);
    }
    case Kind::Read: return read_table(facts, term, depth);
    default: return full(width);
  }
}

Range RangeLayer::read_table(const Facts& facts, const Term* term, unsigned depth) {
  constexpr uint64_t kEntries = 1024;  // more are not worth scanning
  if (term->operand(0)->kind() != Kind::Table) return full(term->width());
  const expr::TableInfo& table = term->operand(0)->table();
  const Range index = visit(facts, term->operand(1), depth + 1);
  const uint64_t last = std::min(index.high, table.size());
  if (index.low > last || last - index.low >= kEntries) return full(term->width());
  Range range{~uint64_t{0}, 0};
  for (uint64_t i = index.low; i <= last; ++i) {
    range.low = std::min(range.low, table.element(i));
    range.high = std::max(range.high, table.element(i));
  }
  return range;
}

}  // namespace bonsai::solve
