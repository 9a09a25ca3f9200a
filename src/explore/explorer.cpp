#include "explore/explorer.h"

#include <chrono>

namespace bonsai::explore {
namespace {

// Long enough that the limits cost nothing, short enough that they are kept.
constexpr uint64_t quantum = 1'000'000;

}  // namespace

Summary explore(const ir::Program& program, const Config& config) {
  using Clock = std::chrono::steady_clock;
  auto begin = Clock::now();
  auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  expr::TermStore terms;
  exec::Machine machine(program, terms, config.machine);
  std::unique_ptr<state::State> state = machine.initial_state();
  Summary summary;
  for (;;) {
    exec::Outcome outcome = machine.run(*state, quantum);
    if (outcome.kind == exec::Outcome::Kind::exited) {
      ++summary.completed;
      summary.exit_status = outcome.exit_status;
      break;
    }
    if (outcome.kind == exec::Outcome::Kind::error) {
      ++summary.errors;
      summary.found.push_back({std::move(outcome.error), 1});
      break;
    }
    if (config.seconds > 0 && elapsed() > config.seconds) summary.stopped_by = "time";
    if (config.max_instructions && state->instructions >= config.max_instructions)
      summary.stopped_by = "instructions";
    if (!summary.stopped_by.empty()) {
      ++summary.given_up;
      break;
    }
  }
  summary.instructions = state->instructions;
  summary.output = state->output();
  summary.seconds = elapsed();
  return summary;
}

}  // namespace bonsai::explore
