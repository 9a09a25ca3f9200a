// What a command was asked to do: one member per row of options.def.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bonsai::base {

struct Options {
  using Flag = bool;
  using Number = int64_t;
  using Text = std::string;
  // A word of a list; a type of its own, so that the command line checks it.
  struct Choice : std::string {
    using std::string::string;
  };
  using List = std::vector<std::string>;
  using Duration = double;
  using Size = uint64_t;
#define OPTION(type, member, flag, default_value, values, commands, help) type member = default_value;
#include "base/options.def"
#undef OPTION
  std::vector<std::string> inputs;     // positional
  std::vector<std::string> arguments;  // behind "--": of the program under test
  std::vector<std::string> setup;  // arguments, symbolic ones too, files, …: words of runtime/linux/setup.h
};

}  // namespace bonsai::base
