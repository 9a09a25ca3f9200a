// What the functions of a source take and give, for those who call them: the drivers of unit tests.
//
// From the debug information of the first input, compiled as load() compiles it; what the inputs call and do
// not define is told as the linker would see it. Tested by signatures_test.cpp.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ir/types.h"
#include "load/load.h"

namespace bonsai::load {

struct Parameter {
  std::string name;  // empty: it has none
  ir::TypeId type = 0;
};

struct Signature {
  std::string name;
  uint32_t line = 0;
  bool is_method = false;  // or something else that has no name of its own in C
  bool is_variadic = false;
  ir::TypeId result = 0;  // 0: void
  std::vector<Parameter> parameters;
};

// A function that is called and not defined: types as C of the same calling convention writes them.
struct Undefined {
  std::string name;
  std::string result;  // empty: it cannot be said
  std::vector<std::string> parameters;
};

struct Signatures {
  std::vector<ir::Type> types;       // TypeId is an index
  std::vector<Signature> functions;  // defined in the file, in its order
  std::vector<Undefined> undefined;
};

base::Result<Signatures> read_signatures(const Options& options);

}  // namespace bonsai::load
