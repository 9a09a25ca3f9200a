#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solve/core.h"
#include "solve/model.h"
#include "solve/path_condition.h"
#include "solve/query.h"

// Chain: answers what the engine asks about a path condition.
//
// Idea: a list of small layers, the cheapest first; each may decide a query, simplify it, or pass it on; the
// core decides what is left. chain.cpp shows the whole order on one page.
//
// Guarantees: "sat" comes with a model of the whole path condition and the question, checked by evaluation:
// the path condition's model with only bytes of the question's groups changed. "unknown" is neither sat nor
// unsat, and is counted. No answer takes longer than its limit, plus 250 ms when a solver process has to be
// killed. A query is given up for the work it took, which is counted: the same queries get the same answers,
// whatever else the machine does. The clock only ends what the counts do not see; a query that it cuts is
// counted.
//
// Threads: one worker, that of the term store.

namespace bonsai::solve {

enum class Solver : uint8_t {
  bonsai,    // the bit-blaster alone: floats are unknown
  smtlib,    // the solver process alone
  portfolio  // the bit-blaster, then the process for what it gives up on
};

struct Config {
  // The layers' switches.
  bool rewrite = true;
  bool ranges = true;
  bool reuse = true;
  bool repair = true;
  bool cache = true;
  bool enumerate = true;

  Solver solver = Solver::portfolio;
  std::string solver_command = "z3 -in";       // for smtlib and portfolio
  uint64_t solver_memory = uint64_t{4} << 30;  // address space of the process, in bytes
  Work work_per_query = 10'000'000'000;
  std::chrono::nanoseconds time_per_query = std::chrono::seconds(30);  // by the clock
  std::chrono::nanoseconds total_time = std::chrono::hours(24 * 365);  // of the core, over all queries
  std::string log_directory{};  // when set, queries that reach the core are written there
};

enum class Verdict : uint8_t { no, yes, unknown };

struct Certainty {
  Verdict verdict = Verdict::unknown;
  Model counterexample{};  // when no: a model of the path condition under which the term is false
};

// Unsigned. Each end is attained, unless the search for it met an unknown: then it is a bound.
struct Bounds {
  uint64_t low = 0;
  uint64_t high = 0;
  bool low_exact = false;
  bool high_exact = false;
};

struct ChainStatistics {
  uint64_t asked = 0;
  uint64_t unknown = 0;
  uint64_t cut_by_clock = 0;  // of these; without those of a run that ends
  uint64_t bad_models = 0;    // rejected by evaluation; not 0 means a defect in a layer or a solver
  double seconds = 0;
  std::vector<LayerStatistics> layers;  // in order; the core last
  uint64_t solved_by_layer() const {    // without the core
    uint64_t sum = 0;
    for (size_t i = 0; i + 1 < layers.size(); ++i) sum += layers[i].sat + layers[i].unsat;
    return sum;
  }
  uint64_t core() const { return layers.empty() ? 0 : layers.back().asked; }
  void add(const ChainStatistics& other);  // of a chain with the same layers
};

class RewriteLayer;
class RangeLayer;
class QueryLog;
class SmtlibCore;

struct Cores {
  std::unique_ptr<Core> core;
  const SmtlibCore* process = nullptr;  // part of it, if it has one
};
// What a configuration asks for.
Cores make_cores(expr::TermStore& store, const Config& config);

class Chain {
 public:
  Chain(expr::TermStore& store, Config config);
  // With a core of the caller's, for tests and measurements.
  Chain(expr::TermStore& store, Config config, Cores cores);
  ~Chain();

  // Terms asked about have width 1. REQUIRES: the path condition is satisfiable, or infeasible().
  Reply may_be_true(const PathCondition& pc, const expr::Term* condition);
  // Is the condition impossible, as rewriting and intervals alone can tell? False says nothing.
  bool excludes(const PathCondition& pc, const expr::Term* condition);
  Certainty must_be_true(const PathCondition& pc, const expr::Term* condition);

  // A value that the term can have: the one it has under the model. Empty when no model could be found.
  std::optional<expr::Wide> value(const PathCondition& pc, const expr::Term* term);
  // The same value when it is the only one. Unknown counts as several.
  std::optional<expr::Wide> only_value(const PathCondition& pc, const expr::Term* term);
  // REQUIRES: at most 64 bits.
  Bounds range(const PathCondition& pc, const expr::Term* term);
  // What interval arithmetic alone says: bounds that need not be attained.
  Bounds quick_range(const PathCondition& pc, const expr::Term* term);
  Bounds minimum(const PathCondition& pc, const expr::Term* term);  // only `low` is searched for
  Bounds maximum(const PathCondition& pc, const expr::Term* term);

  // A model of the path condition: its own, or a new one group by group when that was lost. Also decides path
  // conditions that may be unsatisfiable.
  Reply model(const PathCondition& pc);

  // Adds a decision, rewritten with what the path condition implies. `model`, when given, satisfies both, as
  // a sat reply's does.
  void assume(PathCondition& pc, const expr::Term* condition, Model model = nullptr);

  // For a collection of the store: the terms that the core holds, and, when marking is done, the moment to
  // drop weak references.
  void visit_roots(const expr::TermStore::Mark& mark) const { core_->visit_roots(mark); }
  void drop_dead();

  const ChainStatistics& statistics();
  double seconds() const { return statistics_.seconds; }  // spent so far
  // The same as work: what the run did so far, not how long it took.
  Work work() const { return statistics_.asked * kQuery + store_.evaluated() * kEvaluation + core_work_; }
  uint64_t core_asked() const { return core_statistics_.asked; }
  // Questions that rewriting did not answer.
  uint64_t searched() const;
  // What keeps the solver process from working, if anything; one line.
  std::optional<std::string> problem() const;
  const Config& config() const { return config_; }
  expr::TermStore& store() { return store_; }
  // Takes effect with the next query.
  void set_work_per_query(Work work) { config_.work_per_query = work; }
  // The core answers nothing after that: what only it can decide is unknown.
  void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  // The same from the moment on that `interrupt`, which outlives the chain, becomes true.
  void set_interrupt(const std::atomic<bool>* interrupt) { interrupt_ = interrupt; }
  // An unknown may be due to these two: it says nothing about the question.
  bool is_over_deadline() const {
    return cut_by_deadline_ || is_interrupted() || std::chrono::steady_clock::now() >= deadline_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Work kQuery = 1'000;    // in the layers, measured
  static constexpr Work kEvaluation = 20;  // of one term

  struct Slot {
    std::unique_ptr<Layer> layer;
    LayerStatistics statistics;
  };

  void build_layers();
  Reply decide(Query& query);
  Reply ask_core(Query& query, std::vector<uint32_t>& unsat_core);
  bool verified(Query& query, const Model& model);
  void tell(Query& query, const Reply& reply, size_t before, const std::vector<uint32_t>* unsat_core);
  // A path condition that has its model; empty when there is none or it is unknown (then `answer` says why).
  std::optional<PathCondition> with_model(const PathCondition& pc, Answer& answer);
  uint64_t search_minimum(const PathCondition& pc, const expr::Term* term, uint64_t least, uint64_t value,
                          bool& exact);

  expr::TermStore& store_;
  Config config_;
  std::vector<Slot> layers_;
  RewriteLayer* rewrite_ = nullptr;  // in layers_; null when switched off
  RangeLayer* ranges_ = nullptr;
  std::unique_ptr<Core> core_;
  Work core_work_ = 0;
  const SmtlibCore* process_;
  bool is_interrupted() const { return interrupt_ && interrupt_->load(std::memory_order_relaxed); }

  Clock::time_point deadline_ = Clock::time_point::max();
  bool cut_by_deadline_ = false;  // a query ended a little before it, to be in time
  const std::atomic<bool>* interrupt_ = nullptr;
  LayerStatistics core_statistics_;
  ChainStatistics statistics_;
  std::unique_ptr<QueryLog> log_;
};

}  // namespace bonsai::solve
