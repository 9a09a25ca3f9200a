#include "cli/json_output.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"

namespace bonsai::cli {
namespace {

struct Said {
  bool has_printed = false;
  std::string complaints;  // a line each
};

Said& said() {
  static Said all;
  return all;
}

}  // namespace

void print_json(const std::string& object) {
  std::cout << object << "\n";
  said().has_printed = true;
}

void note_complaint(const std::string& line) {
  std::string& all = said().complaints;
  if (!all.empty()) all += "\n";
  all += line;
}

void finish_json(int code) {
  if (said().has_printed || (code != bad_input && code != own_fault)) return;
  nlohmann::json object = {{"version", BONSAI_VERSION},
                           {"error", {{"message", said().complaints}, {"exit_code", code}}}};
  print_json(object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace bonsai::cli
