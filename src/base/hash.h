#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

// Hashing that is the same in every process: results may be stored and compared between workers.
//
// Idea: multiply by a large odd constant to 128 bits and fold (the mixing step of wyhash).

namespace bonsai::base {

inline uint64_t hash_mix(uint64_t a, uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t hash_combine(uint64_t seed, uint64_t value) {
  return hash_mix(seed ^ 0x9e3779b97f4a7c15u, value ^ 0xd6e8feb86659fd93u) + seed;
}

inline uint64_t hash_bytes(std::span<const uint8_t> bytes, uint64_t seed = 0) {
  uint64_t h = hash_combine(seed, bytes.size());
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    h = hash_combine(h, word);
  }
  uint64_t rest = 0;
  for (; i < bytes.size(); ++i) rest = (rest << 8) | bytes[i];
  return hash_combine(h, rest);
}

inline uint64_t hash_string(std::string_view text, uint64_t seed = 0) {
  return hash_bytes({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, seed);
}

}  // namespace bonsai::base
