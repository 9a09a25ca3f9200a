// Equations between two table look-ups.
//
// Idea: what matters is not the elements but which are equal. Every element of the left table that also
// occurs on the right is renamed to the first left index that holds it, and so is the right one; other
// elements make the equation false. The names are as wide as the index and not as the element, and for a
// table without repetitions the left name is the index itself, which costs nothing: T[x] == T[y] becomes
// nearly x == y, and T[x] + U[y] == c keeps only the indices that have a partner (a join, as databases have
// it).
//
// Tested by lookup_test.cpp, bitblast_table_test.cpp.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "expr/fold.h"
#include "solve/bitblast/lookup.h"

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

uint64_t LookupJoin::wanted(uint64_t index_value) const {
  const uint64_t value = b.value(index_value);
  if (combine == Kind::Add) return (constant - value) & Term::mask(width);
  return combine == Kind::Xor ? constant ^ value : value;
}

bool find_join(const Term* term, LookupJoin& join) {
  if (term->kind() != Kind::Eq || !term->operand(0)->is_narrow()) return false;
  const Term* a = term->operand(0);
  const Term* b = term->operand(1);
  join.width = a->width();
  join.combine = Kind::Eq;
  if (a->is_constant()) std::swap(a, b);
  if (b->is_constant()) {
    if (a->kind() != Kind::Add && a->kind() != Kind::Xor) return false;
    join.combine = a->kind();
    join.constant = b->value();
    b = a->operand(1);
    a = a->operand(0);
  }
  return find_lookup(a, join.a) && find_lookup(b, join.b);
}

namespace {

// One side of the equation: the value per leaf, and last the one outside the table.
struct Side {
  IndexView view;
  std::vector<uint64_t> values;
  std::vector<uint64_t> names;
  std::vector<uint64_t> paired;  // 1 where the value occurs on the other side

  template <typename ValueAt>
  void fill(Aig& aig, Bits index, uint64_t table_size, ValueAt&& value_at) {
    view = view_index(aig, index, table_size);
    const size_t leaves = view.leaves();
    values.resize(leaves + 1);
    uint64_t at = view.base;
    for (size_t i = 0; i < leaves && aig.budget().spend(kLookupStep); ++i, at = view.next(at))
      values[i] = value_at(at);
    values[leaves] = value_at(table_size);
    names.resize(leaves + 1);
    paired.assign(leaves + 1, 0);
    // Names where it does not matter: the index bits themselves, which cost nothing.
    for (size_t i = 0; i <= leaves; ++i) names[i] = i;
  }
  void select(Aig& aig, const std::vector<uint64_t>& what, OutBits out) const {
    select_constants(aig, view, std::span(what).first(view.leaves()), what.back(), out);
  }
};

}  // namespace

Lit join_lookups(Aig& aig, const LookupJoin& join, Bits a_index, Bits b_index) {
  Side a, b;
  a.fill(aig, a_index, join.a.table_size(), [&](uint64_t at) { return join.a.value(at); });
  b.fill(aig, b_index, join.b.table_size(), [&](uint64_t at) { return join.wanted(at); });
  struct Name {
    uint64_t name;
    bool paired;
  };
  std::unordered_map<uint64_t, Name> names;
  for (size_t i = 0; i < a.values.size(); ++i) names.emplace(a.values[i], Name{i, false});
  for (size_t i = 0; i < b.values.size(); ++i) {
    const auto found = names.find(b.values[i]);
    if (found == names.end()) continue;
    found->second.paired = true;
    b.names[i] = found->second.name;
    b.paired[i] = 1;
  }
  for (size_t i = 0; i < a.values.size(); ++i) {
    const Name& name = names.at(a.values[i]);
    if (!name.paired) continue;
    a.names[i] = name.name;
    a.paired[i] = 1;
  }
  const size_t width = std::max(std::bit_width(a.view.leaves()), std::bit_width(b.view.leaves()));
  Word a_name(width), b_name(width), a_paired(1), b_paired(1);
  a.select(aig, a.names, a_name);
  b.select(aig, b.names, b_name);
  a.select(aig, a.paired, a_paired);
  b.select(aig, b.paired, b_paired);
  return aig.land(bits_equal(aig, a_name, b_name), aig.land(a_paired[0], b_paired[0]));
}

}  // namespace bonsai::solve
