// Sets of coverage points (ir/points.h) as bytes: the differences of the ascending points, each as a
// little-endian base-128 number. Neighbouring points take one byte each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bonsai::report {

// REQUIRES: `points` ascend strictly.
std::vector<uint8_t> encode_points(std::span<const uint32_t> points);

// Nothing, if the bytes are no such set.
std::optional<std::vector<uint32_t>> decode_points(std::span<const uint8_t> bytes);

}  // namespace bonsai::report
