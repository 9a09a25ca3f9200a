#include "solve/smtlib/operators.h"

#include <algorithm>
#include <array>

// Core, bit vectors and arrays; floats are in operators_float.cpp. Tested by smtlib_reader_test.cpp, which
// compares with z3.

namespace bonsai::solve::smtlib {

using expr::Kind;
using expr::Term;

std::optional<Value> Operators::apply(std::string_view name, Indices indices, Arguments arguments) {
  message_.clear();
  std::optional<Value> out;
  const bool known = indices.empty() ? core(name, arguments, out) || bit_vector(name, arguments, out) ||
                                           comparison(name, arguments, out) || arrays(name, arguments, out) ||
                                           floating(name, arguments, out)
                                     : indexed(name, indices, arguments, out) ||
                                           float_indexed(name, indices, arguments, out);
  if (!known) return fail("unsupported: function '" + std::string(name) + "'");
  return out;
}

std::optional<Value> Operators::fail(std::string message) {
  if (message_.empty()) message_ = std::move(message);
  return std::nullopt;
}

// Between `least` and `most` arguments of one kind of sort; bit vectors and floats of one width.
bool Operators::expect(Arguments a, Sort::Kind kind, size_t least, size_t most) {
  if (a.size() < least || a.size() > most) {
    fail("wrong number of arguments");
    return false;
  }
  if (std::any_of(a.begin(), a.end(), [&](const Value& v) { return v.sort.kind != kind; })) {
    fail("an argument of the wrong sort");
    return false;
  }
  return expect_same(a);
}

bool Operators::expect_same(Arguments a) {
  for (size_t i = 1; i < a.size(); ++i) {
    if (a[i].sort == a[0].sort) continue;
    fail("arguments of different sorts: " + a[0].sort.print() + " and " + a[i].sort.print());
    return false;
  }
  return true;
}

const Term* Operators::equal(const Value& a, const Value& b) {
  // There is one NaN, of many patterns; all else is equal when the bits are.
  const Term* same =
      a.term->width() == 1 ? store_.lnot(store_.bxor(a.term, b.term)) : store_.eq(a.term, b.term);
  if (!a.sort.is(Sort::Kind::floating)) return same;
  return store_.lor(same, store_.land(store_.fisnan(a.term), store_.fisnan(b.term)));
}

bool Operators::core(std::string_view name, Arguments a, std::optional<Value>& out) {
  const auto boolean = [&](const Term* term) { out = Value{Sort::boolean(), term}; };
  constexpr size_t kMany = ~size_t{0};
  if (name == "not") {
    if (expect(a, Sort::Kind::boolean, 1, 1)) boolean(store_.lnot(a[0].term));
  } else if (name == "and" || name == "or" || name == "xor") {
    if (!expect(a, Sort::Kind::boolean, 1, kMany)) return true;
    const Kind kind = name == "and" ? Kind::And : name == "or" ? Kind::Or : Kind::Xor;
    const Term* all = a[0].term;
    for (size_t i = 1; i < a.size(); ++i) all = store_.make(kind, all, a[i].term);
    boolean(all);
  } else if (name == "=>") {
    if (!expect(a, Sort::Kind::boolean, 2, kMany)) return true;
    const Term* all = a.back().term;
    for (size_t i = a.size() - 1; i-- > 0;) all = store_.implies(a[i].term, all);
    boolean(all);
  } else if (name == "=" || name == "distinct") {
    constexpr size_t kMostDistinct = 1000;  // pairs grow with the square
    if (a.size() < 2 || (name == "distinct" && a.size() > kMostDistinct)) {
      fail("wrong number of arguments");
      return true;
    }
    if (!expect_same(a)) return true;
    if (!a[0].term) {
      fail("unsupported: equality of " + a[0].sort.print());
      return true;
    }
    const Term* all = store_.bool_true();
    for (size_t i = 0; i + 1 < a.size(); ++i)
      for (size_t j = i + 1; j < (name == "=" ? i + 2 : a.size()); ++j)
        all = store_.land(all, name == "=" ? equal(a[i], a[j]) : store_.lnot(equal(a[i], a[j])));
    boolean(all);
  } else if (name == "ite") {
    if (a.size() != 3 || !a[0].sort.is(Sort::Kind::boolean)) {
      fail("ite takes a Bool and two values");
    } else if (expect_same(a.subspan(1))) {
      if (a[1].term)
        out = Value{a[1].sort, store_.ite(a[0].term, a[1].term, a[2].term)};
      else
        fail("unsupported: ite of " + a[1].sort.print());
    }
  } else {
    return false;
  }
  return true;
}

// The sign of the divisor.
const Term* Operators::signed_modulo(const Term* a, const Term* b) {
  auto& s = store_;
  const Term *sa = s.sign_bit(a), *sb = s.sign_bit(b);
  const Term* u = s.urem(s.ite(sa, s.neg(a), a), s.ite(sb, s.neg(b), b));
  const Term* is_zero = u->width() == 1 ? s.lnot(u) : s.eq(u, s.zero(u->width()));
  const Term* negative = s.ite(sb, s.neg(u), s.add(s.neg(u), b));
  const Term* positive = s.ite(sb, s.add(u, b), u);
  return s.ite(is_zero, u, s.ite(sa, negative, positive));
}

bool Operators::bit_vector(std::string_view name, Arguments a, std::optional<Value>& out) {
  struct Row {
    std::string_view name;
    Kind kind;
    bool is_chain;    // takes two or more
    bool is_negated;  // complemented result
  };
  static constexpr std::array<Row, 18> kRows = {{{"bvand", Kind::And, true, false},
                                                 {"bvor", Kind::Or, true, false},
                                                 {"bvxor", Kind::Xor, true, false},
                                                 {"bvadd", Kind::Add, true, false},
                                                 {"bvmul", Kind::Mul, true, false},
                                                 {"bvnand", Kind::And, false, true},
                                                 {"bvnor", Kind::Or, false, true},
                                                 {"bvxnor", Kind::Xor, false, true},
                                                 {"bvudiv", Kind::UDiv, false, false},
                                                 {"bvurem", Kind::URem, false, false},
                                                 {"bvsdiv", Kind::SDiv, false, false},
                                                 {"bvsrem", Kind::SRem, false, false},
                                                 {"bvshl", Kind::Shl, false, false},
                                                 {"bvlshr", Kind::LShr, false, false},
                                                 {"bvashr", Kind::AShr, false, false},
                                                 {"bvnot", Kind::Not, false, false},
                                                 {"bvneg", Kind::Neg, false, false},
                                                 {"bvsub", Kind::Add, false, false}}};
  constexpr size_t kMany = ~size_t{0};
  if (name == "concat") {
    if (a.size() < 2 ||
        std::any_of(a.begin(), a.end(), [](const Value& v) { return !v.sort.is(Sort::Kind::bit_vector); })) {
      fail("concat takes two or more bit vectors");
      return true;
    }
    const Term* all = a[0].term;
    for (size_t i = 1; i < a.size(); ++i) {
      if (all->width() + a[i].term->width() > kMaxWidth) {
        fail("a bit vector of more than " + std::to_string(kMaxWidth) + " bits");
        return true;
      }
      all = store_.concat(all, a[i].term);
    }
    out = Value{Sort::bit_vector(all->width()), all};
    return true;
  }
  if (name == "bvcomp") {
    if (expect(a, Sort::Kind::bit_vector, 2, 2)) out = Value{Sort::bit_vector(1), equal(a[0], a[1])};
    return true;
  }
  if (name == "bvsmod") {
    if (expect(a, Sort::Kind::bit_vector, 2, 2)) out = Value{a[0].sort, signed_modulo(a[0].term, a[1].term)};
    return true;
  }
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.name == name; });
  if (row == kRows.end()) return false;
  const size_t arity = row->kind == Kind::Not || row->kind == Kind::Neg ? 1 : 2;
  if (!expect(a, Sort::Kind::bit_vector, arity, row->is_chain ? kMany : arity)) return true;
  const Term* all = a[0].term;
  if (arity == 1) all = store_.make(row->kind, all);
  for (size_t i = 1; i < a.size(); ++i)
    all = name == "bvsub" ? store_.sub(all, a[i].term) : store_.make(row->kind, all, a[i].term);
  out = Value{a[0].sort, row->is_negated ? store_.bnot(all) : all};
  return true;
}

bool Operators::comparison(std::string_view name, Arguments a, std::optional<Value>& out) {
  if (name.size() != 5 || !name.starts_with("bv") || (name[2] != 'u' && name[2] != 's')) return false;
  const bool is_signed = name[2] == 's';
  const std::string_view rest = name.substr(3);
  if (rest != "lt" && rest != "le" && rest != "gt" && rest != "ge") return false;
  if (!expect(a, Sort::Kind::bit_vector, 2, 2)) return true;
  const Term *x = a[0].term, *y = a[1].term;
  if (rest[0] == 'g') std::swap(x, y);
  const bool strict = rest[1] == 't';
  const Kind kind = is_signed ? (strict ? Kind::Slt : Kind::Sle) : (strict ? Kind::Ult : Kind::Ule);
  out = Value{Sort::boolean(), store_.make(kind, x, y)};
  return true;
}

bool Operators::indexed(std::string_view name, Indices i, Arguments a, std::optional<Value>& out) {
  const bool is_slice = name == "extract";
  if (!is_slice && name != "zero_extend" && name != "sign_extend" && name != "rotate_left" &&
      name != "rotate_right" && name != "repeat")
    return false;
  if (i.size() != (is_slice ? 2 : 1)) {
    fail("wrong number of indices");
    return true;
  }
  if (!expect(a, Sort::Kind::bit_vector, 1, 1)) return true;
  const Term* x = a[0].term;
  const uint32_t width = x->width();
  const Term* result = nullptr;
  if (is_slice) {
    if (i[0] < i[1] || i[0] >= width) {
      fail("extract outside its argument");
      return true;
    }
    result = store_.extract(x, i[1], i[0] - i[1] + 1);
  } else if (name == "repeat" || name == "zero_extend" || name == "sign_extend") {
    const bool repeats = name == "repeat";
    if (uint64_t{i[0]} * (repeats ? width : 1) + (repeats ? 0 : width) > kMaxWidth ||
        (repeats && i[0] == 0)) {
      fail("a bit vector of 0 or more than " + std::to_string(kMaxWidth) + " bits");
      return true;
    }
    if (repeats) {
      result = x;
      for (uint32_t k = 1; k < i[0]; ++k) result = store_.concat(result, x);
    } else {
      result = name[0] == 'z' ? store_.zext(x, width + i[0]) : store_.sext(x, width + i[0]);
    }
  } else {
    const uint32_t left = name == "rotate_left" ? i[0] % width : (width - i[0] % width) % width;
    result = left == 0
                 ? x
                 : store_.concat(store_.extract(x, 0, width - left), store_.extract(x, width - left, left));
  }
  out = Value{Sort::bit_vector(result->width()), result};
  return true;
}

bool Operators::arrays(std::string_view name, Arguments a, std::optional<Value>& out) {
  if (name != "select" && name != "store") return false;
  const bool writes = name == "store";
  if (a.size() != (writes ? 3 : 2)) {
    fail("wrong number of arguments");
  } else if (!a[0].sort.is(Sort::Kind::array) || a[1].sort != Sort::bit_vector(a[0].sort.index) ||
             (writes && a[2].sort != Sort::bit_vector(a[0].sort.width))) {
    fail("an argument of the wrong sort");
  } else {
    out = writes ? store_element(store_, a[0], a[1].term, a[2].term) : select(store_, a[0], a[1].term);
  }
  return true;
}

}  // namespace bonsai::solve::smtlib
