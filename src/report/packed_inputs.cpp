// The format, before it is compressed; a number is seven bits to a byte, least first:
//
//   number of stems; of each its length and its bytes
//   of each input: which stem; 0 (the name is the stem), or 1 + how far its number is from the one that was
//                  expected, folded (0, -1, 1, -2, …); its size
//   the bytes of all inputs
//
// The first number that is expected of a stem is 1, then one more than the last.
#include "report/packed_inputs.h"

#include <zstd.h>

#include <charconv>
#include <map>
#include <string>
#include <string_view>

namespace bonsai::report {
namespace {

constexpr int level = 1;                     // hundreds of megabytes a second
constexpr uint64_t most_bytes = 1ull << 28;  // of one test; more is damage

void append(std::vector<uint8_t>& bytes, uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(uint8_t(number | 0x80));
  bytes.push_back(uint8_t(number));
}

class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : rest_(bytes) {}
  uint64_t number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      uint8_t byte = rest_.front();
      rest_ = rest_.subspan(1);
      value |= uint64_t(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    is_good_ = false;
    return 0;
  }
  std::span<const uint8_t> take(uint64_t count) {
    if (count > rest_.size()) is_good_ = false, count = 0;
    std::span<const uint8_t> taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  size_t left() const { return rest_.size(); }
  bool is_good() const { return is_good_; }

 private:
  std::span<const uint8_t> rest_;
  bool is_good_ = true;
};

// "name_12" has the stem "name" and the number 12; what would not be written the same way has none.
struct Name {
  std::string_view stem;
  std::optional<uint64_t> number;
};
Name take_apart(std::string_view name) {
  size_t line = name.rfind('_');
  if (line == std::string_view::npos || line + 1 == name.size() || name[line + 1] == '0') return {name, {}};
  uint64_t number = 0;
  auto [end, error] = std::from_chars(name.data() + line + 1, name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size() || number > UINT32_MAX) return {name, {}};
  return {name.substr(0, line), number};
}

uint64_t fold(int64_t difference) { return uint64_t(difference) << 1 ^ uint64_t(difference >> 63); }
int64_t unfold(uint64_t folded) { return int64_t(folded >> 1) ^ -int64_t(folded & 1); }

}  // namespace

std::vector<uint8_t> compress(std::span<const uint8_t> bytes) {
  std::vector<uint8_t> packed(ZSTD_compressBound(bytes.size()));
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level));
  return packed;
}

std::optional<std::vector<uint8_t>> decompress(std::span<const uint8_t> bytes, uint64_t size) {
  // As much as was written, before room is made for it.
  if (size > most_bytes || ZSTD_getFrameContentSize(bytes.data(), bytes.size()) != size) return std::nullopt;
  std::vector<uint8_t> all(size);
  size_t got = ZSTD_decompress(all.data(), all.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size) return std::nullopt;
  return all;
}

std::vector<uint8_t> pack_inputs(std::span<const Input> inputs) {
  struct Stem {
    uint64_t index = 0;
    uint64_t expected = 1;
  };
  std::map<std::string_view, Stem> known;
  std::vector<uint8_t> stems, entries, bytes;
  for (const Input& input : inputs) {
    Name name = take_apart(input.name);
    auto [found, is_new] = known.try_emplace(name.stem, Stem{known.size()});
    if (is_new) {
      append(stems, name.stem.size());
      stems.insert(stems.end(), name.stem.begin(), name.stem.end());
    }
    Stem& stem = found->second;
    append(entries, stem.index);
    append(entries, name.number ? 1 + fold(int64_t(*name.number) - int64_t(stem.expected)) : 0);
    if (name.number) stem.expected = *name.number + 1;
    append(entries, input.bytes.size());
    bytes.insert(bytes.end(), input.bytes.begin(), input.bytes.end());
  }
  std::vector<uint8_t> all;
  append(all, known.size());
  for (const std::vector<uint8_t>* part : {&stems, &entries, &bytes})
    all.insert(all.end(), part->begin(), part->end());
  std::vector<uint8_t> packed;
  append(packed, all.size());
  std::vector<uint8_t> compressed = compress(all);
  packed.insert(packed.end(), compressed.begin(), compressed.end());
  return packed;
}

std::optional<std::vector<Input>> unpack_inputs(std::span<const uint8_t> packed, uint64_t count) {
  Reader outer(packed);
  uint64_t size = outer.number();
  if (!outer.is_good()) return std::nullopt;
  std::optional<std::vector<uint8_t>> all = decompress(outer.take(outer.left()), size);
  if (!all) return std::nullopt;
  Reader reader(*all);
  struct Stem {
    std::string text;
    uint64_t expected = 1;
  };
  std::vector<Stem> stems;
  for (uint64_t left = reader.number(); left && reader.is_good(); --left) {
    std::span<const uint8_t> text = reader.take(reader.number());
    stems.push_back({std::string(text.begin(), text.end())});
  }
  std::vector<Input> inputs;
  std::vector<uint64_t> sizes;
  while (inputs.size() < count && reader.is_good()) {
    uint64_t index = reader.number(), number = reader.number();
    sizes.push_back(reader.number());
    if (index >= stems.size()) return std::nullopt;
    Stem& stem = stems[index];
    Input& input = inputs.emplace_back();
    input.name = stem.text;
    if (!number) continue;
    uint64_t value = stem.expected + uint64_t(unfold(number - 1));
    input.name += '_' + std::to_string(value);
    stem.expected = value + 1;
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::span<const uint8_t> bytes = reader.take(sizes[i]);
    inputs[i].bytes.assign(bytes.begin(), bytes.end());
  }
  if (!reader.is_good() || reader.left()) return std::nullopt;
  return inputs;
}

}  // namespace bonsai::report
