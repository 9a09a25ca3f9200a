// What the engine's own functions do to memory: the one table that the analyses read (function_models.def).
// A function of the program that has no body and no row here is unknown: it may write anything to whatever
// its arguments lead to, and its result may be anything.
//
// Immutable. Tested by function_models_test.cpp; that every function of the engine has a row, by
// cli/analyses_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/program.h"

namespace bonsai::analysis {

// Bytes behind an argument.
struct Span {
  int8_t argument = -1;  // -1: none
  int8_t size = -1;      // argument that says how many; -1: `bytes`
  uint16_t bytes = 0;    // 0: how many is not known
};

enum class Returns : uint8_t {
  number,          // no address
  fresh,           // the address of a new object
  first_argument,  // as it came
  same_number,     // the first argument, which is no address
  inside_first,    // an address in the object of the first argument
  unknown,         // new input: it may be anything
  exception,       // an exception as its handler sees it
};

// What cannot be said in columns.
enum class Special : uint8_t {
  none,
  stores_fresh,  // posix_memalign: the new object's address goes where the first argument points to
  reallocates,   // the result has the content of the first argument
  setjmp,
  longjmp,
  throws,  // object, type, destructor
  end_catch,
  exit_handler,  // function, argument
};

struct FunctionModel {
  std::string_view name;  // an asterisk at its end stands for any ending
  Returns returns = Returns::number;
  Span write{}, read{}, read_too{};
  bool copies = false;  // what is read is written
  bool text = false;    // of strings: they hold no addresses, and the C library's bodies do not count
  bool reads_arguments = false;  // all that its arguments point to may be read
  int8_t frees = -1;             // argument
  Special special = Special::none;
  bool never_returns = false;
  bool may_not_return = false;
  bool makes_input = false;
  bool talks = false;  // writes output or asks the host
};

// nullptr: the function has a body that counts, or nothing is known of it.
const FunctionModel* model_of(const ir::Function& function);
// The row for a function of that name, or nullptr.
const FunctionModel* find_model(std::string_view name);

// One of the functions of the model of Linux that all data go through that are written to files and pipes, or
// read from them. They are never taken for addresses: else whatever is printed would be in all that is read.
bool moves_file_data(const ir::Function& function);
// A system call of this number gives no address back: all but those that map memory.
bool returns_number(const ir::Function& function, std::optional<uint64_t> system_call);

}  // namespace bonsai::analysis
