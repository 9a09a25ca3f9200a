#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "expr/print.h"
#include "solve/bitblast_core.h"
#include "solve/chain.h"
#include "solve/query_log.h"
#include "solve/smtlib_core.h"
#include "solve/testing/random_terms.h"

// Random queries: the whole chain, core 1, the solver process and enumeration of all inputs agree, and every
// model is evaluated. A failure prints the command that repeats it. The environment:
//   BONSAI_SEED     of the generator (1)
//   BONSAI_FIRST    number of the first round (0); a round is a path of at most kSteps queries
//   BONSAI_QUERIES  how many queries at least (20,000)
//   BONSAI_REFEREE  rounds between two that the process checks too (16); 1: all
//   BONSAI_SOLVER   its command line (z3 -in)
// scripts/random_queries runs it with a count and a seed.

namespace bonsai::solve {
namespace {

using testing::RandomShape;
using testing::RandomTerms;

constexpr unsigned kSteps = 10;
constexpr unsigned kRoundsPerStore = 64;

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

RandomShape shape_of(uint64_t round) {
  RandomShape shape;
  switch (round % 4) {
    case 0: shape = {2, 4, 3, false, false, false}; break;
    case 1: shape = {2, 4, 4, true, true, false}; break;
    case 2: shape = {4, 2, 4, true, false, false}; break;
    default: shape = {1, 8, 5, true, true, false}; break;
  }
  return shape;
}

// The deciders of one store.
struct Deciders {
  explicit Deciders(const std::string& command)
      : plain(store), referee(store, command), chain(store, config()) {}
  static Config config() {
    Config config;
    config.solver = Solver::bonsai;
    return config;
  }
  expr::TermStore store;
  BitblastCore plain;
  SmtlibCore referee;
  Chain chain;
};

struct Totals {
  uint64_t queries = 0, sat = 0, enumerated = 0, refereed = 0;
  uint64_t unknown_chain = 0, unknown_core = 0, unknown_process = 0;  // a limit struck
};

class RandomQueries : public ::testing::Test {
 protected:
  const uint64_t seed_ = from_environment("BONSAI_SEED", 1);
  const uint64_t referee_every_ = std::max<uint64_t>(from_environment("BONSAI_REFEREE", 16), 1);
  Totals totals_;

  std::string repeat(uint64_t round) const {
    return "repeat with: BONSAI_SEED=" + std::to_string(seed_) + " BONSAI_FIRST=" + std::to_string(round) +
           " BONSAI_QUERIES=1 BONSAI_REFEREE=1 solve_test --gtest_filter='RandomQueries.*'";
  }

  void expect_model(Deciders& d, std::span<const expr::Term* const> constraints, const expr::Term* question,
                    const expr::Assignment& model) {
    EXPECT_TRUE(expr::holds(d.store, question, model)) << "a model does not satisfy the question";
    for (const expr::Term* constraint : constraints)
      EXPECT_TRUE(expr::holds(d.store, constraint, model)) << "a model does not satisfy a constraint";
  }

  // A limit that strikes is no contradiction, but is counted and has to be rare.
  void expect_same(Answer answer, bool possible, uint64_t& unknown) {
    if (answer == Answer::unknown)
      ++unknown;
    else
      EXPECT_EQ(answer_name(answer), possible ? "sat" : "unsat");
  }

  Answer ask(Deciders& d, Core& core, std::span<const expr::Term* const> constraints,
             const expr::Term* question) {
    expr::Assignment model;
    std::vector<uint32_t> unsat_core;
    const Answer answer = core.check(constraints, question, Limits{}, &model, &unsat_core);
    if (answer == Answer::sat) expect_model(d, constraints, question, model);
    return answer;
  }

  // One path: conditions are added as long as they can be true.
  void round(Deciders& d, uint64_t number) {
    RandomTerms terms(d.store, seed_ * 1000003 + number, shape_of(number));
    const bool refereed = number % referee_every_ == 0;
    std::vector<const expr::Term*> constraints;
    PathCondition pc;
    for (unsigned step = 0; step < kSteps && !HasFailure(); ++step) {
      const expr::Term* question = terms.condition();
      if (question->is_constant()) continue;
      ++totals_.queries;
      ++totals_.enumerated;
      const bool possible = terms.any_input([&](const expr::Assignment& input) {
        if (!expr::holds(d.store, question, input)) return false;
        return std::all_of(constraints.begin(), constraints.end(),
                           [&](const expr::Term* c) { return expr::holds(d.store, c, input); });
      });
      const Reply reply = d.chain.may_be_true(pc, question);
      expect_same(reply.answer, possible, totals_.unknown_chain);
      if (reply.answer == Answer::sat) expect_model(d, constraints, question, *reply.model);
      expect_same(ask(d, d.plain, constraints, question), possible, totals_.unknown_core);
      if (refereed) {
        ++totals_.refereed;
        expect_same(ask(d, d.referee, constraints, question), possible, totals_.unknown_process);
      }
      if (HasFailure()) {
        ADD_FAILURE() << repeat(number) << "\n" << query_script(constraints, question);
        return;
      }
      if (reply.answer != Answer::sat) continue;
      ++totals_.sat;
      d.chain.assume(pc, question, reply.model);
      constraints.push_back(question);
    }
  }
};

TEST_F(RandomQueries, AllDecidersAgree) {
  const uint64_t wanted = from_environment("BONSAI_QUERIES", 20000);
  const char* command = std::getenv("BONSAI_SOLVER");
  uint64_t number = from_environment("BONSAI_FIRST", 0);
  std::unique_ptr<Deciders> deciders;
  for (unsigned rounds = 0; totals_.queries < wanted && !HasFailure(); ++rounds, ++number) {
    if (rounds % kRoundsPerStore == 0) deciders = std::make_unique<Deciders>(command ? command : "z3 -in");
    round(*deciders, number);
    EXPECT_EQ(deciders->chain.statistics().bad_models, 0u) << repeat(number);
  }
  const uint64_t tolerated = 5 + totals_.queries / 1000;
  EXPECT_LE(totals_.unknown_chain, tolerated);
  EXPECT_LE(totals_.unknown_core, tolerated);
  EXPECT_LE(totals_.unknown_process, tolerated);
  RecordProperty("queries", std::to_string(totals_.queries));
  RecordProperty("sat", std::to_string(totals_.sat));
  RecordProperty("enumerated", std::to_string(totals_.enumerated));
  RecordProperty("refereed", std::to_string(totals_.refereed));
  if (std::getenv("BONSAI_VERBOSE"))
    std::printf(
        "queries %lu, sat %lu, enumerated %lu, by the process %lu; unknown: chain %lu, core 1 %lu, process "
        "%lu\n",
        totals_.queries, totals_.sat, totals_.enumerated, totals_.refereed, totals_.unknown_chain,
        totals_.unknown_core, totals_.unknown_process);
}

}  // namespace
}  // namespace bonsai::solve
