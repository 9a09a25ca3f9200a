// Many inputs of a test as few bytes, and long tapes.
//
// A program that reads in a loop makes an input with each read, and the test of each path has those of the
// paths before it and one more: stored one by one, they take space that grows with the square. So a name is a
// stem and a number, where the number is mostly one more than the last with that stem; what repeats is then
// left to zstd. Tested by packed_inputs_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "report/records.h"

namespace bonsai::report {

std::vector<uint8_t> pack_inputs(std::span<const Input> inputs);
// Nothing, if the bytes are not `count` inputs.
std::optional<std::vector<Input>> unpack_inputs(std::span<const uint8_t> bytes, uint64_t count);

std::vector<uint8_t> compress(std::span<const uint8_t> bytes);
// Nothing, if the bytes are not what compress() makes of so many.
std::optional<std::vector<uint8_t>> decompress(std::span<const uint8_t> bytes, uint64_t size);

}  // namespace bonsai::report
