// Expected failure as a value: a Result holds a T, or an Error that says in one line what was wrong, where,
// and what to do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace bonsai::base {

struct Error {
  std::string message;   // one line, no trailing newline
  std::string detail{};  // further lines, e.g. a compiler's diagnostics; may be empty
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : value_(std::move(error)) {}

  explicit operator bool() const { return value_.index() == 0; }
  // REQUIRES: bool(*this)
  T& operator*() { return std::get<0>(value_); }
  const T& operator*() const { return std::get<0>(value_); }
  T* operator->() { return &std::get<0>(value_); }
  const T* operator->() const { return &std::get<0>(value_); }
  // REQUIRES: !bool(*this)
  const Error& error() const { return std::get<1>(value_); }

 private:
  std::variant<T, Error> value_;
};

// An action that may fail and has nothing to tell otherwise: `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  // REQUIRES: !bool(*this)
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace bonsai::base
