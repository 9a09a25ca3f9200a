#include "solve/smtlib_core.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "solve/smtlib_values.h"

// Tested by smtlib_core_test.cpp and random_query_test.cpp.

namespace bonsai::solve {

using expr::Term;

namespace {

constexpr size_t kLooseTail = 8;  // newest constraints with scopes of their own: the ones popped soonest

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  while (!text.empty() && isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  return text;
}

// Work of one unit of a solver's resources: of queries about numbers and floats that take seconds; measured.
constexpr Work kZ3Unit = 330;
constexpr Work kCvc5Unit = 20'000;
constexpr Work kByte = 500;           // of a query's text, to be written and read
constexpr Work kDecided = 1'000'000;  // of a query whose work nobody counts
constexpr uint64_t kMostResources = 4'000'000'000;

uint64_t resources(Work work, Work unit) { return std::clamp<uint64_t>(work / unit, 1, kMostResources); }

}  // namespace

SmtlibCore::SmtlibCore(expr::TermStore&, std::string command, uint64_t memory_limit)
    : command_(split_command(command)), product_(Product::other), memory_limit_(memory_limit) {
  if (command_.empty()) return;
  const std::string_view program = std::string_view(command_[0]).substr(command_[0].find_last_of('/') + 1);
  if (program.starts_with("z3")) product_ = Product::z3;
  if (program.starts_with("cvc5")) product_ = Product::cvc5;
}

void SmtlibCore::limit_resources(Work work) {
  if (product_ != Product::z3) return;
  const uint64_t limit = resources(work, kZ3Unit);
  if (limit != resource_limit_) writer_.append("(set-option :rlimit " + std::to_string(limit) + ")\n");
  resource_limit_ = limit;
}

void SmtlibCore::take_resources(std::string_view& reply) {
  constexpr std::string_view key = "(:rlimit ";
  const size_t at = reply.rfind(key);
  if (product_ != Product::z3 || at == std::string_view::npos) return;
  const std::string_view number = reply.substr(at + key.size());
  uint64_t all = 0;
  std::from_chars(number.data(), number.data() + number.size(), all);
  if (all > resources_) spent_.work = (all - resources_) * kZ3Unit;
  resources_ = all;
  reply = reply.substr(0, at);
}

bool SmtlibCore::start(Work work) {
  if (hopeless_) return false;
  if (auto problem = process_.start(command_, memory_limit_)) {
    problem_ = std::move(problem);
    hopeless_ = true;
    return false;
  }
  ++statistics_.starts;
  writer_ = expr::SmtlibWriter();
  scopes_.clear();
  resource_limit_ = resources_ = 0;
  writer_.append("(set-option :print-success false)\n(set-option :produce-models true)\n");
  // It cannot be changed later.
  if (product_ == Product::cvc5)
    writer_.append("(set-option :reproducible-resource-limit " + std::to_string(resources(work, kCvc5Unit)) +
                   ")\n");
  writer_.append("(set-logic ALL)\n");
  return true;
}

void SmtlibCore::fail(SolverProcess::Status status) {
  constexpr unsigned kMostEarlyEnds = 10;
  if (status == SolverProcess::Status::timeout) {
    ++statistics_.timeouts;
    spent_.by_clock = true;
  } else {
    ++statistics_.crashes;
    problem_ = "the solver process '" + command_[0] + "' ended unexpectedly";
    // A command that never answers is not started for every query of a long run.
    if (++early_ends_ >= kMostEarlyEnds) hopeless_ = true;
  }
  process_.kill();
}

void SmtlibCore::reject(std::string_view reply) {
  ++statistics_.bad_replies;
  constexpr size_t kShown = 200;
  std::string shown(reply.substr(0, kShown));
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  problem_ = "the solver process '" + command_[0] + "' replied: " + shown;
  process_.kill();
}

std::optional<std::string> SmtlibCore::exchange(Deadline deadline) {
  const std::string marker = "bonsai-" + std::to_string(++marker_);
  writer_.append("(echo \"" + marker + "\")\n");
  std::string reply;
  auto status = process_.send(writer_.take(), deadline);
  if (status == SolverProcess::Status::done) status = process_.receive(marker, reply, deadline);
  if (status == SolverProcess::Status::done) return reply;
  fail(status);
  return std::nullopt;
}

// Pops what the constraints do not share with the scopes, and pushes the rest.
void SmtlibCore::sync_scopes(std::span<const Term* const> constraints) {
  size_t kept = 0, position = 0;
  for (; kept < scopes_.size(); ++kept) {
    const auto& ids = scopes_[kept];
    if (position + ids.size() > constraints.size()) break;
    const bool same = std::equal(ids.begin(), ids.end(), constraints.begin() + position,
                                 [](uint64_t id, const Term* term) { return id == term->id(); });
    if (!same) break;
    position += ids.size();
  }
  writer_.pop(scopes_.size() - kept);
  scopes_.resize(kept);
  while (position < constraints.size()) {
    const size_t rest = constraints.size() - position;
    const size_t count = rest > kLooseTail ? rest - kLooseTail : 1;
    writer_.push();
    scopes_.emplace_back();
    for (size_t i = 0; i < count; ++i, ++position) {
      if (writer_.has_given_up()) return;
      scopes_.back().push_back(constraints[position]->id());
      writer_.assert_term(constraints[position]);
    }
  }
}

void SmtlibCore::prepare(std::span<const Term* const> constraints, const Term* question) {
  bool conflict = writer_.prepare(question);
  for (const Term* constraint : constraints) {
    if (writer_.has_given_up()) return;
    conflict |= writer_.prepare(constraint);
  }
  if (!conflict) return;
  writer_.pop(scopes_.size());
  scopes_.clear();
}

Answer SmtlibCore::check(std::span<const Term* const> constraints, const Term* question, const Limits& limits,
                         expr::Assignment* model, std::vector<uint32_t>* core) {
  spent_ = {};
  const Answer answer = check_within(constraints, question, limits, model, core);
  const Work most = std::min(limits.work, Work(limits.time.count()));
  if (spent_.work == 0) spent_.work = answer == Answer::unknown ? most : std::min(most, kDecided);
  return answer;
}

Answer SmtlibCore::check_within(std::span<const Term* const> constraints, const Term* question,
                                const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) {
  std::chrono::nanoseconds time = limits.time;
  if (product_ == Product::other && limits.work < Work(time.count()))
    time = std::chrono::nanoseconds(limits.work);
  const Deadline deadline =
      SolverProcess::Clock::now() + std::chrono::duration_cast<SolverProcess::Clock::duration>(time);
  process_.set_interrupt(limits.interrupt);
  if (!process_.is_running() && !start(limits.work)) return Answer::unknown;
  limit_resources(limits.work);
  // A longer text would be cut by the clock while it is read.
  writer_.limit(limits.work / kByte, limits.interrupt);
  prepare(constraints, question);
  sync_scopes(constraints);
  writer_.push();
  writer_.assert_term(question);
  if (writer_.has_given_up()) {
    process_.kill();  // what it knows is not what was written down
    spent_.by_clock = limits.is_interrupted();
    return Answer::unknown;
  }
  writer_.append("(check-sat)\n");
  if (product_ == Product::z3) writer_.append("(get-info :rlimit)\n");
  const auto reply = exchange(deadline);
  if (!reply) return Answer::unknown;
  early_ends_ = 0;
  std::string_view word = *reply;
  take_resources(word);
  word = trimmed(word);
  Answer answer = Answer::unknown;
  if (word == "sat") {
    answer = Answer::sat;
    if (model && !read_model(*model, deadline)) return Answer::unknown;
  } else if (word == "unsat") {
    answer = Answer::unsat;
    if (core) {
      core->resize(constraints.size());
      std::iota(core->begin(), core->end(), 0);
    }
  } else if (word != "unknown") {
    reject(word);
    return Answer::unknown;
  }
  writer_.pop();
  return answer;
}

bool SmtlibCore::read_model(expr::Assignment& model, Deadline deadline) {
  struct Wanted {
    const Term* array;
    std::optional<uint64_t> cell;  // empty: the value before this one is the index
  };
  constexpr size_t kPerCommand = 512;
  std::vector<Wanted> wanted;
  std::vector<std::string> names;
  writer_.for_each_value(
      [&](const expr::SmtlibWriter::ByteName& byte) {
        wanted.push_back({byte.array, byte.cell});
        names.push_back(byte.name);
      },
      [&](const expr::SmtlibWriter::CellName& cell) {
        wanted.push_back({nullptr, std::nullopt});
        names.push_back(cell.index);
        wanted.push_back({cell.array, std::nullopt});
        names.push_back(cell.value);
      });
  std::vector<expr::Wide> values;
  for (size_t first = 0; first < names.size(); first += kPerCommand) {
    const size_t last = std::min(first + kPerCommand, names.size());
    writer_.append("(get-value (");
    for (size_t i = first; i < last; ++i) writer_.append(names[i] + " ");
    writer_.append("))\n");
    const auto reply = exchange(deadline);
    if (!reply) return false;
    if (!parse_values(*reply, last - first, values)) {
      reject(trimmed(*reply));
      return false;
    }
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    const bool is_cell = wanted[i].array && !wanted[i].cell;
    if (!wanted[i].array) continue;
    if (values[i].width() != 8 || (is_cell && values[i - 1].width() != 64)) {
      reject("a value of the wrong width");
      return false;
    }
    const uint64_t cell = is_cell ? values[i - 1].low64() : *wanted[i].cell;
    if (cell < wanted[i].array->array().size)
      model.set(wanted[i].array, cell, static_cast<uint8_t>(values[i].low64()));
  }
  return true;
}

}  // namespace bonsai::solve
