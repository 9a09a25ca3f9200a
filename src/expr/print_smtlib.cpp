// The printer for solvers: SMT-LIB 2 as z3 and cvc5 read it. print.h says how sorts are chosen.
//
// Terms are written operands first, by an explicit stack; a term used twice, or long, becomes a define-fun.
//
// Tested by print_test.cpp, which gives the scripts to z3 and cvc5 where they are installed.

#include <bit>

#include "expr/float_value.h"
#include "expr/print.h"

namespace bonsai::expr {

namespace {

constexpr size_t kMaxInline = 160;

std::string number(uint64_t n) { return std::to_string(n); }

std::string literal(const Wide& value) {
  return value.width() % 4 == 0 ? "#x" + value.to_hex() : "#b" + value.to_binary();
}

std::string constant(const Term* t) {
  if (t->width() == 1) return t->is_true() ? "true" : "false";
  return literal(t->wide_value());
}

std::string sort(Width width) { return width == 1 ? "Bool" : "(_ BitVec " + number(width) + ")"; }

std::string float_parameters(Width width) {
  const FloatFormat f = FloatFormat::of(width);
  return number(f.exponent_bits) + " " + number(f.fraction_bits + 1);
}

std::string float_sort(Width width) { return "(_ FloatingPoint " + float_parameters(width) + ")"; }

std::string to_fp(Width width) { return "(_ to_fp " + float_parameters(width) + ")"; }

std::string float_literal(Width width, uint64_t pattern) {
  return "(" + to_fp(width) + " " + literal(Wide(width, pattern)) + ")";
}

const char* rounding_name(Rounding r) {
  static constexpr const char* kNames[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  return kNames[static_cast<unsigned>(r)];
}

std::string call(std::string_view head, std::initializer_list<std::string> arguments) {
  std::string text = "(" + std::string(head);
  for (const std::string& a : arguments) text += " " + a;
  return text + ")";
}

std::string quoted(std::string_view name, const std::string& suffix) {
  std::string text = "|";
  for (char c : name) text += c == '|' || c == '\\' || c < ' ' ? '_' : c;
  return text + suffix + "|";
}

std::string index_literal(uint64_t index) { return literal(Wide(kIndexWidth, index)); }

bool has_float_value(const Term* t) {
  return is_float_kind(t->kind()) && !is_comparison(t->kind()) && t->kind() != Kind::FToSInt &&
         t->kind() != Kind::FToUInt;
}

}  // namespace

void SmtWriter::remember(uint64_t key, std::string text) {
  names_.emplace(key, std::move(text));
  log_.push_back(key);
}

void SmtWriter::pop() {
  const Scope scope = scopes_.back();
  scopes_.pop_back();
  for (; log_.size() > scope.log; log_.pop_back()) names_.erase(log_.back());
  for (; declarations_.size() > scope.declarations; declarations_.pop_back())
    cells_.erase(declarations_.back().name);
}

bool SmtWriter::is_written(const Term* t) const {
  if (t->is_constant()) return true;
  const Form form = t->is_array() ? Form::Function : has_float_value(t) ? Form::Float : Form::Bits;
  return names_.contains(key(t, form));
}

std::string SmtWriter::define(const Term* term, std::string& out) {
  out_ = &out;
  uses_.clear();
  std::vector<const Term*> stack{term};
  // First how often each new term is used, then the writing, operands first.
  std::vector<const Term*> count{term};
  while (!count.empty()) {
    const Term* t = count.back();
    count.pop_back();
    for (const Term* operand : t->operands())
      if (!is_written(operand) && uses_[operand->id()]++ == 0) count.push_back(operand);
  }
  while (!stack.empty()) {
    const Term* t = stack.back();
    bool ready = true;
    for (const Term* operand : t->operands()) {
      if (is_written(operand)) continue;
      // A byte at a constant index does not need its array as a function.
      if (t->kind() == Kind::Read && operand->kind() == Kind::Array && t->operand(1)->is_constant()) continue;
      stack.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    if (!is_written(t)) write(t);
  }
  return value(term);
}

void SmtWriter::write(const Term* t) {
  if (t->is_array()) return write_array(t);
  if (t->kind() == Kind::Read) return name(t, read(t), false);
  if (is_float_kind(t->kind())) {
    uses_floats_ = true;
    return name(t, float_expression(t), has_float_value(t));
  }
  name(t, t->width() == 1 ? boolean_expression(t) : expression(t), false);
}

void SmtWriter::name(const Term* t, std::string text, bool is_float) {
  const auto it = uses_.find(t->id());
  const bool is_byte = t->kind() == Kind::Read && text[0] == '|';
  if (!is_byte && (text.size() > kMaxInline || (it != uses_.end() && it->second > 1))) {
    const std::string symbol = "t!" + number(next_name_++);
    *out_ += "(define-fun " + symbol + " () " + (is_float ? float_sort(t->width()) : sort(t->width())) + " " +
             text + ")\n";
    text = symbol;
  }
  remember(key(t, is_float ? Form::Float : Form::Bits), std::move(text));
}

std::string SmtWriter::value(const Term* t) {
  if (t->is_constant()) return constant(t);
  if (const auto it = names_.find(key(t, Form::Bits)); it != names_.end()) return it->second;
  const std::string from = as_float(t), symbol = "b!" + number(next_name_++);
  *out_ += "(declare-fun " + symbol + " () " + sort(t->width()) + ")\n";
  *out_ += "(assert (= (" + to_fp(t->width()) + " " + symbol + ") " + from + "))\n";
  *out_ += "(assert (=> (fp.isNaN " + from + ") (= " + symbol + " " +
           literal(Wide(t->width(), FloatFormat::of(t->width()).nan())) + ")))\n";
  remember(key(t, Form::Bits), symbol);
  return symbol;
}

std::string SmtWriter::bits(const Term* t) {
  if (t->width() != 1) return value(t);
  if (t->is_constant()) return t->is_true() ? "#b1" : "#b0";
  return "(ite " + value(t) + " #b1 #b0)";
}

std::string SmtWriter::as_float(const Term* t) {
  if (const auto it = names_.find(key(t, Form::Float)); it != names_.end()) return it->second;
  return "(" + to_fp(t->width()) + " " + value(t) + ")";
}

std::string SmtWriter::expression(const Term* t) {
  const std::string head(kind_smt(t->kind()));
  switch (t->kind()) {
    case Kind::Constant: return constant(t);
    case Kind::ZExt:
    case Kind::SExt:
      return call("(_ " + head + " " + number(t->width() - t->operand(0)->width()) + ")",
                  {bits(t->operand(0))});
    case Kind::Extract:
      return call("(_ extract " + number(t->low() + t->width() - 1) + " " + number(t->low()) + ")",
                  {bits(t->operand(0))});
    case Kind::Ite: return call("ite", {value(t->operand(0)), bits(t->operand(1)), bits(t->operand(2))});
    default: break;
  }
  if (t->arity() == 1) return call(head, {bits(t->operand(0))});
  return call(head, {bits(t->operand(0)), bits(t->operand(1))});
}

// Of width 1, as Bool.
std::string SmtWriter::boolean_expression(const Term* t) {
  const auto a = [&](unsigned i) { return value(t->operand(i)); };
  switch (t->kind()) {
    case Kind::Constant: return constant(t);
    case Kind::Not: return call("not", {a(0)});
    case Kind::And: return call("and", {a(0), a(1)});
    case Kind::Or: return call("or", {a(0), a(1)});
    case Kind::Xor: return call("xor", {a(0), a(1)});
    case Kind::Ite: return call("ite", {a(0), a(1), a(2)});
    default: break;
  }
  if (is_comparison(t->kind())) return expression(t);
  return call("=", {expression(t), "#b1"});
}

std::string SmtWriter::float_expression(const Term* t) {
  const std::string head(kind_smt(t->kind()));
  const auto a = [&](unsigned i) { return as_float(t->operand(i)); };
  switch (t->kind()) {
    case Kind::FEq:
    case Kind::FLt:
    case Kind::FLe: return call(head, {a(0), a(1)});
    case Kind::FConvert: return call(to_fp(t->width()), {rounding_name(t->rounding()), a(0)});
    case Kind::SIntToF:
    case Kind::UIntToF:
      return call("(_ " + head + " " + float_parameters(t->width()) + ")",
                  {rounding_name(t->rounding()), bits(t->operand(0))});
    case Kind::FToSInt:
    case Kind::FToUInt: return float_to_int(t);
    case Kind::FRem: return remainder(t);
    default: break;
  }
  if (t->arity() == 1) return call(head, {rounding_name(t->rounding()), a(0)});
  if (t->arity() == 2) return call(head, {rounding_name(t->rounding()), a(0), a(1)});
  return call(head, {rounding_name(t->rounding()), a(0), a(1), a(2)});
}

// SMT-LIB leaves conversion out of range open; we do not.
std::string SmtWriter::float_to_int(const Term* t) {
  const Width from = t->operand(0)->width(), to = t->width();
  const bool is_signed = t->kind() == Kind::FToSInt;
  const FloatFormat format = FloatFormat::of(from);
  const Wide one(to + 2, 1);
  const uint64_t above = int_to_float(one.shl(is_signed ? to - 1 : to), false, from, Rounding::NearestEven);
  const uint64_t lowest = is_signed ? above | format.sign() : 0;
  const std::string rounded = "(fp.roundToIntegral RTZ " + as_float(t->operand(0)) + ")";
  const bool is_open = (lowest & ~format.sign()) == format.infinity();
  const std::string condition = "(and (" + std::string(is_open ? "fp.lt " : "fp.leq ") +
                                float_literal(from, lowest) + " " + rounded + ") (fp.lt " + rounded + " " +
                                float_literal(from, above) + "))";
  const std::string converted =
      "((_ " + std::string(kind_smt(t->kind())) + " " + number(to) + ") RTZ " + as_float(t->operand(0)) + ")";
  const std::string chosen = call("ite", {condition, converted, literal(Wide(to, 1).shl(to - 1))});
  return to == 1 ? call("=", {chosen, "#b1"}) : chosen;
}

// C's fmod by the IEEE remainder r of the magnitudes: r, or r + |y| when r is negative, with the sign of x.
// Both are exact, because the result is a float.
std::string SmtWriter::remainder(const Term* t) {
  const std::string x = as_float(t->operand(0)), y = as_float(t->operand(1)),
                    zero = float_literal(t->width(), 0);
  return "(let ((x! " + x + ") (y! (fp.abs " + y +
         "))) (let ((r! (fp.rem (fp.abs x!) y!))) (let ((m! (ite (fp.lt r! " + zero +
         ") (fp.add RNE r! y!) r!))) (ite (fp.isNegative x!) (fp.neg m!) m!))))";
}

std::string SmtWriter::cell(const Term* array, uint64_t index) {
  const ArrayInfo& info = array->array();
  const bool whole = info.size > kSmallArray;
  const std::string suffix = "#" + number(info.size) + (whole ? "[]" : "[" + number(index) + "]");
  const std::string symbol = quoted(info.name, suffix);
  if (!cells_.contains(symbol)) {
    cells_.emplace(symbol, symbol);
    declarations_.push_back({array, index, whole, symbol});
    uses_arrays_ |= whole;
    *out_ +=
        "(declare-fun " + symbol + " () " + (whole ? "(Array (_ BitVec 64) (_ BitVec 8))" : sort(8)) + ")\n";
  }
  return symbol;
}

// The element at an index i that is known to lie in [first, first + 2^bit): a decision tree over the bits of
// i, in which equal neighbours are one leaf.
std::string SmtWriter::tree(const Term* array, uint64_t first, unsigned bit) {
  const bool is_table = array->kind() == Kind::Table;
  const uint64_t size = is_table ? array->table().size() : array->array().size;
  if (first >= size) return array->width() == 1 ? "false" : literal(Wide(array->width(), 0));
  if (bit == 0) {
    if (!is_table) return cell(array, first);
    const Wide element(array->width(), array->table().element(first));
    return array->width() == 1 ? (element.is_zero() ? "false" : "true") : literal(element);
  }
  const std::string low = tree(array, first, bit - 1);
  const std::string high = tree(array, first + (uint64_t{1} << (bit - 1)), bit - 1);
  if (low == high) return low;
  return "(ite (= ((_ extract " + number(bit - 1) + " " + number(bit - 1) + ") i) #b1) " + high + " " + low +
         ")";
}

void SmtWriter::write_array(const Term* t) {
  const std::string zero = t->width() == 1 ? "false" : literal(Wide(t->width(), 0));
  std::string body;
  if (t->kind() == Kind::Store) {
    const std::string& rest = names_.at(key(t->operand(0), Form::Function));
    body = "(ite (= i " + value(t->operand(1)) + ") " + value(t->operand(2)) + " (" + rest + " i))";
  } else if (t->kind() == Kind::Array && t->array().size > kSmallArray) {
    body =
        "(ite (bvult i " + index_literal(t->array().size) + ") (select " + cell(t, 0) + " i) " + zero + ")";
  } else {
    const uint64_t size = t->kind() == Kind::Table ? t->table().size() : t->array().size;
    const unsigned depth = size <= 1 ? 0 : 64 - static_cast<unsigned>(std::countl_zero(size - 1));
    body = "(ite (bvult i " + index_literal(size) + ") " + tree(t, 0, depth) + " " + zero + ")";
  }
  const std::string symbol = "a!" + number(next_name_++);
  *out_ += "(define-fun " + symbol + " ((i (_ BitVec 64))) " + sort(t->width()) + " " + body + ")\n";
  remember(key(t, Form::Function), symbol);
}

std::string SmtWriter::read(const Term* t) {
  const Term *array = t->operand(0), *index = t->operand(1);
  if (array->kind() == Kind::Array && index->is_constant()) {
    const std::string symbol = cell(array, index->value());
    return array->array().size > kSmallArray ? "(select " + symbol + " " + value(index) + ")" : symbol;
  }
  return "(" + names_.at(key(array, Form::Function)) + " " + value(index) + ")";
}

std::string to_smtlib(std::span<const Term* const> assertions) {
  SmtWriter writer;
  std::string body;
  for (const Term* t : assertions) {
    const std::string condition = writer.define(t, body);
    body += "(assert " + condition + ")\n";
  }
  const std::string logic =
      std::string("QF_") + (writer.uses_arrays() ? "A" : "") + "BV" + (writer.uses_floats() ? "FP" : "");
  return "(set-logic " + logic + ")\n" + body + "(check-sat)\n";
}

}  // namespace bonsai::expr
