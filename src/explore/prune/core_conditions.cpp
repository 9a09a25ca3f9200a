#include "explore/prune/core_conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace bonsai::explore {
namespace {

using expr::Kind;
using expr::Term;

constexpr unsigned most_parts = 63;  // 32 equations, and what joins them
constexpr size_t most_words = 200;   // characters

// A byte of an input, or some of its bits, and the constant that it equals. Equations of longer words are
// conjunctions of these, by the normal form of terms.
struct Equation {
  const Term* array = nullptr;
  uint64_t index = 0;
  uint32_t low = 0, width = 8;  // in bits
  uint64_t value = 0;
  const expr::ArrayInfo& input() const { return array->array(); }
};

std::optional<Equation> equation_of(const Term* term) {
  if (term->kind() != Kind::Eq) return std::nullopt;
  unsigned side = term->operand(0)->is_constant() ? 1 : 0;
  const Term *symbolic = term->operand(side), *constant = term->operand(1 - side);
  if (!constant->is_constant() || !constant->is_narrow()) return std::nullopt;
  Equation equation;
  equation.value = constant->value();
  if (symbolic->kind() == Kind::Extract) {
    equation.low = symbolic->low();
    equation.width = symbolic->width();
    symbolic = symbolic->operand(0);
  }
  if (symbolic->kind() != Kind::Read || symbolic->operand(0)->kind() != Kind::Array ||
      !symbolic->operand(1)->is_constant())
    return std::nullopt;
  equation.array = symbolic->operand(0);
  equation.index = symbolic->operand(1)->value();
  return equation;
}

bool is_core(const Term* term, unsigned& parts) {
  if (++parts > most_parts || term->width() != 1) return false;
  if (term->kind() == Kind::And || term->kind() == Kind::Or)
    return is_core(term->operand(0), parts) && is_core(term->operand(1), parts);
  return equation_of(term).has_value();
}

std::string character(uint64_t value) {
  switch (value) {
    case 0: return "'\\0'";
    case '\n': return "'\\n'";
    case '\t': return "'\\t'";
    case '\\': return "'\\\\'";
    case '\'': return "'\\''";
    default: return value >= ' ' && value < 127 ? fmt::format("'{}'", char(value)) : std::to_string(value);
  }
}

std::string words_of(const Equation& equation) {
  std::string place = fmt::format("{}[{}]", equation.input().name, equation.index);
  if (equation.width == 8) return place + " == " + character(equation.value);
  return fmt::format("{} bits {} to {} == {}", place, equation.low, equation.low + equation.width - 1,
                     equation.value);
}

// Inputs of whole programs that are bytes, whatever their length.
bool is_text(std::string_view name) {
  return name.starts_with("arg") || name.starts_with("stdin") || name.starts_with("env_") ||
         name.ends_with("_data");
}

// Equations of all bytes of a number, one each: "n == 258".
std::optional<std::string> number_of(const std::vector<Equation>& equations) {
  const expr::ArrayInfo& input = equations.front().input();
  if ((input.size != 2 && input.size != 4 && input.size != 8) || is_text(input.name)) return std::nullopt;
  uint64_t value = 0, seen = 0;
  for (const Equation& each : equations) {
    if (each.array != equations.front().array || each.width != 8 || each.index >= input.size)
      return std::nullopt;
    value |= each.value << 8 * each.index;
    seen |= uint64_t(1) << each.index;
  }
  if (seen != (uint64_t(1) << input.size) - 1) return std::nullopt;
  return fmt::format("{} == {}", input.name,
                     input.size == 4 ? int64_t(int32_t(uint32_t(value))) : int64_t(value));
}

std::string words_of(const Term* term, bool is_inner) {
  if (std::optional<Equation> equation = equation_of(term)) return words_of(*equation);
  std::vector<Equation> equations;
  std::vector<std::string> others;
  std::vector<const Term*> todo{term};
  while (!todo.empty()) {
    const Term* part = todo.back();
    todo.pop_back();
    if (part->kind() == term->kind())
      todo.insert(todo.end(), part->operands().begin(), part->operands().end());
    else if (std::optional<Equation> equation = equation_of(part))
      equations.push_back(*equation);
    else
      others.push_back(words_of(part, true));
  }
  bool is_and = term->kind() == Kind::And;
  if (is_and && others.empty())
    if (std::optional<std::string> words = number_of(equations)) return *words;
  auto in_order = [](const Equation& a, const Equation& b) {
    return std::tuple(a.input().name, a.index, a.low, a.value) <
           std::tuple(b.input().name, b.index, b.low, b.value);
  };
  std::sort(equations.begin(), equations.end(), in_order);
  std::sort(others.begin(), others.end());
  std::vector<std::string> parts;
  for (const Equation& each : equations) parts.push_back(words_of(each));
  parts.insert(parts.end(), others.begin(), others.end());
  std::string words = fmt::format("{}", fmt::join(parts, is_and ? " && " : " || "));
  return is_inner ? "(" + words + ")" : words;
}

}  // namespace

bool is_core(const Term* condition) {
  unsigned parts = 0;
  return is_core(condition, parts);
}

std::string in_words(const Term* condition) {
  std::string words = words_of(condition, false);
  return words.size() > most_words ? words.substr(0, most_words) + "…" : words;
}

ConditionId CoreConditions::id(const Term* condition) {
  std::lock_guard lock(mutex_);
  auto [it, is_new] = ids_.try_emplace(condition->hash(), ConditionId(entries_.size()));
  if (is_new) entries_.push_back({condition->hash(), in_words(condition)});
  return it->second;
}

ConditionId CoreConditions::id(const Entry& entry) {
  std::lock_guard lock(mutex_);
  auto [it, is_new] = ids_.try_emplace(entry.name, ConditionId(entries_.size()));
  if (is_new) entries_.push_back(entry);
  return it->second;
}

CoreConditions::Entry CoreConditions::operator[](ConditionId id) const {
  std::lock_guard lock(mutex_);
  return entries_[id];
}

size_t CoreConditions::size() const {
  std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace bonsai::explore
