// Checksums of what run.db holds, stored beside it: SQLite notices pages that make no sense, not bytes that
// are others than were written. Against accidents, not against forgery.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "report/records.h"

namespace bonsai::report {

// Of an encoded set of points; by it sets are found, and none has another's.
using SetHash = std::array<uint8_t, 16>;
SetHash hash_of_set(std::span<const uint8_t> bytes);

uint64_t checksum(const Test& test);    // with its inputs and points
uint64_t checksum(const Error& error);  // without its stack
uint64_t checksum(uint64_t error, uint64_t position, const Place& place);
uint64_t checksum(const Job& job);                                // without its id
uint64_t checksum(std::string_view key, std::string_view value);  // of the table meta

}  // namespace bonsai::report
