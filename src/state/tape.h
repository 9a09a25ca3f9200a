// The tape: every answer that crossed from outside into the interpreter on one path, in order.
//
// Given the tape, execution is deterministic: replaying asks no solver and ends in the identical state. What
// an answer means is up to the instruction that asked. Encoded compactly (a branch is one byte), for a long
// run has millions. Tested by tape_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bonsai::state {

struct Answer {
  enum class Kind : uint8_t {
    no,         // of a condition: it must be false on this path
    yes,        // it must be true
    chose_no,   // both can be, this path went on with false: a constraint
    chose_yes,  // … with true
    number,     // a number: a value or window to try, a bound, a count
    bytes,      // what an external call left behind
    input,      // the bytes of an input that is not symbolic on this path
    fixed       // words of the inputs that keep their values on this path, so that the solver finds its way
  };
  Kind kind = Kind::no;
  uint64_t number = 0;
  std::string bytes{};

  bool is_any() const { return true; }
  bool is_number() const { return kind == Kind::number; }
  bool has_bytes() const { return kind >= Kind::bytes; }
  bool is_condition() const { return kind <= Kind::chose_yes; }
  bool is_true() const { return kind == Kind::yes || kind == Kind::chose_yes; }
  bool is_choice() const { return kind == Kind::chose_no || kind == Kind::chose_yes; }
  static Answer condition(bool value, bool chosen) {
    return {chosen ? value ? Kind::chose_yes : Kind::chose_no : value ? Kind::yes : Kind::no};
  }
  friend bool operator==(const Answer&, const Answer&) = default;
};

using Tape = std::vector<uint8_t>;

void append(Tape& tape, const Answer& answer);
// The answer at `position`, which moves behind it. Nothing at the end, or when the tape is malformed (then
// the position does not move).
std::optional<Answer> read(const Tape& tape, size_t& position);

}  // namespace bonsai::state
