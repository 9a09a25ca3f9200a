#include "expr/print.h"
namespace bonsai::expr {
std::string to_infix(const Term* t, size_t limit) {
  if (t->is_constant()) return "0x" + t->wide_value().to_hex() + ":" + std::to_string(t->width());
  if (t->kind() == Kind::Array) return std::string(t->array().name);
  std::string r(kind_name(t->kind()));
  if (t->kind() == Kind::Extract) r += "@" + std::to_string(t->low());
  r += ":" + std::to_string(t->width()) + "(";
  for (unsigned i = 0; i < t->arity(); ++i) r += (i ? "," : "") + to_infix(t->operand(i), limit);
  return r + ")";
}
std::string to_smtlib(std::span<const Term* const>) { return ""; }
}  // namespace bonsai::expr
