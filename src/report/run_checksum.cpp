// Tested by run_store_test.cpp and run_store_failure_test.cpp.
#include "report/run_checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace bonsai::report {
namespace {

class Hasher {
 public:
  Hasher() { XXH3_64bits_reset(&state_); }
  Hasher& operator<<(uint64_t number) {
    XXH3_64bits_update(&state_, &number, sizeof number);
    return *this;
  }
  // With its length, so that what stands beside it cannot become part of it.
  template <typename T>
  Hasher& add(const T* data, size_t count) {
    *this << uint64_t(count);
    XXH3_64bits_update(&state_, data, count * sizeof(T));
    return *this;
  }
  Hasher& operator<<(std::string_view text) { return add(text.data(), text.size()); }
  template <typename T>
  Hasher& operator<<(const std::vector<T>& values) {
    return add(values.data(), values.size());
  }
  uint64_t value() const { return XXH3_64bits_digest(&state_); }

 private:
  XXH3_state_t state_;
};

}  // namespace

SetHash hash_of_set(std::span<const uint8_t> bytes) {
  XXH128_canonical_t stored;
  XXH128_canonicalFromHash(&stored, XXH3_128bits(bytes.data(), bytes.size()));
  SetHash hash;
  std::copy(std::begin(stored.digest), std::end(stored.digest), hash.begin());
  return hash;
}

uint64_t checksum(const Test& test) {
  Hasher hasher;
  hasher << test.id << uint64_t(test.ending) << test.reason << uint64_t(int64_t(test.exit_status))
         << test.output << test.error << test.instructions << test.depth
         << std::bit_cast<uint64_t>(test.seconds) << test.tape << test.points;
  hasher << uint64_t(test.inputs.size());
  for (const Input& input : test.inputs) hasher << input.name << input.bytes;
  hasher << uint64_t(test.host_files.size());
  for (const HostFile& file : test.host_files) hasher << uint64_t(file.use) << file.path;
  return hasher.value();
}

uint64_t checksum(const Error& error) {
  Hasher hasher;
  hasher << error.id << error.kind << error.message << error.omitted << error.count << error.test
         << uint64_t(error.confirmed) << error.reason;
  return hasher.value();
}

uint64_t checksum(uint64_t error, uint64_t position, const Place& place) {
  Hasher hasher;
  hasher << error << position << place.function << place.file << uint64_t(place.line)
         << uint64_t(place.column) << uint64_t(place.rank);
  return hasher.value();
}

uint64_t checksum(const Job& job) {
  Hasher hasher;
  hasher << job.states << job.bytes << job.struck_out;
  return hasher.value();
}

uint64_t checksum(std::string_view key, std::string_view value) {
  Hasher hasher;
  hasher << key << value;
  return hasher.value();
}

}  // namespace bonsai::report
