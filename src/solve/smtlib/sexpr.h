#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// S-expressions of SMT-LIB 2.6, with their places in the text.
//
// The parser keeps its own stack: nesting is bounded by memory alone.

namespace bonsai::solve::smtlib {

struct Place {
  uint32_t line = 1;
  uint32_t column = 1;
};

struct Fault {
  Place place;
  std::string message;
};

enum class Token : uint8_t { list, symbol, keyword, numeral, decimal, binary, hexadecimal, string };

struct Node {
  Token token = Token::list;
  Place place;
  std::string_view text;  // without the bars of |symbol|, the quotes of a string, and #b, #x
  uint32_t first = 0;     // of a list: its elements in Tree::elements
  uint32_t count = 0;
};

// One top-level expression. Views point into the script's text.
struct Tree {
  std::vector<Node> nodes;
  std::vector<uint32_t> elements;
  uint32_t root = 0;

  const Node& operator[](uint32_t i) const { return nodes[i]; }
  std::span<const uint32_t> list(uint32_t i) const {
    return {elements.data() + nodes[i].first, nodes[i].count};
  }
  bool is_symbol(uint32_t i, std::string_view text) const {
    return nodes[i].token == Token::symbol && nodes[i].text == text;
  }
  std::string print(uint32_t i) const;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  // The next expression; null at the end of the text, and on a fault.
  std::shared_ptr<const Tree> next();
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  bool skip_blanks();
  bool atom(Tree& tree, std::vector<uint32_t>& pending);
  bool quoted(Node& node, char end);
  void advance();
  bool fail(Place place, std::string message);

  std::string_view text_;
  size_t at_ = 0;
  Place place_;
  std::optional<Fault> fault_;
};

}  // namespace bonsai::solve::smtlib
