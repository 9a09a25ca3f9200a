#include "expr/smtlib_writer.h"

#include <algorithm>

#include "expr/store.h"

// The walk over terms and the integer kinds; arrays and floats are in smtlib_writer_array.cpp and
// smtlib_writer_float.cpp. Tested by smtlib_writer_test.cpp, which gives scripts to z3 and cvc5 where they
// are installed, and by smtlib_core_test.cpp and random_query_test.cpp in solve.

namespace bonsai::expr {

namespace {

// Post-order over the terms that `skip` does not cut off.
template <typename Skip, typename Visit>
void walk(const Term* root, Skip&& skip, Visit&& visit) {
  std::unordered_set<const Term*> done;
  std::vector<std::pair<const Term*, unsigned>> stack;
  if (!skip(root)) stack.emplace_back(root, 0);
  done.insert(root);
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (next < term->arity()) {
      const Term* operand = term->operand(next++);
      if (done.insert(operand).second && !skip(operand)) stack.emplace_back(operand, 0);
      continue;
    }
    visit(term);
    stack.pop_back();
  }
}

std::string key_of(const Term* term) { return "t" + std::to_string(term->id()); }

}  // namespace

bool SmtlibWriter::prepare(const Term* term) {
  bool conflict = false;
  // Operands come first, so that the base of a long chain of stores is found in one step.
  std::unordered_map<const Term*, const Term*> bases;
  const auto base_array = [&](const Term* array) {
    return array->kind() == Kind::Store ? bases.at(array) : array;
  };
  walk(
      term, [](const Term*) { return false; },
      [&](const Term* t) {
        if (t->kind() != Kind::Read && t->kind() != Kind::Store) return;
        if (t->kind() == Kind::Read && t->operand(0)->kind() != Kind::Store && t->operand(1)->is_constant())
          return;
        const Term* array = base_array(t->operand(0));
        if (t->kind() == Kind::Store) bases.emplace(t, array);
        if (array->kind() != Kind::Array) return;
        const uint32_t slot = array->array().slot;
        if (arrays_.insert(slot).second && bytes_in_scope_[slot] > 0) conflict = true;
      });
  return conflict;
}

void SmtlibWriter::push() {
  scopes_.emplace_back();
  text_ += "(push 1)\n";
}

void SmtlibWriter::pop(size_t count) {
  if (count == 0) return;
  for (size_t i = 0; i < count; ++i) {
    for (const std::string& key : scopes_.back().keys) defined_.erase(key);
    for (const ByteName& byte : scopes_.back().bytes) --bytes_in_scope_[byte.array->array().slot];
    scopes_.pop_back();
  }
  text_ += "(pop " + std::to_string(count) + ")\n";
}

bool SmtlibWriter::define_once(const std::string& key) {
  if (!defined_.insert(key).second) return false;
  scopes_.back().keys.push_back(key);
  return true;
}

std::string SmtlibWriter::define(const Term* term) {
  write_dag(term);
  std::string text = text_of(term);  // may itself declare
  inline_.clear();
  return text;
}

void SmtlibWriter::assert_term(const Term* term) {
  const std::string text = define(term);
  text_ += "(assert " + text + ")\n";
}

// A term that has several parents, or grows long, is defined; others are printed within their parent.
void SmtlibWriter::write_dag(const Term* root) {
  std::unordered_map<const Term*, unsigned> parents;
  std::vector<const Term*> order;
  auto is_known = [&](const Term* term) {
    return term->arity() == 0 || defined_.contains(key_of(term)) ||
           defined_.contains("f" + std::to_string(term->id()));
  };
  walk(root, is_known, [&](const Term* term) {
    order.push_back(term);
    for (const Term* operand : term->operands()) ++parents[operand];
    // An index is named three times: compared, read with, asked for.
    if (term->kind() == Kind::Read || term->kind() == Kind::Store) parents[term->operand(1)] += 2;
  });
  for (const Term* term : order) {
    if (has_given_up()) return;
    write_one(term, parents[term] > 1);
  }
}

void SmtlibWriter::write_one(const Term* term, bool is_shared) {
  constexpr size_t kLong = 256;
  if (is_float_kind(term->kind()) && !is_comparison(term->kind()) && term->kind() != Kind::FToSInt &&
      term->kind() != Kind::FToUInt) {
    const std::string name = "f" + std::to_string(term->id());
    if (define_once(name)) {
      const std::string text = float_body(term);
      text_ += "(define-fun " + name + " () " + float_sort(term->width()) + " " + text + ")\n";
    }
    return;
  }
  std::string text = body(term);
  if (!is_shared && text.size() < kLong) {
    inline_[term] = std::move(text);
    return;
  }
  const std::string name = key_of(term);
  if (!define_once(name)) return;
  text_ += "(define-fun " + name + " () " + sort(term) + " " + text + ")\n";
}

std::string SmtlibWriter::sort(const Term* term) {
  const std::string element = term->width() == 1 && !term->is_array() ? "Bool" : bit_vector(term->width());
  return term->is_array() ? "(Array (_ BitVec 64) " + element + ")" : element;
}

std::string SmtlibWriter::bit_vector(Width width) { return "(_ BitVec " + std::to_string(width) + ")"; }

std::string SmtlibWriter::literal(const Wide& value) { return "#b" + value.to_binary(); }

std::string SmtlibWriter::literal(Width width, uint64_t value) {
  if (width % 4 != 0) return literal(Wide(width, value));
  return "#x" + Wide(width, value).to_hex();
}

// The term's name, its text where it was not named, or a leaf.
std::string SmtlibWriter::text_of(const Term* term) {
  if (term->is_constant()) {
    if (term->width() == 1) return term->is_true() ? "true" : "false";
    return term->width() % 4 == 0 ? "#x" + term->wide_value().to_hex() : literal(term->wide_value());
  }
  if (term->is_array()) return array(term);
  if (auto found = inline_.find(term); found != inline_.end()) return found->second;
  const std::string name = key_of(term);
  if (defined_.contains(name) || given_up_) return name;
  return float_bits(term);
}

std::string SmtlibWriter::bits(const Term* term) {
  if (term->width() != 1) return text_of(term);
  if (term->is_constant()) return term->is_true() ? "#b1" : "#b0";
  return "(ite " + text_of(term) + " #b1 #b0)";
}

std::string SmtlibWriter::body(const Term* term) {
  switch (term->kind()) {
    case Kind::Read: return read_body(term);
    case Kind::Store:
      return "(store " + array(term->operand(0)) + " " + text_of(term->operand(1)) + " " +
             bits(term->operand(2)) + ")";
    case Kind::Extract:
    case Kind::ZExt:
    case Kind::SExt:
    case Kind::Concat: return slice_body(term);
    case Kind::FToSInt:
    case Kind::FToUInt: return float_to_int(term);
    case Kind::FEq:
    case Kind::FLt:
    case Kind::FLe:
      return "(" + std::string(kind_smt(term->kind())) + " " + as_float(term->operand(0)) + " " +
             as_float(term->operand(1)) + ")";
    default: break;
  }
  std::string_view name = kind_smt(term->kind());
  if (term->width() == 1) {  // the Boolean connectives
    switch (term->kind()) {
      case Kind::Not: name = "not"; break;
      case Kind::And: name = "and"; break;
      case Kind::Or: name = "or"; break;
      case Kind::Xor: name = "xor"; break;
      default: break;
    }
  }
  std::string text = "(" + std::string(name);
  for (const Term* operand : term->operands()) text += " " + text_of(operand);
  return text + ")";
}

std::string SmtlibWriter::slice_body(const Term* term) {
  const Term* a = term->operand(0);
  if (term->kind() == Kind::Concat) return "(concat " + bits(a) + " " + bits(term->operand(1)) + ")";
  if (term->kind() == Kind::Extract) {
    const std::string text = "((_ extract " + std::to_string(term->low() + term->width() - 1) + " " +
                             std::to_string(term->low()) + ") " + bits(a) + ")";
    return term->width() == 1 ? "(= " + text + " #b1)" : text;
  }
  return "((_ " + std::string(kind_smt(term->kind())) + " " + std::to_string(term->width() - a->width()) +
         ") " + bits(a) + ")";
}

std::string to_smtlib(std::span<const Term* const> assertions) {
  SmtlibWriter writer;
  for (const Term* term : assertions) writer.prepare(term);
  for (const Term* term : assertions) writer.assert_term(term);
  return "(set-logic ALL)\n" + writer.take() + "(check-sat)\n";
}

}  // namespace bonsai::expr
