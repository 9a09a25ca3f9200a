#include "report/point_set.h"

namespace bonsai::report {

std::vector<uint8_t> encode_points(std::span<const uint32_t> points) {
  std::vector<uint8_t> bytes;
  bytes.reserve(points.size() + 8);
  uint32_t next = 0;  // the least point that may follow
  for (uint32_t point : points) {
    uint32_t difference = point - next;
    for (; difference >= 0x80; difference >>= 7) bytes.push_back(uint8_t(difference | 0x80));
    bytes.push_back(uint8_t(difference));
    next = point + 1;
  }
  return bytes;
}

std::optional<std::vector<uint32_t>> decode_points(std::span<const uint8_t> bytes) {
  std::vector<uint32_t> points;
  points.reserve(bytes.size());
  uint64_t next = 0;
  for (size_t i = 0; i < bytes.size();) {
    uint64_t difference = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (i == bytes.size() || shift > 28) return std::nullopt;
      uint8_t byte = bytes[i++];
      difference |= uint64_t(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    next += difference;
    if (next > UINT32_MAX) return std::nullopt;
    points.push_back(uint32_t(next++));
  }
  return points;
}

}  // namespace bonsai::report
