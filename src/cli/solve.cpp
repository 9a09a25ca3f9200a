// bonsai solve: the solver chain on one SMT-LIB 2 script.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include "cli/commands.h"
#include "cli/configure.h"
#include "cli/loading.h"
#include "solve/chain.h"
#include "solve/smtlib_reader.h"

namespace bonsai::cli {
namespace {

std::optional<std::string> read_input(const std::string& name) {
  if (name == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  if (std::filesystem::is_directory(name)) {
    complain(fmt::format("{}: is a folder, not an SMT-LIB 2 file", name));
    return std::nullopt;
  }
  std::ifstream file(name, std::ios::binary);
  if (file) return std::string(std::istreambuf_iterator<char>(file), {});
  complain(fmt::format("{}: cannot be read", name));
  return std::nullopt;
}

void print_statistics(const solve::ChainStatistics& statistics) {
  fmt::print(stderr, "{:<10} {:>8} {:>8} {:>8} {:>10}\n", "layer", "asked", "sat", "unsat", "seconds");
  for (const solve::LayerStatistics& layer : statistics.layers)
    fmt::print(stderr, "{:<10} {:>8} {:>8} {:>8} {:>10.6f}\n", layer.name, layer.asked, layer.sat,
               layer.unsat, layer.seconds);
  fmt::print(stderr, "{} asked, {} unknown, {:.6f} s\n", statistics.asked, statistics.unknown,
             statistics.seconds);
}

}  // namespace

int solve(const base::Options& options) {
  if (options.inputs.size() != 1) {
    complain(fmt::format("solve takes one file, not {}", options.inputs.size()));
    return bad_input;
  }
  std::optional<std::string> text = read_input(options.inputs[0]);
  if (!text) return bad_input;
  expr::TermStore store;
  solve::Chain chain(store, solver_config(options));
  base::Result<solve::ScriptSummary> result = solve::run_script(*text, chain, std::cout);
  std::cout << std::flush;
  if (options.statistics) print_statistics(chain.statistics());
  if (std::optional<std::string> problem = chain.problem()) complain(*problem);
  if (result) return clean;
  complain(fmt::format("{}: {}", options.inputs[0], result.error().message));
  return bad_input;
}

}  // namespace bonsai::cli
