// The printer for people.
//
// Terms are DAGs: what occurs more than once is named in a let, so that the text is linear in the term.
//
// Tested by print_test.cpp.

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "expr/print.h"

namespace bonsai::expr {

namespace {

class InfixPrinter {
 public:
  explicit InfixPrinter(size_t limit) : limit_(limit) {}

  std::string print(const Term* root) {
    const std::vector<const Term*> order = shared(root);
    std::string text;
    for (const Term* t : order) {
      // Without the names of the rest, the root could not be printed without deep recursion.
      if (text.size() > limit_) return text.substr(0, limit_) + "...";
      std::string definition = expression(t);
      names_[t] = "t" + std::to_string(names_.size() + 1);
      text += (text.empty() ? "let " : ", ") + names_[t] + " = " + definition;
    }
    if (!text.empty()) text += " in ";
    text += names_.contains(root) ? names_[root] : expression(root);
    if (text.size() > limit_) text = text.substr(0, limit_) + "...";
    return text;
  }

 private:
  static bool is_leaf(const Term* t) {
    return t->arity() == 0 ||
           (t->kind() == Kind::Read && t->operand(0)->kind() == Kind::Array && t->operand(1)->is_constant());
  }

  // Inner terms to name, operands before users: those used twice, and enough others to keep nesting shallow.
  static std::vector<const Term*> shared(const Term* root) {
    constexpr unsigned kMaxNesting = 100;
    std::unordered_map<const Term*, unsigned> uses, nesting;
    std::vector<const Term*> order, stack{root};
    while (!stack.empty()) {
      const Term* t = stack.back();
      if (nesting.contains(t)) {
        stack.pop_back();
        continue;
      }
      bool ready = true;
      for (const Term* operand : t->operands()) {
        if (is_leaf(t) || nesting.contains(operand)) continue;
        stack.push_back(operand);
        ready = false;
      }
      if (!ready) continue;
      stack.pop_back();
      unsigned depth = 0;
      if (!is_leaf(t))
        for (const Term* operand : t->operands()) {
          ++uses[operand];
          depth = std::max(depth, nesting[operand] + 1);
        }
      if (depth > kMaxNesting) {
        ++uses[t];
        depth = 0;
      }
      nesting[t] = depth;
      order.push_back(t);
    }
    std::erase_if(order, [&](const Term* t) { return is_leaf(t) || word(t) != "" || uses[t] < 2; });
    return order;
  }

  // "input[0:4]" for a concat of neighbouring bytes; empty for everything else.
  static std::string word(const Term* t) {
    const Term* array = nullptr;
    uint64_t expected = 0, count = 0;
    for (const Term* rest = t; rest != nullptr; ++count) {
      const bool more = rest->kind() == Kind::Concat;
      const Term* byte = more ? rest->operand(0) : rest;
      if (byte->kind() != Kind::Read || !is_leaf(byte)) return "";
      const uint64_t index = byte->operand(1)->value();
      if (array != nullptr && (byte->operand(0) != array || index != expected)) return "";
      array = byte->operand(0);
      expected = index - 1;
      rest = more ? rest->operand(1) : nullptr;
    }
    const std::string start = std::to_string(expected + 1);
    return std::string(array->array().name) + "[" + start + (count > 1 ? ":" + std::to_string(count) : "") +
           "]";
  }

  std::string operand(const Term* t) {
    if (const auto it = names_.find(t); it != names_.end()) return it->second;
    if (const std::string text = word(t); !text.empty()) return text;
    const std::string text = expression(t);
    return t->arity() == 2 && t->kind() != Kind::Read && !is_float_kind(t->kind()) ? "(" + text + ")" : text;
  }

  static std::string constant(const Term* t) {
    if (t->width() == 1) return t->is_true() ? "true" : "false";
    return "0x" + t->wide_value().to_hex();
  }

  static std::string rounding(const Term* t) {
    static constexpr const char* kNames[] = {"", "!away", "!up", "!down", "!zero"};
    const bool has_mode = (t->kind() >= Kind::FAdd && t->kind() <= Kind::FRound && t->kind() != Kind::FRem) ||
                          (t->kind() >= Kind::FConvert && t->kind() <= Kind::UIntToF);
    return has_mode ? kNames[static_cast<unsigned>(t->rounding())] : "";
  }

  std::string call(const Term* t) {
    std::string text = std::string(kind_infix(t->kind())) + rounding(t);
    const bool widens = t->kind() == Kind::ZExt || t->kind() == Kind::SExt || t->kind() >= Kind::FConvert;
    if (widens) text += std::to_string(t->width());
    text += "(";
    for (unsigned i = 0; i < t->arity(); ++i) text += (i > 0 ? ", " : "") + plain(t->operand(i));
    return text + ")";
  }

  std::string plain(const Term* t) {
    const auto it = names_.find(t);
    return it != names_.end() ? it->second : expression(t);
  }

  std::string expression(const Term* t) {
    if (const std::string text = word(t); !text.empty()) return text;
    switch (t->kind()) {
      case Kind::Mark: return t == Term::poison() ? "poison" : t == Term::uninit() ? "uninit" : "pending";
      case Kind::Constant: return constant(t);
      case Kind::Array: return std::string(t->array().name);
      case Kind::Table: return "table" + std::to_string(t->width()) + "x" + std::to_string(t->table().size());
      case Kind::Read: return operand(t->operand(0)) + "[" + plain(t->operand(1)) + "]";
      case Kind::Not: return (t->width() == 1 ? "!" : "~") + operand(t->operand(0));
      case Kind::Neg: return "-" + operand(t->operand(0));
      case Kind::Extract:
        return operand(t->operand(0)) + "{" + std::to_string(t->low() + t->width() - 1) + ".." +
               std::to_string(t->low()) + "}";
      case Kind::Ite:
        return "(" + operand(t->operand(0)) + " ? " + operand(t->operand(1)) + " : " +
               operand(t->operand(2)) + ")";
      case Kind::Add:
        if (t->operand(1)->kind() == Kind::Neg)
          return operand(t->operand(0)) + " - " + operand(t->operand(1)->operand(0));
        break;
      default: break;
    }
    const bool is_call = t->arity() != 2 || (is_float_kind(t->kind()) && !is_comparison(t->kind()));
    if (is_call) return call(t);
    return operand(t->operand(0)) + " " + std::string(kind_infix(t->kind())) + " " + operand(t->operand(1));
  }

  size_t limit_;
  std::unordered_map<const Term*, std::string> names_;
};

}  // namespace

std::string to_infix(const Term* term, size_t limit) { return InfixPrinter(limit).print(term); }

}  // namespace bonsai::expr
