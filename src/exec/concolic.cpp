// Concolic runs: a path goes the way of its model, which is the input it runs on, and asks nothing.
//
// Where it could have gone otherwise, the other side is a path that waits unchecked, with the model of this
// one. When its turn comes it asks whether it is possible: then it has an input of its own and runs on from
// there; what came before need not be executed again. Where the solver cannot tell, words of the inputs keep
// the values that they have, one after another (solve/fixing.h).
//
// Seeds are inputs that are given. All of them begin on one path; where their ways part the path does, and
// needs no solver for that.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "exec/machine.h"
#include "expr/evaluate.h"
#include "solve/fixing.h"

namespace bonsai::exec {

using expr::Term;
using state::Answer;

bool Machine::leave_open(const Term* mine, const Term* other, bool taken) {
  if (chain_.excludes(state_->condition, other)) {
    record(Answer::condition(taken, false));
    return true;
  }
  if (may_fork()) {
    fork(taken, other, state_->condition.model());
    forked_.back()->unchecked = true;
    forked_.back()->seeds = nullptr;
  } else {
    // What is left out is nothing if it is impossible.
    solve::Reply reply = chain_.may_be_true(state_->condition, other);
    if (is_late(reply)) return suspend(), false;
    bool is_possible = reply.answer != solve::Answer::unsat;
    if (is_possible) leave_side(no_fork_reason());
    record(Answer::condition(taken, is_possible));
    if (!is_possible) return true;
  }
  chain_.assume(state_->condition, mine);
  return true;
}

// The last answer of the tape, of which all before `settled` is in the condition, is `way`: is it possible?
bool Machine::check_way(const Term* way, size_t settled) {
  solve::Reply reply = chain_.may_be_true(state_->condition, way);
  if (is_late(reply)) return suspend(settled), false;
  std::vector<solve::FixedWord> fixed;
  if (!reply.decided()) {
    reply = solve::find_by_fixing(chain_, state_->condition, way, fixed);
    if (is_late(reply)) return suspend(settled), false;
  }
  state_->unchecked = false;
  if (reply.answer != solve::Answer::sat) {
    if (reply.answer == solve::Answer::unsat)
      ++counters_.infeasible;
    else
      leave_side(base::Reason::unknown);
    outcome_.kind = Outcome::Kind::infeasible;
    return false;
  }
  ++counters_.checked;
  if (!fixed.empty()) {
    ++counters_.fixed;
    counters_.words_fixed += fixed.size();
    leave_out(base::Reason::fixed_words);
    record({Answer::Kind::fixed, 0, solve::to_bytes(fixed)});
  }
  // First, so that the condition is the simpler for them.
  for (const solve::FixedWord& word : fixed) chain_.assume(state_->condition, solve::equation(terms_, word));
  chain_.assume(state_->condition, way, reply.model);
  state_->awaited = nullptr;
  return true;
}

// The words that were fixed when this path was checked, if any were; `settled`: they are in the condition.
void Machine::read_fixed(bool settled) {
  const Replayed& replayed = state_->replayed;
  if (replayed.is_over()) return;
  size_t position = replayed.position;
  std::optional<Answer> next = state::read(*replayed.tape, position);
  if (!next || next->kind != Answer::Kind::fixed) return;
  bool ignored = false;
  next_answer(ignored, &Answer::has_bytes);
  if (settled) return;
  for (const solve::FixedWord& word : solve::from_bytes(terms_, next->bytes))
    assume_noted(solve::equation(terms_, word));
}

// Do seeds of the running path go the other way? Then a path with these does.
bool Machine::part_seeds(const Term* condition, bool taken) {
  auto mine = std::make_shared<Seeds>(), others = std::make_shared<Seeds>();
  for (size_t i = 0; i < state_->seeds->size(); ++i) {
    const SeedOnPath& seed = (*state_->seeds)[i];
    bool stays = i == 0 || expr::holds(terms_, condition, *seed.model) == taken;
    (stays ? mine : others)->push_back(seed);
  }
  if (others->empty()) return false;
  if (!may_fork()) {
    counters_.seeds_dropped += others->size();
    state_->seeds = std::move(mine);
    return false;
  }
  fork(taken, taken ? terms_.lnot(condition) : condition, others->front().model);
  forked_.back()->seeds = std::move(others);
  forked_.back()->standing.run = nullptr;
  state_->seeds = std::move(mine);
  return true;
}

// A seed of the running path for which the condition holds becomes its own.
solve::Reply Machine::another_seed(const Term* condition) {
  for (size_t i = 1; state_->seeds && i < state_->seeds->size(); ++i) {
    if (!expr::holds(terms_, condition, *(*state_->seeds)[i].model)) continue;
    auto seeds = std::make_shared<Seeds>(*state_->seeds);
    std::swap((*seeds)[0], (*seeds)[i]);
    solve::Model model = (*seeds)[0].model;
    (*seeds)[i].model = state_->condition.model();
    state_->seeds = std::move(seeds);
    return {solve::Answer::sat, std::move(model)};
  }
  return {};
}

// What is assumed must hold for the seeds as well: they change as little as possible, or are dropped.
void Machine::keep_seeds(const Term* condition) {
  if (!state_->seeds) return;
  auto kept = std::make_shared<Seeds>();
  for (size_t i = 0; i < state_->seeds->size(); ++i) {
    SeedOnPath seed = (*state_->seeds)[i];
    if (i && !expr::holds(terms_, condition, *seed.model)) {
      solve::PathCondition changed = state_->condition;
      changed.set_model(seed.model);
      seed.model = chain_.may_be_true(changed, condition).model;
    }
    if (seed.model)
      kept->push_back(std::move(seed));
    else
      counters_.seeds_dropped += !chain_.is_over_deadline();
  }
  state_->seeds = std::move(kept);
}

namespace {

std::string random_bytes(uint64_t number, const std::string& name, uint64_t size) {
  std::string bytes;
  uint64_t state = base::hash_combine(number, base::hash_string(name));
  while (bytes.size() < size) bytes.push_back(char(state = base::hash_combine(state, bytes.size())));
  return bytes;
}

// What a seed says of an input.
std::string bytes_for(SeedOnPath& on_path, const SymbolicInput& input) {
  const Seed& seed = *on_path.seed;
  for (const auto& [name, bytes] : seed.inputs)
    if (name == input.name) return bytes.substr(0, input.size);
  if (seed.is_raw) {
    std::string bytes = seed.raw.substr(std::min<uint64_t>(on_path.used, seed.raw.size()), input.size);
    on_path.used += bytes.size();
    return bytes;
  }
  return seed.random ? random_bytes(*seed.random, input.name, input.size) : std::string();
}

// Returns how many bytes a seed has for an input, if it loses some of them there, else 0. A number of --first
// has eight bytes, of which a smaller input takes the lower ones: what only extends it is not lost.
uint64_t bytes_if_cut(const Seed& seed, const SymbolicInput& input, bool is_data_of_target) {
  std::string_view all;
  for (const auto& [name, bytes] : seed.inputs)
    if (name == input.name && all.empty()) all = bytes;
  if (seed.is_raw && is_data_of_target) all = seed.raw;
  if (all.size() <= input.size) return 0;
  std::string_view rest = all.substr(input.size);
  bool extends = !seed.is_raw &&
                 (rest.find_first_not_of('\0') == rest.npos || rest.find_first_not_of('\xff') == rest.npos);
  return extends ? 0 : all.size();
}

// Of a fuzz target, the number of bytes that it gets before them, at most so many.
std::string size_for(SeedOnPath& on_path, const SymbolicInput& input, uint64_t most) {
  uint64_t size = on_path.seed->raw.size();
  if (!on_path.seed->is_raw) {
    size = 0;
    std::string bytes = bytes_for(on_path, input);
    std::memcpy(&size, bytes.data(), std::min(bytes.size(), sizeof size));
  }
  size = on_path.seed->random ? size % (most + 1) : std::min(size, most);
  return std::string(reinterpret_cast<const char*>(&size), input.size);
}

}  // namespace

// A new input has the values of the seeds in their models.
void Machine::give_seeds(const SymbolicInput& input) {
  if (!state_->seeds || !state_->replayed.is_over()) return;
  const ir::Function* target = program_.find_function("LLVMFuzzerTestOneInput");
  bool is_target = target && target->has_body;
  bool is_size = is_target && !input.before && input.name == "size" && input.size <= 8;
  bool is_data = is_target && input.before && !input.before->before && input.name == "data";
  uint64_t cut = 0, longest = 0;
  auto given = std::make_shared<Seeds>(*state_->seeds);
  for (size_t i = 0; i < given->size(); ++i) {
    SeedOnPath& seed = (*given)[i];
    uint64_t lost_of = bytes_if_cut(*seed.seed, input, is_data);
    cut += lost_of != 0;
    longest = std::max(longest, lost_of);
    std::string bytes = is_size ? size_for(seed, input, config_.fuzz_size) : bytes_for(seed, input);
    auto model = std::make_shared<expr::Assignment>(i ? *seed.model : *state_->condition.model());
    for (uint64_t at = 0; at < bytes.size(); ++at) model->set(input.array, at, uint8_t(bytes[at]));
    seed.model = model;
    if (i == 0) state_->condition.set_model(std::move(model));
  }
  state_->seeds = std::move(given);
  if (!cut) return;
  // It has no place: the first input is made before the first call.
  ++counters_.warnings;
  warnings_.push_back(fmt::format("{} cut: the longest has {} bytes for the input {}, which has {}{}",
                                  cut == 1 ? "a seed is" : fmt::format("{} seeds are", cut), longest,
                                  input.name, input.size,
                                  is_data ? fmt::format("; --fuzz-size {} takes all of them", longest) : ""));
}

}  // namespace bonsai::exec
