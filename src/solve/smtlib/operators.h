#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "solve/smtlib/values.h"

// The functions of SMT-LIB's theories applied to values: Core, FixedSizeBitVectors, ArraysEx, FloatingPoint.

namespace bonsai::solve::smtlib {

class Operators {
 public:
  explicit Operators(expr::TermStore& store) : store_(store) {}

  // The value of (name args) or ((_ name indices) args). Empty on failure: see message().
  std::optional<Value> apply(std::string_view name, std::span<const uint32_t> indices,
                             std::span<const Value> arguments);
  const std::string& message() const { return message_; }

 private:
  using Term = expr::Term;
  using Arguments = std::span<const Value>;
  using Indices = std::span<const uint32_t>;

  // Each family returns false when the name is none of its own. `out` stays empty on failure.
  bool core(std::string_view name, Arguments a, std::optional<Value>& out);
  bool bit_vector(std::string_view name, Arguments a, std::optional<Value>& out);
  bool comparison(std::string_view name, Arguments a, std::optional<Value>& out);
  bool indexed(std::string_view name, Indices i, Arguments a, std::optional<Value>& out);
  bool arrays(std::string_view name, Arguments a, std::optional<Value>& out);
  bool floating(std::string_view name, Arguments a, std::optional<Value>& out);
  bool float_arithmetic(std::string_view name, Arguments a, std::optional<Value>& out);
  bool float_class(std::string_view name, Arguments a, std::optional<Value>& out);
  bool float_indexed(std::string_view name, Indices i, Arguments a, std::optional<Value>& out);

  std::optional<Value> fail(std::string message);
  bool expect(Arguments a, Sort::Kind kind, size_t least, size_t most);
  bool expect_same(Arguments a);
  const Term* equal(const Value& a, const Value& b);
  const Term* signed_modulo(const Term* a, const Term* b);
  bool mode_of(Arguments a, bool away_allowed);

  expr::TermStore& store_;
  std::string message_;
};

}  // namespace bonsai::solve::smtlib
