// What Bonsai and its helper process say to each other: one request, one reply, over one socket.
//
// Both are built together and run on one machine, so records are plain structures. Everything is checked all
// the same by whoever reads it: a function that runs wild in the helper may write to any descriptor.
//
//   request: RequestHeader, the name, Argument…, Region…, the bytes of the regions
//   reply:   ReplyHeader, and by its status
//              returned    the result (result_bytes), then for each run of changed bytes a Run and the bytes
//              fault       Fault
//              signalled   Number (the signal)
//              exited      Number (the exit code)
//              refused     words
#pragma once

#include <cstdint>

namespace bonsai::exec::external {

inline constexpr uint64_t request_magic = 0x3165'6c6c'6163'7865;  // "excalle1"
inline constexpr uint64_t reply_magic = 0x3179'6c70'6572'7865;
inline constexpr uint64_t most_content = 64 << 20;  // bytes of all regions, of a reply
inline constexpr uint32_t most_records = 4096;      // arguments, regions, characters of a name
inline constexpr uint64_t result_bytes = 16;
inline constexpr uint64_t page = 4096;
// What memory holds that is mapped with a region but no part of any. No letter, digit or end of a string.
inline constexpr uint8_t filler = 0xa5;

enum class Type : uint8_t { none, u8, s8, u16, s16, u32, s32, u64, f32, f64, f80 };

enum class Status : uint8_t {
  returned,
  fault,      // an access that the memory of the request does not allow
  signalled,  // ended by another signal
  hung,       // did not return in time
  exited,     // the function did not return but ended its process
  missing,    // no function of that name
  collided,   // the helper itself uses addresses of the request; another one will not
  refused,    // the call cannot be made
  // Never sent; what the process that asks finds by itself:
  broken,      // the helper ended, or said what is no reply
  not_started  // with words
};

struct RequestHeader {
  uint64_t magic = request_magic;
  uint32_t name_bytes = 0;
  uint32_t arguments = 0;
  uint32_t fixed = 0;  // arguments that are not variadic
  uint32_t regions = 0;
  Type result = Type::none;
  uint8_t variadic = 0;
  uint8_t unused[6]{};
  uint64_t content_bytes = 0;  // of all regions
  uint64_t milliseconds = 0;   // that the function may take
};

struct Argument {
  Type type = Type::none;
  uint8_t unused[7]{};
  uint8_t bytes[16]{};
};

// Memory of the program, at the address that it has there. In a request: ascending, disjoint.
struct Region {
  uint64_t address = 0;
  uint64_t size = 0;
  uint64_t read_only = 0;
};

struct ReplyHeader {
  uint64_t magic = reply_magic;
  uint64_t status = 0;
  uint64_t bytes = 0;  // that follow
};

struct Fault {
  uint64_t address = 0;
  uint64_t is_write = 0;
};

struct Number {
  uint64_t value = 0;
};

struct Run {
  uint64_t address = 0;
  uint64_t size = 0;
};

}  // namespace bonsai::exec::external
