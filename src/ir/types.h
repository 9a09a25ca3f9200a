// Source types, as the debug information tells them: for reports, test writers and unit-test drivers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bonsai::ir {

using TypeId = uint32_t;  // index into Program::types; 0 is "unknown"

struct Field {
  std::string name;
  uint64_t offset_bits = 0;
  uint64_t size_bits = 0;  // differs from the type's size for bit-fields
  TypeId type = 0;
};

struct Type {
  enum class Kind : uint8_t {
    unknown,
    boolean,
    signed_integer,
    unsigned_integer,
    character,
    floating,
    pointer,
    array,
    structure,
    union_,
    enumeration,
    function,
  };
  Kind kind = Kind::unknown;
  std::string name;  // as written in C: "struct point", "char", "const int *"
  uint64_t size_bits = 0;
  TypeId element = 0;  // pointer, array: what is pointed to or repeated; function: the result; 0 for void
  uint64_t count = 0;  // array: number of elements, 0 when unknown
  std::vector<Field>
      fields;  // structure, union; function: parameters; enumeration: names with value in offset_bits
};

}  // namespace bonsai::ir
