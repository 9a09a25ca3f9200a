#include "expr/float_value.h"
#include "expr/smtlib_writer.h"
#include "expr/store.h"

// Floats in the floating-point theory. What kinds.def fixes beyond the theory is spelled out: the value of a
// conversion to an integer that does not fit, and the remainder that truncates the quotient.

namespace bonsai::expr {

namespace {

std::string indices(Width width) {
  const FloatFormat format = FloatFormat::of(width);
  return std::to_string(format.exponent_bits) + " " + std::to_string(format.fraction_bits + 1);
}

std::string_view mode(Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestEven: return "RNE";
    case Rounding::NearestAway: return "RNA";
    case Rounding::Up: return "RTP";
    case Rounding::Down: return "RTN";
    case Rounding::Zero: return "RTZ";
  }
  return "RNE";
}

// 2^power as a bit pattern; infinity when that is too large.
uint64_t power_of_two(Width width, unsigned power) {
  return int_to_float(Wide(power + 1, 1).shl(power), false, width, Rounding::NearestEven);
}

}  // namespace

std::string SmtlibWriter::float_sort(Width width) { return "(_ FloatingPoint " + indices(width) + ")"; }

std::string SmtlibWriter::as_float(const Term* term) {
  const std::string name = "f" + std::to_string(term->id());
  if (defined_.contains(name)) return name;
  return "((_ to_fp " + indices(term->width()) + ") " + text_of(term) + ")";
}

// The bits of a float result: a constant that is constrained to stand for it.
std::string SmtlibWriter::float_bits(const Term* term) {
  std::string name = "t" + std::to_string(term->id());
  const std::string value = "f" + std::to_string(term->id());
  if (!define_once(name)) return name;
  text_ += "(declare-fun " + name + " () " + bit_vector(term->width()) + ")\n";
  text_ += "(assert (= ((_ to_fp " + indices(term->width()) + ") " + name + ") " + value + "))\n";
  text_ += "(assert (=> (fp.isNaN " + value + ") (= " + name + " " +
           literal(term->width(), FloatFormat::of(term->width()).nan()) + ")))\n";
  return name;
}

std::string SmtlibWriter::float_body(const Term* term) {
  const Width width = term->width();
  const Term* a = term->operand(0);
  const std::string to_fp = "((_ " + std::string(kind_smt(term->kind())) + " " + indices(width) + ") ";
  switch (term->kind()) {
    case Kind::FConvert: return to_fp + std::string(mode(term->rounding())) + " " + as_float(a) + ")";
    case Kind::SIntToF:
    case Kind::UIntToF: return to_fp + std::string(mode(term->rounding())) + " " + bits(a) + ")";
    case Kind::FRem: {
      // fp.rem rounds the quotient to nearest: of the magnitudes it gives r or r - |b|, both exact.
      const std::string x = as_float(a), y = "(fp.abs " + as_float(term->operand(1)) + ")";
      const std::string r = "(fp.rem (fp.abs " + x + ") " + y + ")";
      const std::string positive = "(let ((r " + r +
                                   ")) (fp.abs (ite (fp.isNegative r) (ite (fp.isZero r) r (fp.add RNE r " +
                                   y + ")) r)))";
      return "(let ((m " + positive + ")) (ite (fp.isNegative " + x + ") (fp.neg m) m))";
    }
    default: break;
  }
  std::string text = "(" + std::string(kind_smt(term->kind())) + " " + std::string(mode(term->rounding()));
  for (const Term* operand : term->operands()) text += " " + as_float(operand);
  return text + ")";
}

std::string SmtlibWriter::float_to_int(const Term* term) {
  const Term* a = term->operand(0);
  const Width width = term->width(), from = a->width();
  const bool is_signed = term->kind() == Kind::FToSInt;
  const std::string to_fp = "((_ to_fp " + indices(from) + ") ";
  const std::string whole = "(fp.roundToIntegral RTZ " + as_float(a) + ")";
  const uint64_t limit = power_of_two(from, is_signed ? width - 1 : width);
  // The bound is attained below (-2^n fits) and not above; an infinite one is attained by no number that
  // fits.
  const bool is_infinite = limit == FloatFormat::of(from).infinity();
  const std::string high = "(fp.lt w " + to_fp + literal(from, limit) + "))";
  const std::string low = is_signed ? "(" + std::string(is_infinite ? "fp.lt" : "fp.leq") + " " + to_fp +
                                          literal(from, limit | FloatFormat::of(from).sign()) + ") w)"
                                    : "(fp.leq " + to_fp + literal(from, 0) + ") w)";
  const std::string outside = literal(Wide::all_ones(width).shl(width - 1));
  const std::string text = "(let ((w " + whole + ")) (ite (and " + low + " " + high + ") ((_ " +
                           std::string(kind_smt(term->kind())) + " " + std::to_string(width) + ") RTZ w) " +
                           outside + "))";
  return width == 1 ? "(= " + text + " #b1)" : text;
}

}  // namespace bonsai::expr
