#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "expr/evaluate.h"
#include "solve/core.h"
#include "solve/model.h"
#include "solve/path_condition.h"

// A query: can the question hold together with the path condition? Everything that the engine asks
// (may be true, must be true, value, minimum, maximum, model) is put in this form by the chain.
//
// Only the groups that share bytes with the question take part; they are looked up when a layer first needs
// them, for many queries are answered before that.
//
// Threads: one worker.

namespace bonsai::solve {

class Query {
 public:
  Query(expr::TermStore& store, const PathCondition& path_condition, const expr::Term* question)
      : store(store), path_condition(path_condition), original(question), question(question) {}
  // About given constraints that may contradict each other: a group whose model was lost.
  Query(expr::TermStore& store, const PathCondition& path_condition, std::vector<const expr::Term*> given,
        const expr::Term* question)
      : store(store),
        path_condition(path_condition),
        original(question),
        question(question),
        constraints_(std::move(given)),
        found_(true),
        given_(true) {}

  expr::TermStore& store;
  const PathCondition& path_condition;
  const expr::Term* const original;  // as asked
  const expr::Term* question;        // as rewritten by the layers; equivalent under the path condition

  // False when the constraints were given: then facts and model of the path condition say nothing.
  bool is_on_path() const { return !given_; }
  // REQUIRES: the question is rewritten no more.
  std::span<const expr::Term* const> constraints() {
    if (!found_) path_condition.touched(*question->support(), constraints_);
    found_ = true;
    return constraints_;
  }
  // Do the constraints and the question, as asked and as rewritten, hold?
  bool satisfied_by(const expr::Assignment& model) {
    if (!expr::holds(store, question, model)) return false;
    // The newest constraints are the likeliest to fail.
    const auto all = constraints();
    for (size_t i = all.size(); i-- > 0;)
      if (!expr::holds(store, all[i], model)) return false;
    return true;
  }

 private:
  std::vector<const expr::Term*> constraints_;
  bool found_ = false;
  bool given_ = false;
};

// What a layer found out. A sat reply has a model of the whole path condition.
struct Reply {
  Answer answer = Answer::unknown;
  Model model{};
  bool decided() const { return answer != Answer::unknown; }
};

struct LayerStatistics {
  std::string_view name;
  uint64_t asked = 0;
  uint64_t sat = 0;
  uint64_t unsat = 0;
  double seconds = 0;
};

class Layer {
 public:
  virtual ~Layer() = default;
  virtual std::string_view name() const = 0;
  // Decides the query, or leaves it (unknown), perhaps with a simpler question. A layer that has no model
  // may answer unsat only; a model it gives is checked by the chain.
  virtual Reply ask(Query& query) = 0;
  // Told what a later layer found out. `core` are positions of constraints that suffice for an unsat answer;
  // null when not known.
  virtual void learn(Query& query, const Reply& reply, const std::vector<uint32_t>* core) {}
  // Terms are about to be reclaimed: drop everything that names one not marked.
  virtual void drop_dead(const expr::TermStore& store) {}
};

// The path condition's model with the bytes that the query reads taken from `other`.
Model merge_models(Query& query, const expr::Assignment& other);

}  // namespace bonsai::solve
