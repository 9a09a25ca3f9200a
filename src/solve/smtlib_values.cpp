#include "solve/smtlib_values.h"

#include <cctype>
#include <charconv>
#include <optional>

// Tested by smtlib_core_test.cpp.

namespace bonsai::solve {

namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool eat(char c) {
    skip_space();
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool at_end() {
    skip_space();
    return text_.empty();
  }
  std::string_view word() {
    skip_space();
    size_t length = 0;
    while (length < text_.size() && !isspace(static_cast<unsigned char>(text_[length])) &&
           text_[length] != '(' && text_[length] != ')')
      ++length;
    const std::string_view found = text_.substr(0, length);
    text_.remove_prefix(length);
    return found;
  }
  // One s-expression, whatever it is.
  bool skip() {
    size_t depth = 0;
    do {
      skip_space();
      if (text_.empty()) return false;
      const char c = text_.front();
      if (c == '(') {
        ++depth;
        text_.remove_prefix(1);
      } else if (c == ')') {
        if (depth == 0) return false;
        --depth;
        text_.remove_prefix(1);
      } else if (c == '|' || c == '"') {
        const size_t end = text_.find(c, 1);
        if (end == std::string_view::npos) return false;
        text_.remove_prefix(end + 1);
      } else if (word().empty()) {
        return false;
      }
    } while (depth > 0);
    return true;
  }

 private:
  void skip_space() {
    while (!text_.empty() && isspace(static_cast<unsigned char>(text_.front()))) text_.remove_prefix(1);
  }
  std::string_view text_;
};

std::optional<uint32_t> number(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<base::Wide> bit_vector(Scanner& scanner) {
  constexpr uint32_t kMostBits = 1 << 16;
  if (scanner.eat('(')) {
    if (scanner.word() != "_") return std::nullopt;
    const std::string_view value = scanner.word();
    const auto width = number(scanner.word());
    if (!value.starts_with("bv") || !width || *width == 0 || *width > kMostBits || !scanner.eat(')'))
      return std::nullopt;
    return base::Wide::parse(*width, value.substr(2), 10);
  }
  const std::string_view word = scanner.word();
  if (word.size() <= 2 || word.size() > kMostBits) return std::nullopt;
  const auto digits = word.substr(2);
  if (word.starts_with("#b")) return base::Wide::parse(uint32_t(digits.size()), digits, 2);
  if (word.starts_with("#x")) return base::Wide::parse(uint32_t(4 * digits.size()), digits, 16);
  return std::nullopt;
}

}  // namespace

bool parse_values(std::string_view reply, size_t count, std::vector<base::Wide>& values) {
  Scanner scanner(reply);
  if (!scanner.eat('(')) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!scanner.eat('(') || !scanner.skip()) return false;
    auto value = bit_vector(scanner);
    if (!value || !scanner.eat(')')) return false;
    values.push_back(std::move(*value));
  }
  return scanner.eat(')') && scanner.at_end();
}

}  // namespace bonsai::solve
