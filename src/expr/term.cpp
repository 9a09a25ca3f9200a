#include "expr/term.h"

#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/hash.h"
#include "expr/support.h"

namespace bonsai::expr {

namespace {

struct KindRow {
  std::string_view name, infix, smt;
  unsigned arity;
};

constexpr KindRow kRows[] = {
#define KIND(name, arity, infix, smt, meaning) {#name, infix, smt, arity},
#include "expr/kinds.def"
#undef KIND
};

const KindRow& row(Kind kind) { return kRows[static_cast<unsigned>(kind)]; }

}  // namespace

std::string_view kind_name(Kind kind) { return row(kind).name; }
std::string_view kind_infix(Kind kind) { return row(kind).infix; }
std::string_view kind_smt(Kind kind) { return row(kind).smt; }
unsigned kind_arity(Kind kind) { return row(kind).arity; }

bool is_commutative(Kind kind) {
  switch (kind) {
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
    case Kind::Add:
    case Kind::Mul:
    case Kind::Eq:
    case Kind::FAdd:
    case Kind::FMul:
    case Kind::FEq: return true;
    default: return false;
  }
}

bool is_float_kind(Kind kind) { return kind >= Kind::FAdd && kind <= Kind::FToUInt; }

bool is_comparison(Kind kind) {
  return (kind >= Kind::Eq && kind <= Kind::Sle) || (kind >= Kind::FEq && kind <= Kind::FLe);
}

uint64_t TableInfo::element(uint64_t index) const {
  if (index >= size_) return 0;
  uint64_t value = 0;
  __builtin_memcpy(&value, bytes_ + index * stride_, stride_);
  return value;
}

const Term* Term::poison() {
  static constexpr Term marker(0);
  return &marker;
}

const Term* Term::uninit() {
  static constexpr Term marker(1);
  return &marker;
}

const Term* Term::pending(uint32_t call, uint32_t part) {
  static std::mutex mutex;
  static std::unordered_map<uint64_t, std::unique_ptr<Term>> all;
  uint64_t marker = uint64_t(call) << 32 | part << 2 | 2;
  std::lock_guard lock(mutex);
  std::unique_ptr<Term>& term = all[marker];
  if (!term) {
    term.reset(new Term(marker));
    term->hash_ = base::hash_combine(marker, 1);
  }
  return term.get();
}

bool Term::is_symbolic() const { return support_ != nullptr && !support_->empty(); }

std::vector<const Term*> addends(const Term* sum) {
  std::vector<const Term*> found, todo{sum};
  while (!todo.empty()) {
    const Term* term = todo.back();
    todo.pop_back();
    if (term->kind() == Kind::Add) {
      todo.push_back(term->operand(1));
      todo.push_back(term->operand(0));
    } else {
      found.push_back(term);
    }
  }
  return found;
}

}  // namespace bonsai::expr
