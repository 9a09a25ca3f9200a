#include "state/tape.h"

namespace bonsai::state {
namespace {

void append_number(Tape& tape, uint64_t number) {
  for (; number >= 0x80; number >>= 7) tape.push_back(uint8_t(number | 0x80));
  tape.push_back(uint8_t(number));
}

bool read_number(const Tape& tape, size_t& position, uint64_t& number) {
  number = 0;
  for (unsigned shift = 0; position < tape.size() && shift < 64; shift += 7) {
    uint8_t byte = tape[position++];
    number |= uint64_t(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return true;
  }
  return false;
}

}  // namespace

void append(Tape& tape, const Answer& answer) {
  tape.push_back(uint8_t(answer.kind));
  if (answer.kind == Answer::Kind::number) append_number(tape, answer.number);
  if (!answer.has_bytes()) return;
  append_number(tape, answer.bytes.size());
  tape.insert(tape.end(), answer.bytes.begin(), answer.bytes.end());
}

std::optional<Answer> read(const Tape& tape, size_t& position) {
  size_t at = position;
  if (at >= tape.size() || tape[at] > uint8_t(Answer::Kind::fixed)) return std::nullopt;
  Answer answer{Answer::Kind(tape[at++])};
  if (answer.kind == Answer::Kind::number && !read_number(tape, at, answer.number)) return std::nullopt;
  if (answer.has_bytes()) {
    uint64_t size;
    if (!read_number(tape, at, size) || size > tape.size() - at) return std::nullopt;
    answer.bytes.assign(tape.begin() + ptrdiff_t(at), tape.begin() + ptrdiff_t(at + size));
    at += size;
  }
  position = at;
  return answer;
}

}  // namespace bonsai::state
