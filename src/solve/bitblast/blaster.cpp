// The walk over terms, and what is remembered of them.
//
// Tested by kinds_test.cpp, bitblast_fuzz_test.cpp.
#include "solve/bitblast/blaster.h"

#include <algorithm>
#include <cassert>

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

namespace {

constexpr Work kStep = 50;  // of a walk over terms, measured

}  // namespace

Blaster::Blaster(expr::TermStore& store, Budget& budget) : store_(store), aig_(budget) {}

void Blaster::clear() {
  aig_.clear();
  words_.clear();
  lazy_.clear();
  supported_.clear();
  base_reads_.clear();
  groups_.clear();
  cells_.clear();
  divisions_.clear();
  arena_.clear();
  arena_left_ = arena_used_ = 0;
}

void Blaster::visit_roots(const expr::TermStore::Mark& mark) const {
  for (const auto& [id, term] : base_reads_) mark(term);
}

OutBits Blaster::allocate(size_t width) {
  constexpr size_t kChunk = 1 << 14;
  if (width > arena_left_) {
    arena_left_ = std::max(kChunk, width);
    arena_used_ += arena_left_;
    arena_.push_back(std::make_unique<Lit[]>(arena_left_));
    arena_next_ = arena_.back().get();
  }
  const OutBits out(arena_next_, width);
  arena_next_ += width;
  arena_left_ -= width;
  return out;
}

OutBits Blaster::copy(Bits bits) {
  OutBits out = allocate(bits.size());
  std::copy(bits.begin(), bits.end(), out.begin());
  return out;
}

Bits Blaster::word(const Term* term) const {
  const Lit* const* bits = words_.find(term->id());
  assert(bits != nullptr);
  return {*bits, term->width()};
}

// What must be blasted before `term`. Must agree with what blast_one reads.
void Blaster::push_children(const Term* term, std::vector<const Term*>& out) {
  switch (term->kind()) {
    case Kind::Add: {
      // Subtraction is one adder, not a negation and an adder.
      const Term* a = term->operand(0);
      const Term* b = term->operand(1);
      if (b->kind() == Kind::Neg) {
        b = b->operand(0);
      } else if (a->kind() == Kind::Neg) {
        a = a->operand(0);
      }
      out.push_back(a);
      out.push_back(b);
      return;
    }
    case Kind::Read: {
      out.push_back(term->operand(1));
      const unsigned stores = count_stores(term, kEagerStores);
      if (stores == 0 || stores > kEagerStores) return;
      out.push_back(base_read(term));
      for (const Term* at = term->operand(0); at->kind() == Kind::Store; at = at->operand(0)) {
        out.push_back(at->operand(1));
        out.push_back(at->operand(2));
      }
      return;
    }
    default:
      if (decides_by_lookup(term, lookup_)) {
        out.push_back(lookup_.index);
        return;
      }
      if (decides_by_join(term, join_)) {
        out.push_back(join_.a.index);
        out.push_back(join_.b.index);
        return;
      }
      for (const Term* operand : term->operands()) out.push_back(operand);
  }
}

BlastStatus Blaster::blast(const Term* root) {
  if (words_.find(root->id()) != nullptr) return BlastStatus::done;
  if (const BlastStatus status = look_for_floats(root, true); status != BlastStatus::done) return status;
  stack_.assign(1, root);
  while (!stack_.empty()) {
    if (!aig_.budget().spend(kStep)) return BlastStatus::exhausted;
    const Term* term = stack_.back();
    if (words_.find(term->id()) != nullptr) {
      stack_.pop_back();
      continue;
    }
    children_.clear();
    push_children(term, children_);
    const size_t before = stack_.size();
    for (const Term* child : children_)
      if (words_.find(child->id()) == nullptr) stack_.push_back(child);
    if (stack_.size() > before) continue;
    const OutBits out = allocate(term->width());
    blast_one(term, out);
    // What an exhausted circuit says is no meaning of the term.
    if (aig_.exhausted()) return BlastStatus::exhausted;
    impose_known_bits(term, out);
    words_[term->id()] = out.data();
    stack_.pop_back();
  }
  return BlastStatus::done;
}

bool Blaster::supports(const Term* term) { return look_for_floats(term, false) == BlastStatus::done; }

// Done if there are none.
BlastStatus Blaster::look_for_floats(const Term* root, bool limited) {
  const auto found = [&] {
    supported_[root->id()] = false;
    return BlastStatus::unsupported;
  };
  stack_.assign(1, root);
  while (!stack_.empty()) {
    if (limited && !aig_.budget().spend(kStep)) return BlastStatus::exhausted;
    const Term* term = stack_.back();
    if (const bool* known = supported_.find(term->id()); known != nullptr) {
      if (!*known) return found();
      stack_.pop_back();
      continue;
    }
    if (expr::is_float_kind(term->kind())) return found();
    const size_t before = stack_.size();
    for (const Term* operand : term->operands())
      if (supported_.find(operand->id()) == nullptr || !*supported_.find(operand->id()))
        stack_.push_back(operand);
    if (stack_.size() > before) continue;
    supported_[term->id()] = true;
    stack_.pop_back();
  }
  return BlastStatus::done;
}

// The term knows bits that the circuit may not see.
void Blaster::impose_known_bits(const Term* term, OutBits out) const {
  if (!term->is_narrow()) return;
  const uint64_t zeros = term->known_zeros(), ones = term->known_ones();
  if ((zeros | ones) == 0) return;
  for (size_t i = 0; i < out.size(); ++i) {
    if (((zeros >> i) & 1) != 0) out[i] = kFalse;
    if (((ones >> i) & 1) != 0) out[i] = kTrue;
  }
}

}  // namespace bonsai::solve
