#include "cli/path_check.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "cli/configure.h"
#include "cli/loading.h"
#include "cli/recorder.h"
#include "cli/setup_words.h"
#include "report/native_path.h"
#include "sandbox/host_folder.h"

namespace bonsai::cli {

namespace fs = std::filesystem;

report::NativeProgram native_program(const RunOptions& run, bool has_library) {
  report::NativeProgram native;
  native.inputs = run.options.inputs;
  native.compiler_flags = run.options.compiler_flags;
  native.arguments = run.options.arguments;
  native.entry = run.options.entry;
  native.directory = run.folder;
  native.has_library = has_library;
  native.name = run.options.inputs.front();
  native.setup = run.options.setup;
  native.setup.insert(native.setup.end(),
                      {"fs", host_folder(run.options, run.folder.empty() ? "." : run.folder)});
  native.is_unconfined = run.options.unsafe_native;
  native.is_stopped = is_interrupted;
  return native;
}

PathCheck::PathCheck(load::Loaded loaded, const RunOptions& run)
    : loaded_(std::move(loaded)), points_(loaded_.program) {
  config_.machine = machine_config(run.options, loaded_, run.folder.empty() ? "." : run.folder);
  config_.solver = solver_config(run.options);
}

std::unique_ptr<PathCheck> PathCheck::make(const RunOptions& run, const std::string& folder) {
  std::error_code error;
  fs::path place = fs::absolute(folder, error);
  fs::create_directories(place, error);
  if (error) {
    complain(fmt::format("cannot make the folder {}: {}", folder, error.message()));
    return nullptr;
  }
  std::string module = (place / "module.bc").string();
  std::optional<load::Loaded> loaded = load_program_of_run(run, module);
  if (!loaded) return nullptr;
  std::unique_ptr<PathCheck> check(new PathCheck(std::move(*loaded), run));
  base::Result<report::NativeProgram> traced =
      report::traced_program(native_program(run, false), check->loaded_.program, module);
  if (!traced) return complain(traced.error().message), nullptr;
  traced->arguments = check->config_.machine.arguments;  // with the C library: words for its start
  check->build_ = std::make_unique<report::NativeBuild>(std::move(*traced), (place / "build").string());
  base::Result<std::string> binary = check->build_->binary(report::Variant::plain);
  if (binary) return check;
  complain(binary.error().message);
  if (!binary.error().detail.empty()) fmt::print(stderr, "{}\n", binary.error().detail);
  return nullptr;
}

PathCheck::Prediction PathCheck::predict(const report::Test& test) const {
  const ir::Program& program = loaded_.program;
  Prediction prediction;
  explore::Trace expected = explore::trace(program, config_, test);
  for (uint32_t point : expected.points) {
    ir::Points::Place place = points_.place(point);
    const ir::Instr& instr = program.functions[place.function].code[place.index];
    report::BranchStep step{place.function, place.index, 0};
    if (place.is_switch_way)
      step.way = points_.distinct_targets(uint32_t(instr.imm))[place.way];
    else if (ir::is_conditional(instr.op))
      step.way = place.way == 0;
    else
      continue;
    if (std::optional<report::Decision> decision = report::decision(program, step))
      prediction.decisions.push_back(*decision);
  }
  prediction.answers = std::move(expected.symbolic_answers);
  return prediction;
}

base::Result<PathCheck::NativePath> PathCheck::run_natively(const report::Test& test,
                                                            const std::string& answers,
                                                            const report::Limits& limits,
                                                            report::Confirmation& failed) {
  failed = report::Confirmation::unconfirmable;
  report::RunConfig config;
  config.limits = limits;
  config.trace = true;
  config.host_files = test.host_files;
  config.answers = answers;
  if (config_.machine.host_folder) config.host_folder = config_.machine.host_folder->path();
  base::Result<std::string> binary = build_->binary(report::Variant::plain);
  if (!binary) return binary.error();
  base::Result<report::NativeRun> run =
      report::run_test(*binary, report::Variant::plain, *build_, test.inputs, config);
  if (!run) return run.error();
  base::Result<report::Trace> trace = report::read_trace(run->trace);
  if (!trace) return trace.error();
  failed = report::Confirmation::diverged;
  base::Result<std::vector<report::Decision>> native = report::decisions(loaded_.program, trace->events);
  if (!native) return native.error();
  return NativePath{std::move(*native), trace->is_cut};
}

report::Verdict PathCheck::check(const report::Test& test, const report::Limits& limits) {
  Prediction predicted = predict(test);
  report::Confirmation failed;
  base::Result<NativePath> native = run_natively(test, predicted.answers, limits, failed);
  if (!native) return {failed, native.error().message};
  return report::compare_paths(loaded_.program, test, predicted.decisions, native->decisions, native->is_cut);
}

std::vector<uint32_t> PathCheck::own_branches(const report::Test& test, const report::Limits& limits) {
  const ir::Program& program = loaded_.program;
  Prediction predicted = predict(test);
  report::Confirmation failed;
  base::Result<NativePath> native = run_natively(test, predicted.answers, limits, failed);
  std::set<uint32_t> taken;
  for (const report::Decision& each : native ? native->decisions : predicted.decisions) {
    if (program.functions[program.branches[each.branch].function].is_runtime) continue;
    taken.insert(
        directions_.try_emplace({each.branch, each.outcome}, uint32_t(directions_.size())).first->second);
  }
  return {taken.begin(), taken.end()};
}

}  // namespace bonsai::cli
