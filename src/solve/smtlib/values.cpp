#include "solve/smtlib/values.h"

#include <algorithm>
#include <map>

#include "expr/evaluate.h"
#include "expr/support.h"

namespace bonsai::solve::smtlib {

using expr::Term;

std::string Sort::print() const {
  switch (kind) {
    case Kind::boolean: return "Bool";
    case Kind::bit_vector: return "(_ BitVec " + std::to_string(width) + ")";
    case Kind::floating:
      return "(_ FloatingPoint " + std::to_string(exponent) + " " + std::to_string(significand()) + ")";
    case Kind::array:
      return "(Array (_ BitVec " + std::to_string(index) + ") (_ BitVec " + std::to_string(width) + "))";
    default: return "RoundingMode";
  }
}

namespace {

constexpr uint64_t kAllIndices = ~uint64_t{0};

// All 2^64 cells: a symbolic array has at most 2^64 - 1, so the last one is kept apart.
const Term* byte_array(expr::TermStore& store, const std::string& name, uint32_t index_width) {
  if (index_width < 64) return store.array(name, uint64_t{1} << index_width);
  const Term* last = store.symbolic_byte(store.array(name + "!last", 1), 0);
  return store.store(store.array(name, kAllIndices), store.constant(expr::kIndexWidth, kAllIndices), last);
}

// `width` bits from bytes, the least significant first.
const Term* join(expr::TermStore& store, const std::vector<const Term*>& bytes, uint32_t width) {
  const Term* all = bytes[0];
  for (size_t i = 1; i < bytes.size(); ++i) all = store.concat(bytes[i], all);
  return width < all->width() ? store.extract(all, 0, width) : all;
}

std::string bits(const expr::Wide& value) {
  return value.width() % 4 == 0 ? "#x" + value.to_hex() : "#b" + value.to_binary();
}

std::string print_float(const expr::Wide& value, const Sort& sort) {
  const uint32_t fraction = sort.significand() - 1;
  const auto e = value.extract(fraction, sort.exponent), f = value.extract(0, fraction);
  const std::string suffix =
      " " + std::to_string(sort.exponent) + " " + std::to_string(sort.significand()) + ")";
  if (e.is_all_ones()) {
    if (!f.is_zero()) return "(_ NaN" + suffix;
    return (value.sign() ? "(_ -oo" : "(_ +oo") + suffix;
  }
  if (e.is_zero() && f.is_zero()) return (value.sign() ? "(_ -zero" : "(_ +zero") + suffix;
  return "(fp " + std::string(value.sign() ? "#b1 " : "#b0 ") + bits(e) + " " + bits(f) + ")";
}

// The cells that are not 0, as stores on the array of zeros.
std::string print_array(expr::TermStore& store, const Value& value, const expr::Assignment& model) {
  std::map<uint64_t, expr::Wide> cells;
  std::vector<uint64_t> indices;
  auto note = [&](const Term* array) {
    for (; array->kind() == expr::Kind::Store; array = array->operand(0))
      indices.push_back(expr::evaluate(store, array->operand(1), model));
    if (array->kind() != expr::Kind::Array) return;
    model.for_each([&](uint32_t slot, uint64_t cell, uint8_t) {
      if (slot == array->array().slot) indices.push_back(cell);
    });
  };
  for (const Term* plane : *value.planes) note(plane);
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  const std::string zero = bits(expr::Wide(value.sort.width, 0));
  std::string text = "((as const " + value.sort.print() + ") " + zero + ")";
  for (uint64_t index : indices) {
    const Value element = select(store, value, store.constant(expr::kIndexWidth, index));
    const expr::Wide found = expr::evaluate_wide(store, element.term, model);
    if (found.is_zero()) continue;
    text = "(store " + text + " " + bits(expr::Wide(value.sort.index, index)) + " " + bits(found) + ")";
  }
  return text;
}

}  // namespace

Value make_symbol(expr::TermStore& store, const std::string& name, const Sort& sort) {
  Value value{sort};
  const uint32_t bytes = (sort.width + 7) / 8;
  if (sort.is(Sort::Kind::array)) {
    std::vector<const Term*> planes;
    for (uint32_t i = 0; i < bytes; ++i)
      planes.push_back(byte_array(store, bytes == 1 ? name : name + "!" + std::to_string(i), sort.index));
    value.planes = std::make_shared<const std::vector<const Term*>>(std::move(planes));
    return value;
  }
  const Term* array = store.array(name, bytes);
  std::vector<const Term*> all;
  for (uint32_t i = 0; i < bytes; ++i) all.push_back(store.symbolic_byte(array, i));
  value.term = join(store, all, sort.width);
  return value;
}

Value select(expr::TermStore& store, const Value& array, const Term* index) {
  const Term* at = store.zext(index, expr::kIndexWidth);
  std::vector<const Term*> bytes;
  for (const Term* plane : *array.planes) bytes.push_back(store.read(plane, at));
  Value value{Sort::bit_vector(array.sort.width)};
  value.term = join(store, bytes, array.sort.width);
  return value;
}

Value store_element(expr::TermStore& store, const Value& array, const Term* index, const Term* element) {
  const Term* at = store.zext(index, expr::kIndexWidth);
  const auto count = static_cast<uint32_t>(array.planes->size());
  const Term* padded = store.zext(element, 8 * count);
  std::vector<const Term*> planes;
  for (uint32_t i = 0; i < count; ++i)
    planes.push_back(store.store((*array.planes)[i], at, store.extract(padded, 8 * i, 8)));
  Value value{array.sort};
  value.planes = std::make_shared<const std::vector<const Term*>>(std::move(planes));
  return value;
}

std::string print_value(expr::TermStore& store, const Value& value, const expr::Assignment& model) {
  if (value.sort.is(Sort::Kind::array)) return print_array(store, value, model);
  if (value.sort.is(Sort::Kind::rounding)) {
    static constexpr const char* kModes[] = {"roundNearestTiesToEven", "roundNearestTiesToAway",
                                             "roundTowardPositive", "roundTowardNegative", "roundTowardZero"};
    return kModes[static_cast<unsigned>(value.mode)];
  }
  const expr::Wide found = expr::evaluate_wide(store, value.term, model);
  if (value.sort.is(Sort::Kind::boolean)) return found.is_zero() ? "false" : "true";
  return value.sort.is(Sort::Kind::floating) ? print_float(found, value.sort) : bits(found);
}

}  // namespace bonsai::solve::smtlib
