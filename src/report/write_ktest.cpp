#include <fmt/format.h>

#include "report/ktest.h"
#include "report/writers.h"

namespace bonsai::report {
namespace {

constexpr std::string_view magic = "KTEST", old_magic = "BOUT\n";
constexpr uint32_t version = 3;

void put_number(std::string& out, size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += char(uint8_t(number >> shift));
}

template <typename Bytes>
void put_bytes(std::string& out, const Bytes& bytes) {
  put_number(out, bytes.size());
  out.append(bytes.begin(), bytes.end());
}

// Takes values from the front; once something is missing, everything is.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : rest_(bytes) {}

  std::span<const uint8_t> take(size_t size) {
    if (size > rest_.size()) {
      short_ = true;
      rest_ = {};
      return {};
    }
    std::span<const uint8_t> taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  uint32_t number() {
    uint32_t value = 0;
    for (uint8_t byte : take(4)) value = value << 8 | byte;
    return value;
  }
  template <typename Bytes>
  Bytes bytes() {
    std::span<const uint8_t> taken = take(number());
    return Bytes(taken.begin(), taken.end());
  }
  bool is_short() const { return short_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const uint8_t> rest_;
  bool short_ = false;
};

}  // namespace

std::string to_bytes(const KTest& test) {
  std::string out(magic);
  put_number(out, version);
  put_number(out, test.arguments.size());
  for (const std::string& argument : test.arguments) put_bytes(out, argument);
  put_number(out, test.symbolic_arguments);
  put_number(out, test.symbolic_argument_length);
  put_number(out, test.objects.size());
  for (const Input& object : test.objects) {
    put_bytes(out, object.name);
    put_bytes(out, object.bytes);
  }
  return out;
}

base::Result<KTest> read_ktest(std::span<const uint8_t> bytes) {
  Reader reader(bytes);
  std::span<const uint8_t> first = reader.take(magic.size());
  std::string_view found(reinterpret_cast<const char*>(first.data()), first.size());
  if (found != magic && found != old_magic) return base::Error{"is no KTest file"};
  KTest test;
  uint32_t its_version = reader.number();
  if (!reader.is_short() && (its_version == 0 || its_version > version))
    return base::Error{fmt::format("is a KTest file of version {}; known are 1 to {}", its_version, version)};
  // Counts are believed only as far as there are bytes.
  uint32_t arguments = reader.number();
  for (uint32_t i = 0; i < arguments && !reader.is_short(); ++i)
    test.arguments.push_back(reader.bytes<std::string>());
  if (its_version >= 2) {
    test.symbolic_arguments = reader.number();
    test.symbolic_argument_length = reader.number();
  }
  uint32_t objects = reader.number();
  for (uint32_t i = 0; i < objects && !reader.is_short(); ++i) {
    Input& object = test.objects.emplace_back();
    object.name = reader.bytes<std::string>();
    object.bytes = reader.bytes<std::vector<uint8_t>>();
  }
  if (reader.is_short()) return base::Error{"is a KTest file that is cut short"};
  if (!reader.at_end()) return base::Error{"is a KTest file with something behind its end"};
  return test;
}

std::string write_ktest(const Test& test, const Invocation& invocation) {
  KTest out;
  out.arguments.push_back(invocation.program);
  out.arguments.insert(out.arguments.end(), invocation.arguments.begin(), invocation.arguments.end());
  out.objects = test.inputs;
  return to_bytes(out);
}

}  // namespace bonsai::report
