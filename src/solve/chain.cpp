#include "solve/chain.h"

#include <algorithm>

#include "solve/layers/cache.h"
#include "solve/layers/enumerate.h"
#include "solve/layers/ranges.h"
#include "solve/layers/repair.h"
#include "solve/layers/reuse.h"
#include "solve/layers/rewrite.h"
#include "solve/query_log.h"
#include "solve/smtlib_core.h"

// The order of the layers and the way of a query through them. What the engine asks is put into queries in
// chain_questions.cpp. Tested by chain_test.cpp, layers_test.cpp, random_query_test.cpp.

namespace bonsai::solve {

using expr::Term;

void Chain::build_layers() {
  auto add = [&](bool on, auto layer) -> decltype(layer.get()) {
    if (!on) return nullptr;
    auto* plain = layer.get();
    layers_.push_back({std::move(layer), {}});
    layers_.back().statistics.name = plain->name();
    return plain;
  };
  rewrite_ = add(config_.rewrite, std::make_unique<RewriteLayer>(store_));
  ranges_ = add(config_.ranges, std::make_unique<RangeLayer>());
  add(config_.reuse, std::make_unique<ReuseLayer>());
  add(config_.repair, std::make_unique<RepairLayer>());
  add(config_.cache, std::make_unique<CacheLayer>());
  add(config_.enumerate, std::make_unique<EnumerateLayer>());
  core_statistics_.name = "core";
}

Chain::Chain(expr::TermStore& store, Config config) : Chain(store, config, make_cores(store, config)) {}

Chain::Chain(expr::TermStore& store, Config config, Cores cores)
    : store_(store), config_(std::move(config)), core_(std::move(cores.core)), process_(cores.process) {
  build_layers();
  if (!config_.log_directory.empty()) log_ = std::make_unique<QueryLog>(config_.log_directory);
}

Chain::~Chain() = default;

uint64_t Chain::searched() const {
  if (!rewrite_) return statistics_.asked;
  const LayerStatistics& rewritten = layers_.front().statistics;
  return statistics_.asked - rewritten.sat - rewritten.unsat;
}

Reply Chain::decide(Query& query) {
  const auto start = Clock::now();
  ++statistics_.asked;
  Reply reply;
  auto then = start;
  auto count = [&](LayerStatistics& statistics) {
    const auto now = Clock::now();
    ++statistics.asked;
    statistics.sat += reply.answer == Answer::sat;
    statistics.unsat += reply.answer == Answer::unsat;
    statistics.seconds += std::chrono::duration<double>(now - then).count();
    then = now;
  };
  for (size_t i = 0; i < layers_.size() && !reply.decided() && !is_interrupted(); ++i) {
    reply = layers_[i].layer->ask(query);
    if (reply.answer == Answer::sat && !verified(query, reply.model)) reply = {};
    count(layers_[i].statistics);
    if (reply.decided()) tell(query, reply, i, nullptr);
  }
  if (!reply.decided()) {
    std::vector<uint32_t> unsat_core;
    reply = ask_core(query, unsat_core);
    count(core_statistics_);
    tell(query, reply, layers_.size(), &unsat_core);
  }
  statistics_.unknown += !reply.decided();
  statistics_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return reply;
}

Reply Chain::ask_core(Query& query, std::vector<uint32_t>& unsat_core) {
  const std::chrono::duration<double> before(core_statistics_.seconds);
  const auto left = config_.total_time - std::chrono::duration_cast<std::chrono::nanoseconds>(before);
  Limits limits{std::min(config_.time_per_query, left), interrupt_, config_.work_per_query};
  // What the end of the run cuts would be asked again; it is not the query's limit.
  const bool ends_with_run = deadline_ - Clock::now() < limits.time;
  if (ends_with_run) limits.time = deadline_ - Clock::now();
  const auto count_cut = [&](bool by_clock) {
    statistics_.cut_by_clock += by_clock && !ends_with_run && !is_interrupted();
  };
  if (limits.time.count() <= 0 || limits.work == 0 || is_interrupted()) {
    count_cut(limits.work != 0);
    return {};
  }
  const Model& own = query.path_condition.model();
  auto model = own ? std::make_shared<expr::Assignment>(*own) : std::make_shared<expr::Assignment>();
  const auto start = Clock::now();
  Reply reply;
  reply.answer = core_->check(query.constraints(), query.question, limits, model.get(), &unsat_core);
  const Spent spent = core_->spent();
  core_work_ += spent.work;
  const bool is_cut = spent.by_clock && reply.answer == Answer::unknown;
  count_cut(is_cut);
  cut_by_deadline_ |= is_cut && ends_with_run;
  if (log_) log_->write(query.constraints(), query.question, reply.answer, Clock::now() - start);
  if (reply.answer == Answer::sat) {
    reply.model = std::move(model);
    if (!verified(query, reply.model)) reply = {};
  }
  return reply;
}

bool Chain::verified(Query& query, const Model& model) {
  bool good = model != nullptr && expr::holds(store_, query.original, *model);
  if (good && (model != query.path_condition.model() || !query.is_on_path()))
    good = query.satisfied_by(*model);
  statistics_.bad_models += !good;
  return good;
}

// Layers before the one that answered learn from a new model or a refutation.
void Chain::tell(Query& query, const Reply& reply, size_t before, const std::vector<uint32_t>* unsat_core) {
  if (!reply.decided()) return;
  const bool is_new = reply.model && reply.model != query.path_condition.model();
  if (!is_new && !unsat_core) return;
  for (size_t i = 0; i < before; ++i) layers_[i].layer->learn(query, reply, unsat_core);
}

void Chain::drop_dead() {
  for (Slot& slot : layers_) slot.layer->drop_dead(store_);
}

void ChainStatistics::add(const ChainStatistics& other) {
  asked += other.asked;
  unknown += other.unknown;
  cut_by_clock += other.cut_by_clock;
  bad_models += other.bad_models;
  seconds += other.seconds;
  if (layers.empty()) {
    layers = other.layers;
    return;
  }
  for (size_t i = 0; i < layers.size() && i < other.layers.size(); ++i) {
    layers[i].asked += other.layers[i].asked;
    layers[i].sat += other.layers[i].sat;
    layers[i].unsat += other.layers[i].unsat;
    layers[i].seconds += other.layers[i].seconds;
  }
}

const ChainStatistics& Chain::statistics() {
  statistics_.layers.clear();
  for (const Slot& slot : layers_) statistics_.layers.push_back(slot.statistics);
  statistics_.layers.push_back(core_statistics_);
  return statistics_;
}

std::optional<std::string> Chain::problem() const {
  if (log_ && log_->problem()) return log_->problem();
  return process_ ? process_->problem() : std::nullopt;
}

}  // namespace bonsai::solve
