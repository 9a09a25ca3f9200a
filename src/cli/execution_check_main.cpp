// bonsai-check-analyses: runs a program in steps and holds the analyses against it (execution_check.h). For
// developers; tests/check_points_to calls it.
//
//   bonsai-check-analyses PROGRAM… [options of bonsai run] [-- ARGUMENTS]
//   bonsai-check-analyses slices PROGRAM… […]       slices for globals instead (slice_check.h)
//
// Prints what was missed, and a line of counts. Exit codes: 0 nothing was missed, 1 something was, 2 bad
// input.
#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/configure.h"
#include "cli/execution_check.h"
#include "cli/loading.h"
#include "cli/slice_check.h"

namespace {

using namespace bonsai;

int check_slices(const load::Loaded& loaded, const analysis::PointsTo& points_to,
                 const analysis::ModRef& mod_ref, const base::Options& options) {
  constexpr unsigned most = 10;
  cli::SliceCheck check =
      cli::check_slices(loaded.program, points_to, mod_ref, cli::machine_config(options, loaded),
                        cli::solver_config(options), most);
  for (const std::string& each : check.differences) fmt::print("differs: {}\n", each);
  fmt::print("{} differ of {} slices; {} instructions kept of {}{}\n", check.differences.size(), check.slices,
             check.kept, check.instructions, check.is_usable ? "" : "; the program does not come to its end");
  return check.differences.empty() ? cli::clean : cli::program_has_errors;
}

}  // namespace

int main(int argc, char** argv) {
  bool slices = argc > 1 && std::string(argv[1]) == "slices";
  std::vector<std::string> words{"run"};
  words.insert(words.end(), argv + (slices ? 2 : 1), argv + argc);
  base::Result<cli::Parsed> parsed = cli::parse(words);
  if (!parsed) {
    cli::complain(parsed.error().message);
    return cli::bad_input;
  }
  std::optional<load::Loaded> loaded = cli::load_program(parsed->options);
  if (!loaded) return cli::bad_input;
  analysis::PointsTo points_to(loaded->program, loaded->start);
  analysis::ModRef mod_ref(points_to);
  if (slices) return check_slices(*loaded, points_to, mod_ref, parsed->options);
  expr::TermStore terms;
  solve::Chain chain(terms, cli::solver_config(parsed->options));
  cli::ExecutionCheck check(loaded->program, points_to, mod_ref,
                            cli::machine_config(parsed->options, *loaded), chain);
  cli::ExecutionCheck::Limits limits;
  if (parsed->options.time > 0) limits.seconds = parsed->options.time;
  check.run(limits);
  for (const std::string& miss : check.misses()) fmt::print("missed: {}\n", miss);
  const analysis::PointsTo::Statistics& sizes = points_to.statistics();
  fmt::print(
      "{} missed, {} checked, {} through unknown addresses, {} symbolic, {} paths; {} functions, {} "
      "instructions, {} sites, "
      "{} constraints, {} waves, {:.2f} s + {:.2f} s\n",
      check.misses().size(), check.checked(), check.unknown(), check.symbolic(), check.paths(),
      sizes.functions, sizes.instructions, sizes.sites, sizes.constraints, sizes.waves, sizes.seconds,
      mod_ref.seconds());
  return check.misses().empty() ? cli::clean : cli::program_has_errors;
}
