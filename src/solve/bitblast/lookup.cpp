// Decision trees of constant tables.
//
// Idea: one tree per bit of the element. The bottom three levels see only 256 different functions, made once
// per look-up; above them the structural hashing of Mux gates shares equal subtrees, so that the tree is the
// reduced ordered binary decision diagram of the bit (R. Bryant, 1986): for 65,536 random elements about
// 8,200 gates per bit and not 65,535.
//
// A comparison of an element with a constant is a tree of one bit, whatever stands between the two; so T[x]
// == c costs what one bit costs, and T[T[x]] == c as well.
//
// Tested by lookup_test.cpp, bitblast_table_test.cpp.
#include "solve/bitblast/lookup.h"

#include <algorithm>
#include <array>
#include <bit>

#include "expr/fold.h"

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

IndexView view_index(Aig& aig, Bits index, uint64_t size) {
  IndexView view;
  const size_t low = std::min<size_t>(size <= 1 ? 0 : std::bit_width(size - 1), index.size());
  for (size_t i = 0; i < low; ++i) {
    if (index[i] == kTrue) {
      view.base |= uint64_t{1} << i;
    } else if (index[i] != kFalse) {
      view.unknown.push_back(index[i]);
      view.unknown_mask |= uint64_t{1} << i;
    }
  }
  view.beyond = bits_any(aig, index.subspan(low));
  return view;
}

namespace {

constexpr size_t kBottomBits = 3;

// Combines neighbours by the index bits from `level` on until one literal is left.
Lit fold_up(Aig& aig, const IndexView& view, size_t level, std::vector<Lit>& row) {
  for (; row.size() > 1 && !aig.exhausted(); ++level) {
    for (size_t i = 0; i < row.size() / 2; ++i)
      row[i] = aig.lmux(view.unknown[level], row[2 * i + 1], row[2 * i]);
    row.resize(row.size() / 2);
  }
  return row[0];
}

// The functions of the lowest three unknown bits, by their truth table.
class BottomFunctions {
 public:
  BottomFunctions(Aig& aig, const IndexView& view) : aig_(aig), view_(view) { known_.fill(kUnmade); }
  Lit get(uint8_t truth) {
    Lit& known = known_[truth];
    if (known != kUnmade) return known;
    std::vector<Lit> row(8);
    for (size_t i = 0; i < 8; ++i) row[i] = lit_constant(((truth >> i) & 1) != 0);
    return known = fold_up(aig_, view_, 0, row);
  }

 private:
  static constexpr Lit kUnmade = ~Lit{0};
  Aig& aig_;
  const IndexView& view_;
  std::array<Lit, 256> known_;
};

}  // namespace

void select_constants(Aig& aig, const IndexView& view, std::span<const uint64_t> leaves, uint64_t outside,
                      OutBits out) {
  BottomFunctions bottom(aig, view);
  std::vector<Lit> row;
  for (size_t bit = 0; bit < out.size() && !aig.exhausted(); ++bit) {
    Lit inside;
    if (view.unknown.size() < kBottomBits) {
      row.resize(leaves.size());
      for (size_t i = 0; i < leaves.size(); ++i) row[i] = lit_constant(((leaves[i] >> bit) & 1) != 0);
      inside = fold_up(aig, view, 0, row);
    } else {
      row.resize(leaves.size() / 8);
      for (size_t i = 0; i < row.size(); ++i) {
        uint8_t truth = 0;
        for (size_t j = 0; j < 8; ++j) truth |= static_cast<uint8_t>(((leaves[8 * i + j] >> bit) & 1) << j);
        row[i] = bottom.get(truth);
      }
      inside = fold_up(aig, view, kBottomBits, row);
    }
    out[bit] = aig.lmux(view.beyond, lit_constant(((outside >> bit) & 1) != 0), inside);
  }
}

void select_words(Aig& aig, const IndexView& view, std::vector<Lit>& leaves, OutBits out) {
  const size_t width = out.size();
  size_t count = view.leaves();
  for (Lit select : view.unknown) {
    count /= 2;
    for (size_t i = 0; i < count && !aig.exhausted(); ++i)
      for (size_t bit = 0; bit < width; ++bit)
        leaves[i * width + bit] =
            aig.lmux(select, leaves[(2 * i + 1) * width + bit], leaves[2 * i * width + bit]);
  }
  for (size_t bit = 0; bit < width; ++bit) out[bit] = aig.land(lit_not(view.beyond), leaves[bit]);
}

namespace {

bool is_table_read(const Term* term) {
  return term->kind() == Kind::Read && term->operand(0)->kind() == Kind::Table;
}

// The only operand that is no constant, if `term` is a function of one narrow operand that LookupPath::value
// can compute.
const Term* only_operand(const Term* term) {
  switch (term->kind()) {
    case Kind::Read: return is_table_read(term) ? term->operand(1) : nullptr;
    case Kind::Not:
    case Kind::Neg:
    case Kind::ZExt:
    case Kind::SExt:
    case Kind::Extract: return term->operand(0);
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
    case Kind::Add:
    case Kind::Mul:
    case Kind::UDiv:
    case Kind::SDiv:
    case Kind::URem:
    case Kind::SRem:
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr:
    case Kind::Concat:
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Ule:
    case Kind::Slt:
    case Kind::Sle:
      if (term->operand(0)->is_constant()) return term->operand(1);
      return term->operand(1)->is_constant() ? term->operand(0) : nullptr;
    default: return nullptr;
  }
}

uint64_t apply_step(const Term* step, uint64_t value) {
  const Term* first = step->operand(0);
  switch (step->kind()) {
    case Kind::Read: return first->table().element(value);
    case Kind::ZExt: return value;
    case Kind::SExt:
      return static_cast<uint64_t>(expr::sign_extend(value, first->width())) & Term::mask(step->width());
    case Kind::Extract: return (value >> step->low()) & Term::mask(step->width());
    case Kind::Not:
    case Kind::Neg: return expr::fold(step->kind(), step->width(), value, 0);
    case Kind::Concat: {
      const Term* second = step->operand(1);
      const uint64_t high = first->is_constant() ? first->value() : value;
      const uint64_t low = first->is_constant() ? value : second->value();
      return (high << second->width()) | low;
    }
    default:
      if (first->is_constant()) return expr::fold(step->kind(), first->width(), first->value(), value);
      return expr::fold(step->kind(), first->width(), value, step->operand(1)->value());
  }
}

}  // namespace

uint64_t LookupPath::value(uint64_t index_value) const {
  for (const Term* step : steps) index_value = apply_step(step, index_value);
  return index_value;
}

bool find_lookup(const Term* term, LookupPath& path) {
  constexpr size_t kLongest = 16;
  path.steps.clear();
  size_t reads_from = 0;  // steps up to the innermost read
  for (size_t i = 0; i < kLongest && term->is_narrow(); ++i) {
    const Term* next = only_operand(term);
    if (next == nullptr || next->is_constant()) break;
    path.steps.push_back(term);
    if (term->kind() == Kind::Read) {
      reads_from = path.steps.size();
      path.index = next;
    }
    term = next;
  }
  path.steps.resize(reads_from);
  std::reverse(path.steps.begin(), path.steps.end());
  return !path.steps.empty();
}

}  // namespace bonsai::solve
