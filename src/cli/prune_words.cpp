// Tested by prune_words_test.cpp.
#include "cli/prune_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command_line.h"
#include "explore/prune/learner.h"
#include "report/run_store.h"

namespace bonsai::cli {
namespace {

constexpr double budget_of_paper = 5 * 3600;
constexpr double shortest_period = 0.1;

base::Error wrong(const char* option, const std::string& word, const char* allowed) {
  return {fmt::format("{} {}: must be {}", option, word, allowed)};
}

}  // namespace

base::Result<explore::PruneConfig> read_prune(const base::Options& options) {
  using explore::PruneMode;
  explore::PruneConfig config;
  config.mode = options.prune == "learned"   ? PruneMode::learned
                : options.prune == "random"  ? PruneMode::random
                : options.prune == "restart" ? PruneMode::restart
                                             : PruneMode::off;
  double scale = 1;
  if (options.time > 0)
    scale = std::clamp(options.time / budget_of_paper, shortest_period / config.period, 1.0);
  const double part_of_round = config.period / config.rounds.front();
  for (double& each : config.rounds) each *= scale;
  if (!options.prune_rounds.empty()) config.rounds.clear();
  for (const std::string& word : options.prune_rounds)
    if (double seconds; parse_duration(word, seconds) && seconds > 0)
      config.rounds.push_back(seconds);
    else
      return wrong("--prune-rounds", word, "times such as 90s or 5m, with commas between them");
  // Several times in the shortest round.
  double shortest = *std::min_element(config.rounds.begin(), config.rounds.end());
  config.period = options.prune_period > 0 ? options.prune_period
                                           : std::min(scale * config.period, part_of_round * shortest);
  if (config.period >= shortest)
    return base::Error{
        fmt::format("--prune-period {}s: must be less than the shortest of --prune-rounds, {}s",
                    config.period, shortest)};
  if (!options.prune_ratios.empty()) config.ratios.clear();
  for (const std::string& word : options.prune_ratios) {
    bool is_number = !word.empty() && word.size() < 3 &&
                     std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number || std::stoi(word) == 0)
      return wrong("--prune-ratios", word, "percents from 1 to 99, with commas between them");
    config.ratios.push_back(std::stoi(word) / 100.0);
  }
  config.exploring = uint64_t(options.prune_exploring);
  config.least_states = uint64_t(options.prune_min_states);
  config.least_features = uint64_t(options.prune_min_features);
  config.by_work = options.prune_clock == "work" || (options.prune_clock == "auto" && options.time == 0);
  if (config.mode == PruneMode::restart) {
    if (options.jobs > 1) return base::Error{"--prune=restart works with one worker: leave --jobs out"};
    if (options.merge != "off" || options.mode == "concolic" || !options.chop.empty() ||
        !options.chop_file.empty() || !options.chop_covered.empty())
      return base::Error{
          "--prune=restart is for comparisons with plain runs: leave --merge, --chop and --mode=concolic "
          "out"};
  }
  return config;
}

base::Result<void> learn_from(const std::string& run, const std::string& program_hash,
                              explore::PruneConfig& config) {
  using report::RunStore;
  base::Result<std::unique_ptr<RunStore>> store = RunStore::open(run, RunStore::Access::read);
  if (!store) return base::Error{"--learn-from " + store.error().message};
  auto learned = (*store)->meta(report::meta_key::learned);
  if (!learned) return base::Error{fmt::format("--learn-from {}: {}", run, learned.error().message)};
  if (!*learned)
    return base::Error{fmt::format(
        "--learn-from {}: it has learned nothing: it had no --prune=learned, or ended before its first round",
        run)};
  explore::CoreConditions conditions;
  if (!explore::unpack_learned(**learned, conditions))
    return base::Error{fmt::format("--learn-from {}: what it has learned is damaged", run)};
  auto hash = (*store)->meta(report::meta_key::program_hash);
  config.learned = std::move(**learned);
  config.is_taught = true;
  config.is_learned_elsewhere = !hash || !*hash || **hash != program_hash;
  return {};
}

std::string with_arguments(std::string words, const base::Options& options) {
  // Arguments that are fixed must all come before those that are symbolic, or nobody knows.
  size_t fixed = 0;
  bool is_symbolic = false;
  for (size_t i = 0; i < options.setup.size(); ++i) {
    const std::string& word = options.setup[i];
    if (word == "word") {
      if (is_symbolic) return words;
      ++fixed, ++i;  // and its text
    } else if (word == "arg" || word == "args") {
      is_symbolic = true;
    } else if (word == "setenv" || word == "input" || word == "env") {
      ++i;
    }
  }
  auto is_digit = [&](size_t at) { return at < words.size() && words[at] >= '0' && words[at] <= '9'; };
  for (size_t at = words.find("arg"); at != std::string::npos; at = words.find("arg", at + 1)) {
    bool is_name = (at == 0 || words[at - 1] == ' ' || words[at - 1] == '(') && is_digit(at + 3) &&
                   is_digit(at + 4) && at + 5 < words.size() && words[at + 5] == '[';
    if (!is_name) continue;
    size_t number = size_t(words[at + 3] - '0') * 10 + size_t(words[at + 4] - '0');
    words.replace(at, 5, fmt::format("argv[{}]", 1 + fixed + number));
  }
  return words;
}

}  // namespace bonsai::cli
