// bonsai bitcode: what a binary that bonsai cc built carries.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/json_output.h"
#include "cli/loading.h"
#include "load/embedded.h"

namespace bonsai::cli {

int bitcode(const base::Options& options) {
  std::vector<load::Embedded> all;
  for (const std::string& path : options.inputs) {
    base::Result<std::vector<load::Embedded>> some = load::read_embedded(path);
    if (!some) {
      complain(some.error().message);
      return bad_input;
    }
    std::move(some->begin(), some->end(), std::back_inserter(all));
  }
  std::vector<std::string> paths(all.size());
  if (!options.extract.empty()) {
    base::Result<std::vector<std::string>> written = load::extract(all, options.extract);
    if (!written) {
      complain(written.error().message);
      return bad_input;
    }
    paths = std::move(*written);
  }
  nlohmann::json list = nlohmann::json::array();
  for (size_t i = 0; i < all.size(); ++i) {
    const load::Origin& origin = all[i].origin;
    if (!options.json) {
      fmt::print("{}  {} bytes, {}, {} libc, in {}\n  {}\n", origin.source, all[i].bitcode.size(),
                 origin.language, origin.libc, origin.directory, fmt::join(origin.command, " "));
      if (!paths[i].empty()) fmt::print("  {}\n", paths[i]);
      continue;
    }
    nlohmann::json entry = {{"source", origin.source},   {"directory", origin.directory},
                            {"command", origin.command}, {"language", origin.language},
                            {"libc", origin.libc},       {"bytes", all[i].bitcode.size()}};
    if (!paths[i].empty()) entry["file"] = paths[i];
    list.push_back(std::move(entry));
  }
  if (options.json) print_json(list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  return clean;
}

}  // namespace bonsai::cli
