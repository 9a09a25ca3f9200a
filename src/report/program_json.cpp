#include "report/program_json.h"

#include <nlohmann/json.hpp>

namespace bonsai::report {

using nlohmann::json;

std::string with_program(std::string_view options, const NativeProgram& program) {
  json object = json::parse(options, nullptr, false);
  if (!object.is_object()) object = json::object();
  object["inputs"] = program.inputs;
  object["compiler_flags"] = program.compiler_flags;
  object["arguments"] = program.arguments;
  object["entry"] = program.entry;
  object["directory"] = program.directory;
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

base::Result<NativeProgram> read_program(std::string_view options) {
  json object = json::parse(options, nullptr, false);
  if (!object.is_object()) return base::Error{"the run's options are no JSON object"};
  NativeProgram program;
  try {
    object.at("inputs").get_to(program.inputs);
    program.compiler_flags = object.value("compiler_flags", program.compiler_flags);
    program.arguments = object.value("arguments", program.arguments);
    program.entry = object.value("entry", program.entry);
    program.directory = object.value("directory", program.directory);
  } catch (const json::exception&) {
    return base::Error{"the run's options do not name its program"};
  }
  if (program.inputs.empty()) return base::Error{"the run's options do not name its program"};
  return program;
}

}  // namespace bonsai::report
