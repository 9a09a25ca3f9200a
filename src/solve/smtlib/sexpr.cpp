#include "solve/smtlib/sexpr.h"

#include <algorithm>
#include <cctype>

// Tested by smtlib_reader_test.cpp.

namespace bonsai::solve::smtlib {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_symbol_char(char c) {
  return isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
}

bool all_of(std::string_view text, bool (*predicate)(char)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), predicate);
}

std::optional<Token> classify(std::string_view word) {
  if (word[0] == ':') return word.size() > 1 ? std::optional(Token::keyword) : std::nullopt;
  if (word[0] == '#') {
    if (word.size() > 2 && word[1] == 'b' &&
        all_of(word.substr(2), [](char c) { return c == '0' || c == '1'; }))
      return Token::binary;
    if (word.size() > 2 && word[1] == 'x' &&
        all_of(word.substr(2), [](char c) { return isxdigit(static_cast<unsigned char>(c)) != 0; }))
      return Token::hexadecimal;
    return std::nullopt;
  }
  if (!is_digit(word[0])) return Token::symbol;
  if (all_of(word, is_digit)) return Token::numeral;
  const size_t dot = word.find('.');
  if (dot != std::string_view::npos && all_of(word.substr(0, dot), is_digit) &&
      all_of(word.substr(dot + 1), is_digit))
    return Token::decimal;
  return std::nullopt;
}

}  // namespace

std::string Tree::print(uint32_t root_node) const {
  std::string out;
  std::vector<std::pair<uint32_t, uint32_t>> stack{{root_node, 0}};
  while (!stack.empty()) {
    auto& [i, next] = stack.back();
    const Node& node = nodes[i];
    if (node.token != Token::list) {
      const bool bars = node.token == Token::symbol &&
                        (node.text.empty() || is_digit(node.text[0]) || !all_of(node.text, is_symbol_char));
      if (node.token == Token::binary) out += "#b";
      if (node.token == Token::hexadecimal) out += "#x";
      if (node.token == Token::string) out += '"';
      if (bars) out += '|';
      out += node.text;
      if (bars) out += '|';
      if (node.token == Token::string) out += '"';
      stack.pop_back();
      continue;
    }
    if (next == 0) out += '(';
    if (next == node.count) {
      out += ')';
      stack.pop_back();
      continue;
    }
    if (next > 0) out += ' ';
    const uint32_t element = elements[node.first + next++];
    stack.emplace_back(element, 0);
  }
  return out;
}

bool Parser::fail(Place place, std::string message) {
  fault_ = Fault{place, std::move(message)};
  return false;
}

void Parser::advance() {
  if (text_[at_++] == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
}

// False at the end.
bool Parser::skip_blanks() {
  while (at_ < text_.size()) {
    if (text_[at_] == ';')
      while (at_ < text_.size() && text_[at_] != '\n') advance();
    else if (is_blank(text_[at_]))
      advance();
    else
      return true;
  }
  return false;
}

// From the opening |, or " (in which "" is a quote).
bool Parser::quoted(Node& node, char end) {
  advance();
  const size_t start = at_;
  while (at_ < text_.size()) {
    if (text_[at_] == end) {
      if (end != '"' || at_ + 1 >= text_.size() || text_[at_ + 1] != '"') {
        node.text = text_.substr(start, at_ - start);
        advance();
        return true;
      }
      advance();
    }
    advance();
  }
  return fail(node.place, end == '"' ? "a string that does not end" : "a |symbol| that does not end");
}

bool Parser::atom(Tree& tree, std::vector<uint32_t>& pending) {
  Node node;
  node.place = place_;
  const char c = text_[at_];
  if (c == '|' || c == '"') {
    node.token = c == '|' ? Token::symbol : Token::string;
    if (!quoted(node, c)) return false;
  } else {
    const size_t start = at_;
    while (at_ < text_.size() &&
           (is_symbol_char(text_[at_]) || ((text_[at_] == ':' || text_[at_] == '#') && at_ == start)))
      advance();
    if (at_ == start) return fail(place_, "an unexpected character");
    node.text = text_.substr(start, at_ - start);
    const auto token = classify(node.text);
    if (!token) return fail(node.place, "'" + std::string(node.text.substr(0, 40)) + "' is not a token");
    node.token = *token;
    if (*token == Token::binary || *token == Token::hexadecimal) node.text.remove_prefix(2);
  }
  pending.push_back(static_cast<uint32_t>(tree.nodes.size()));
  tree.nodes.push_back(node);
  return true;
}

std::shared_ptr<const Tree> Parser::next() {
  if (fault_ || !skip_blanks()) return nullptr;
  auto tree = std::make_shared<Tree>();
  struct Open {
    Place place;
    size_t first;  // in `pending`
  };
  std::vector<Open> open;
  std::vector<uint32_t> pending;
  do {
    if (!skip_blanks()) {
      fail(open.back().place, "a parenthesis that is not closed");
      return nullptr;
    }
    if (text_[at_] == '(') {
      open.push_back({place_, pending.size()});
      advance();
    } else if (text_[at_] == ')') {
      if (open.empty()) {
        fail(place_, "a closing parenthesis without an opening one");
        return nullptr;
      }
      Node node;
      node.place = open.back().place;
      node.first = static_cast<uint32_t>(tree->elements.size());
      node.count = static_cast<uint32_t>(pending.size() - open.back().first);
      tree->elements.insert(tree->elements.end(), pending.begin() + static_cast<ptrdiff_t>(open.back().first),
                            pending.end());
      pending.resize(open.back().first);
      pending.push_back(static_cast<uint32_t>(tree->nodes.size()));
      tree->nodes.push_back(node);
      open.pop_back();
      advance();
    } else if (!atom(*tree, pending)) {
      return nullptr;
    }
  } while (!open.empty());
  tree->root = pending.back();
  return tree;
}

}  // namespace bonsai::solve::smtlib
