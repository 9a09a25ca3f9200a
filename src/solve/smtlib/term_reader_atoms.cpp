#include <array>
#include <cstdlib>
#include <cstring>

#include "solve/smtlib/term_reader.h"

// Sorts, numerals, symbols and constants.

namespace bonsai::solve::smtlib {

using expr::Term;

std::optional<uint32_t> TermReader::number(const Tree& tree, uint32_t node) {
  const Node& n = tree[node];
  if (n.token != Token::numeral) return fail(tree, node, "a numeral was expected");
  uint64_t value = 0;
  for (char c : n.text) {
    value = value * 10 + static_cast<uint64_t>(c - '0');
    if (value > ~uint32_t{0}) return fail(tree, node, "a numeral that is too large");
  }
  return static_cast<uint32_t>(value);
}

std::optional<Sort> TermReader::sort(const Tree& tree, uint32_t node) {
  if (tree[node].token == Token::symbol) {
    const std::string_view name = tree[node].text;
    if (name == "Bool") return Sort::boolean();
    if (name == "Float16") return Sort::floating(16);
    if (name == "Float32") return Sort::floating(32);
    if (name == "Float64") return Sort::floating(64);
    if (name == "RoundingMode") return Sort::rounding();
    if (auto found = sorts.find(std::string(name)); found != sorts.end()) return found->second;
    return fail(tree, node, "unsupported: sort '" + std::string(name) + "'");
  }
  const auto list = tree.list(node);
  if (list.size() == 3 && tree.is_symbol(list[0], "_") && tree.is_symbol(list[1], "BitVec")) {
    const auto width = number(tree, list[2]);
    if (!width) return std::nullopt;
    if (*width == 0 || *width > kMaxWidth)
      return fail(tree, list[2], "a bit vector of 0 or more than " + std::to_string(kMaxWidth) + " bits");
    return Sort::bit_vector(*width);
  }
  if (list.size() == 4 && tree.is_symbol(list[0], "_") && tree.is_symbol(list[1], "FloatingPoint")) {
    const auto exponent = number(tree, list[2]), significand = number(tree, list[3]);
    if (!exponent || !significand) return std::nullopt;
    for (uint32_t width : {16u, 32u, 64u})
      if (Sort::floating(width).exponent == *exponent && Sort::floating(width).significand() == *significand)
        return Sort::floating(width);
    return fail(tree, node, "unsupported: a float that is not of 16, 32 or 64 bits");
  }
  if (list.size() == 3 && tree.is_symbol(list[0], "Array")) {
    // Of bit vectors only, so the recursion is one deep unless the script is wrong.
    for (uint32_t part : {list[1], list[2]})
      if (tree[part].token == Token::list &&
          (tree[part].count == 0 || !tree.is_symbol(tree.list(part)[0], "_")))
        return fail(tree, part, "unsupported: an array of other than bit vectors");
    const auto index = sort(tree, list[1]), element = sort(tree, list[2]);
    if (!index || !element) return std::nullopt;
    if (!index->is(Sort::Kind::bit_vector) || !element->is(Sort::Kind::bit_vector) || index->width > 64 ||
        element->width > 1024)
      return fail(tree, node, "unsupported: an array but of (_ BitVec 1..64) to (_ BitVec 1..1024)");
    return Sort::array(index->width, element->width);
  }
  return fail(tree, node, "unsupported sort");
}

bool TermReader::atom(const Tree& tree, uint32_t node) {
  const Node& n = tree[node];
  if (n.token == Token::binary || n.token == Token::hexadecimal) {
    const bool binary = n.token == Token::binary;
    const size_t width = n.text.size() * (binary ? 1 : 4);
    if (width > kMaxWidth) {
      fail(tree, node, "a bit vector of more than " + std::to_string(kMaxWidth) + " bits");
      return false;
    }
    const auto value = expr::Wide::parse(static_cast<uint32_t>(width), n.text, binary ? 2 : 16);
    results_.push_back({Sort::bit_vector(static_cast<uint32_t>(width)), store_.constant(*value)});
    return true;
  }
  if (n.token != Token::symbol) {
    fail(tree, node, "unsupported: this literal as a term");
    return false;
  }
  const std::string name(n.text);
  if (auto found = locals_.back().find(name); found != locals_.back().end()) {
    results_.push_back(found->second.back());
    return true;
  }
  if (auto found = symbols.find(name); found != symbols.end()) {
    if (found->second.value) {
      results_.push_back(*found->second.value);
      return true;
    }
    fail(tree, node, "function '" + name + "' without arguments");
    return false;
  }
  if (name == "true" || name == "false") {
    results_.push_back({Sort::boolean(), store_.boolean(name == "true")});
    return true;
  }
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kModes = {
      {{"RNE", "roundNearestTiesToEven"},
       {"RNA", "roundNearestTiesToAway"},
       {"RTP", "roundTowardPositive"},
       {"RTN", "roundTowardNegative"},
       {"RTZ", "roundTowardZero"}}};
  for (size_t i = 0; i < kModes.size(); ++i) {
    if (name != kModes[i].first && name != kModes[i].second) continue;
    Value mode{Sort::rounding()};
    mode.mode = static_cast<expr::Rounding>(i);
    results_.push_back(std::move(mode));
    return true;
  }
  fail(tree, node, "unknown symbol '" + name + "'");
  return false;
}

// (_ bvN w), (_ +oo e s), (_ NaN e s)...
bool TermReader::underscore(const Tree& tree, uint32_t node) {
  const auto list = tree.list(node);
  const std::string_view name = list.size() > 1 ? tree[list[1]].text : std::string_view();
  if (list.size() == 3 && name.starts_with("bv") && name.size() > 2) {
    const auto width = number(tree, list[2]);
    if (!width) return false;
    constexpr size_t kMostDigits = 20000;  // more than any value of kMaxWidth bits has
    if (*width == 0 || *width > kMaxWidth || name.size() > kMostDigits) {
      fail(tree, node, "a bit vector of 0 or more than " + std::to_string(kMaxWidth) + " bits");
      return false;
    }
    const auto value = expr::Wide::parse(*width, name.substr(2), 10);
    if (!value) {
      fail(tree, list[1], "a numeral was expected after bv");
      return false;
    }
    results_.push_back({Sort::bit_vector(*width), store_.constant(*value)});
    return true;
  }
  if (list.size() == 4) {
    const auto exponent = number(tree, list[2]), significand = number(tree, list[3]);
    if (!exponent || !significand) return false;
    for (uint32_t width : {16u, 32u, 64u}) {
      const Sort sort = Sort::floating(width);
      if (sort.exponent != *exponent || sort.significand() != *significand) continue;
      const uint64_t sign = uint64_t{1} << (width - 1);
      const uint64_t infinity = Term::mask(sort.exponent) << (sort.significand() - 1);
      uint64_t bits = 0;
      if (name == "+oo")
        bits = infinity;
      else if (name == "-oo")
        bits = infinity | sign;
      else if (name == "NaN")
        bits = infinity | uint64_t{1} << (sort.significand() - 2);
      else if (name == "-zero")
        bits = sign;
      else if (name != "+zero")
        break;
      results_.push_back({sort, store_.constant(width, bits)});
      return true;
    }
  }
  fail(tree, node, "unsupported: this indexed constant");
  return false;
}

// ((_ to_fp e s) RNE 0.1): rounded by the C library, to nearest.
bool TermReader::decimal_float(const Tree& tree, uint32_t node) {
  const auto list = tree.list(node);
  const bool fits =
      list.size() == 3 && tree[list[0]].token == Token::list && tree[list[0]].count == 4 &&
      tree.is_symbol(tree.list(list[0])[1], "to_fp") && results_.size() == frames_.back().first_result + 1 &&
      results_.back().sort.is(Sort::Kind::rounding) && results_.back().mode == expr::Rounding::NearestEven;
  if (fits) {
    const auto head = tree.list(list[0]);
    const auto exponent = number(tree, head[2]), significand = number(tree, head[3]);
    const std::string digits(tree[list[2]].text);
    uint64_t bits = 0;
    if (exponent == 8u && significand == 24u) {
      const float value = std::strtof(digits.c_str(), nullptr);
      std::memcpy(&bits, &value, sizeof value);
    } else if (exponent == 11u && significand == 53u) {
      const double value = std::strtod(digits.c_str(), nullptr);
      std::memcpy(&bits, &value, sizeof value);
    } else {
      fail(tree, node, "unsupported: a decimal as a float that is not of 32 or 64 bits");
      return false;
    }
    const Sort sort = Sort::floating(*exponent + *significand);
    results_.pop_back();
    results_.push_back({sort, store_.constant(sort.width, bits)});
    leave(frames_.back());
    return true;
  }
  fail(tree, node, "unsupported: integers and reals, but in ((_ to_fp e s) RNE decimal)");
  return false;
}

bool TermReader::constant_array(const Tree& tree, uint32_t node, const Value& element) {
  const auto sort = this->sort(tree, tree.list(tree.list(node)[0])[2]);
  if (!sort) return false;
  constexpr uint32_t kMostIndexBits = 16;
  const bool zero = element.term && element.term->is_constant() && element.term->wide_value().is_zero();
  if (!sort->is(Sort::Kind::array) || element.sort != Sort::bit_vector(sort->width)) {
    fail(tree, node, "a constant array of another sort");
    return false;
  }
  if (!element.term->is_constant() || (!zero && sort->index > kMostIndexBits)) {
    fail(tree, node, "unsupported: this constant array");
    return false;
  }
  // A table reads 0 past its end: one entry is enough for the array of zeros.
  const uint32_t planes = (sort->width + 7) / 8;
  const expr::Wide bits = element.term->wide_value().zext(8 * planes);
  std::vector<const Term*> all;
  for (uint32_t i = 0; i < planes; ++i) {
    const std::vector<uint64_t> elements(zero ? 1 : size_t{1} << sort->index, bits.extract(8 * i, 8).low64());
    all.push_back(store_.table(elements, 8));
  }
  Value value{*sort};
  value.planes = std::make_shared<const std::vector<const Term*>>(std::move(all));
  results_.pop_back();
  results_.push_back(std::move(value));
  leave(frames_.back());
  return true;
}

}  // namespace bonsai::solve::smtlib
