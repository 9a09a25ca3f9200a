// What a unit test gives to the functions that it calls.
//
// Arguments, and all memory that can be reached from them, are inputs. A pointer is a choice among few
// things: nothing, an object of its own, or one that there is already, so that lists can be cycles and two
// pointers the same. The choice is a number among the inputs, not a fork: which objects matter is decided
// where the code under test looks. All objects are laid out before the call, down to a depth; those behind it
// are null.
//
// A plan says which inputs there are, in the order in which the driver makes them (write_driver), and what
// they mean, so that a test can be written as a program (write_gtest).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/signatures.h"

namespace bonsai::unit {

struct Limits {
  unsigned depth = 3;       // pointers that lead from an argument to an object, one behind the other
  unsigned array = 4;       // elements behind a pointer to numbers
  unsigned string = 8;      // characters behind a pointer to char, and bytes behind void *
  unsigned objects = 48;    // of one call
  bool null = true;         // arguments may be null pointers
  bool any_length = false;  // an integer after a pointer may be more than there are elements
};

// What a pointer can be.
struct Target {
  enum class Kind : uint8_t { null, object, shared, function };
  Kind kind = Kind::null;
  uint32_t object = 0;  // of Call::objects or Plan::shared
  std::string function;
};

struct Pointer {
  uint64_t offset = 0;          // in its object
  std::string input;            // the choice, one byte
  std::string label;            // "p->next"
  std::vector<Target> targets;  // one: no input
  bool is_content = false;      // what the target holds is passed, not its address
};

// A part of an object, for people.
struct Leaf {
  enum class Kind : uint8_t { signed_number, unsigned_number, floating, bytes };
  Kind kind = Kind::bytes;
  uint64_t offset = 0;
  uint64_t bytes = 0;
  std::string label;
  std::string type;
};

// Bytes of an object that are an input.
struct InputBytes {
  std::string input;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

struct Range {
  uint64_t offset = 0;
  unsigned bytes = 0;
  bool is_signed = false;
  int64_t low = 0, high = 0;
};

struct Object {
  std::string label;  // "*p"
  std::string type;
  uint64_t bytes = 0;
  unsigned depth = 0;
  std::vector<InputBytes> inputs;
  std::vector<Range> ranges;
  std::vector<std::pair<uint64_t, uint64_t>>
      zeros;  // offset, bytes: what ends a string, or cannot be an input
  std::vector<Leaf> leaves;
  std::vector<Pointer> pointers;
};

struct Argument {
  std::string name, type;
  uint64_t offset = 0;  // in the first object
  enum class Kind : uint8_t { number, pointer, structure } kind = Kind::number;
  std::string c_type;  // to read it with
};

struct Call {
  std::string function;
  std::vector<Argument> arguments;
  std::vector<Object> objects;  // the first holds the arguments
  std::string requires_;        // a function that says whether the arguments are good; empty: none
  // The result: 0 bytes if there is none, or none that can be compared; of a pointer whether it is null.
  unsigned result_bytes = 0;
  bool is_pointer = false, is_floating = false, is_signed = false, is_void = false;
  std::string result_type;
  std::string kept_in;         // sequences: input that says which handle the result becomes; empty: none
  std::vector<uint32_t> kept;  // these
};

struct Plan {
  std::string source;  // the file, absolute
  bool is_cpp = false;
  std::string name;
  std::vector<Call> calls;     // one, or those that each step of a sequence chooses from
  unsigned length = 0;         // of a sequence; 0: it is none
  std::vector<Object> shared;  // handles of a sequence, zeros at first
  std::vector<load::Undefined> stubs;
};

// Nothing can be planned for some functions: the error says why.
base::Result<Plan> plan_call(const load::Signatures& signatures, const std::string& function,
                             const Limits& limits);
base::Result<Plan> plan_sequence(const load::Signatures& signatures,
                                 const std::vector<std::string>& functions, unsigned length,
                                 const Limits& limits);

}  // namespace bonsai::unit
