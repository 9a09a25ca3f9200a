#include "cli/configure.h"

#include <algorithm>

#include "cli/loading.h"
#include "cli/setup_words.h"
#include "sandbox/host_folder.h"

namespace bonsai::cli {

solve::Config solver_config(const base::Options& options) {
  auto is_on = [&](const char* layer) {
    return std::find(options.layers_off.begin(), options.layers_off.end(), layer) == options.layers_off.end();
  };
  solve::Config config;
  config.rewrite = is_on("rewrite");
  config.ranges = is_on("ranges");
  config.reuse = is_on("reuse");
  config.repair = is_on("repair");
  config.cache = is_on("cache");
  config.enumerate = is_on("enumerate");
  config.solver = options.solver == "bonsai"   ? solve::Solver::bonsai
                  : options.solver == "smtlib" ? solve::Solver::smtlib
                                               : solve::Solver::portfolio;
  config.solver_command = options.solver_command;
  // The limit is one of work, so that other load decides nothing; the clock is for what the counts do not
  // see.
  constexpr double slack = 3;
  config.work_per_query = solve::Work(options.solver_time * 1e9);
  config.time_per_query = std::chrono::nanoseconds(int64_t(options.solver_time * slack * 1e9));
  if (options.solver_total > 0)
    config.total_time = std::chrono::nanoseconds(int64_t(options.solver_total * 1e9));
  config.log_directory = options.log_queries;
  return config;
}

exec::Config machine_config(const base::Options& options, const load::Loaded& loaded,
                            const std::string& directory) {
  exec::Config config;
  config.name = options.inputs.front();
  config.arguments = loaded.has_library ? start_words(options, config.name, directory) : options.arguments;
  config.entry = loaded.start;
  config.host_folder = sandbox::HostFolder::open(host_folder(options, directory));
  config.stack_bytes = options.stack;
  config.check_uninitialised = has_check(options, "uninit");
  config.symbolic_uninitialised = options.uninitialised == "symbolic";
  config.check_alignment = !has_check(options, "no-alignment");
  config.check_leaks = has_check(options, "leak");
  config.max_depth = uint64_t(options.max_depth);
  config.max_values = uint64_t(options.max_values);
  config.strict_pointers = has_check(options, "pointers");
  config.concolic = options.mode == "concolic";
  config.fuzz_size = uint64_t(options.fuzz_size);
  config.external = options.external == "concretise" ? exec::External::concretise
                    : options.external == "symbolic" ? exec::External::symbolic
                                                     : exec::External::error;
  config.external_functions = options.external_functions;
  config.external_unconfined = options.unsafe_native;
  return config;
}

}  // namespace bonsai::cli
