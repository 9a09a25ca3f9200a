// Messages between Bonsai and the supervisor inside a sandbox, over a stream socket: a length, then the
// bytes. Header only: the supervisor is linked without the rest of Bonsai.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "sandbox/request.h"

namespace bonsai::sandbox {

constexpr uint64_t protocol_version = 2;
constexpr uint64_t most_message = uint64_t(1) << 30;  // bytes
constexpr int channel_descriptor = 199;               // as runtime/replay/channel.h has it

class Writer {
 public:
  void number(uint64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what a Writer wrote. After a malformed message is_good() is false and all values are empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}
  uint64_t number() {
    uint64_t value = 0;
    if (left_.size() < sizeof value) return fail(), 0;
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    uint64_t size = number();
    if (size > left_.size()) return fail(), std::string();
    std::string value(left_.substr(0, size));
    left_.remove_prefix(size);
    return value;
  }
  // A count of things that take at least eight bytes each.
  uint64_t count() {
    uint64_t value = number();
    if (value > left_.size() / 8) return fail(), 0;
    return value;
  }
  bool is_good() const { return good_; }

 private:
  void fail() {
    good_ = false;
    left_ = {};
  }
  std::string_view left_;
  bool good_ = true;
};

inline void put_real(Writer& to, double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  to.number(bits);
}
inline double get_real(Reader& from) {
  uint64_t bits = from.number();
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline void put(Writer& to, const std::vector<std::string>& list) {
  to.number(list.size());
  for (const std::string& each : list) to.text(each);
}
inline void get(Reader& from, std::vector<std::string>& list) {
  for (uint64_t left = from.count(); left && from.is_good(); --left) list.push_back(from.text());
}

// The channel goes beside the message, as a descriptor; here is only whether there is one.
inline std::string encode(const Request& request) {
  Writer to;
  put(to, request.arguments);
  put(to, request.environment);
  to.text(request.directory);
  to.number(request.files.size());
  for (const File& file : request.files) {
    to.text(file.path);
    to.number(uint64_t(file.kind));
    to.number(file.mode);
    to.number(uint64_t(file.seconds));
    to.number(uint64_t(file.nanoseconds));
    to.text(file.content);
    to.number(file.size);
  }
  to.text(request.standard_input);
  put_real(to, request.limits.seconds);
  for (uint64_t each :
       {request.limits.memory, request.limits.output, request.limits.file, request.limits.stack})
    to.number(each);
  to.number(request.limits.address_space);
  to.number(request.as_model);
  to.number(request.is_watched);
  to.number(request.channel >= 0);
  return to.bytes();
}

inline bool decode(std::string_view bytes, Request& request, bool& has_channel) {
  Reader from(bytes);
  get(from, request.arguments);
  get(from, request.environment);
  request.directory = from.text();
  for (uint64_t left = from.count(); left && from.is_good(); --left) {
    File& file = request.files.emplace_back();
    file.path = from.text();
    file.kind = File::Kind(from.number());
    file.mode = uint32_t(from.number());
    file.seconds = int64_t(from.number());
    file.nanoseconds = int64_t(from.number());
    file.content = from.text();
    file.size = from.number();
  }
  request.standard_input = from.text();
  request.limits.seconds = get_real(from);
  for (uint64_t* each :
       {&request.limits.memory, &request.limits.output, &request.limits.file, &request.limits.stack})
    *each = from.number();
  request.limits.address_space = from.number() != 0;
  request.as_model = from.number() != 0;
  request.is_watched = from.number() != 0;
  has_channel = from.number() != 0;
  return from.is_good() && !request.arguments.empty();
}

inline std::string encode(const Ended& ended) {
  Writer to;
  to.text(ended.not_started);
  to.number(uint64_t(uint32_t(ended.status)));
  to.number(uint64_t(ended.timed_out) | uint64_t(ended.out_of_memory) << 1 | uint64_t(ended.flooded) << 2 |
            uint64_t(ended.is_sent) << 3);
  to.text(ended.out);
  to.text(ended.err);
  to.text(ended.place);
  return to.bytes();
}

inline bool decode(std::string_view bytes, Ended& ended) {
  Reader from(bytes);
  ended.not_started = from.text();
  ended.status = int(uint32_t(from.number()));
  uint64_t flags = from.number();
  ended.timed_out = flags & 1;
  ended.out_of_memory = flags & 2;
  ended.flooded = flags & 4;
  ended.is_sent = flags & 8;
  ended.out = from.text();
  ended.err = from.text();
  ended.place = from.text();
  return from.is_good();
}

}  // namespace bonsai::sandbox
