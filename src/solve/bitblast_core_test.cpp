// The contract of core 1: limits, unsat cores, determinism, floats, depth.
#include "solve/bitblast_core.h"

#include <gtest/gtest.h>
#include <time.h>

#include <chrono>

#include "expr/evaluate.h"
#include "solve/bitblast/random_terms_test.h"

namespace bonsai::solve {
namespace {

using expr::Assignment;
using expr::Term;
using expr::Width;
using std::chrono::milliseconds;

const Term* word(expr::TermStore& store, const char* name, Width width) {
  const uint64_t bytes = (width + 7) / 8;
  const Term* array = store.array(name, bytes);
  const Term* term = store.symbolic_byte(array, 0);
  for (uint64_t i = 1; i < bytes; ++i) term = store.concat(store.symbolic_byte(array, i), term);
  return store.extract(term, 0, width);
}

// Limits are of wall time, but what a busy machine gives to others is not the core's fault: the time of this
// thread's processor is never more than the wall time, and tells what the core does after its limit.
milliseconds processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::duration_cast<milliseconds>(std::chrono::seconds(now.tv_sec) +
                                                  std::chrono::nanoseconds(now.tv_nsec));
}

milliseconds time_of(BitblastCore& core, const Term* question, milliseconds limit, Answer& answer) {
  const milliseconds start = processor_time();
  answer = core.check({}, question, {limit}, nullptr, nullptr);
  return processor_time() - start;
}

#ifdef NDEBUG
constexpr milliseconds kLate(50);
#else
constexpr milliseconds kLate(500);  // sanitizers
#endif

// Factors of a product of two primes, of 63 bits.
const Term* factoring(expr::TermStore& store) {
  const Term* x = store.zext(word(store, "x", 32), 64);
  const Term* y = store.zext(word(store, "y", 32), 64);
  return store.land(store.eq(store.mul(x, y), store.constant(64, 2860486313ull * 3367900313ull)),
                    store.land(store.ult(store.one(64), x), store.ult(x, y)));
}

// The short limits strike in the small solver, the long one in CaDiCaL.
TEST(BitblastCore, hard_questions_stop_at_the_limit) {
  expr::TermStore store;
  BitblastCore core(store);
  const Term* factors = factoring(store);
  for (milliseconds limit : {milliseconds(5), milliseconds(20), milliseconds(200)}) {
    Answer answer;
    const milliseconds spent = time_of(core, factors, limit, answer);
    EXPECT_EQ(answer, Answer::unknown);
    EXPECT_LT(spent, limit + kLate);
    std::printf("  63-bit factoring, limit %ld ms: %ld ms\n", static_cast<long>(limit.count()),
                static_cast<long>(spent.count()));
  }
  EXPECT_EQ(core.statistics().over_limit, 3u);
  // The core goes on.
  EXPECT_EQ(core.check({}, store.ult(word(store, "x", 32), word(store, "y", 32)), {}, nullptr, nullptr),
            Answer::sat);
}

// Work is counted: a question is given up at the same point every time, in each part of the core.
TEST(BitblastCore, work_is_the_same_every_time) {
  const auto ask = [](bool factor, Work work) {
    expr::TermStore store;
    BitblastCore core(store);
    const Term *x = word(store, "x", 2048), *y = word(store, "y", 2048);
    const Term* question = factor ? factoring(store) : store.eq(store.mul(store.mul(x, y), x), y);
    const Limits limits{.time = std::chrono::minutes(10), .work = work};
    EXPECT_EQ(core.check({}, question, limits, nullptr, nullptr), Answer::unknown);
    EXPECT_FALSE(core.spent().by_clock);
    EXPECT_GE(core.spent().work, work);
    return std::pair(core.spent().work, core.statistics().circuit_gates);
  };
  for (const bool factor : {false, true})
    for (const Work work : {Work{100'000}, Work{10'000'000}, Work{100'000'000}})
      EXPECT_EQ(ask(factor, work), ask(factor, work)) << factor << " " << work;
}

TEST(BitblastCore, the_clock_is_named) {
  expr::TermStore store;
  BitblastCore core(store);
  EXPECT_EQ(core.check({}, factoring(store), Limits{milliseconds(5)}, nullptr, nullptr), Answer::unknown);
  EXPECT_TRUE(core.spent().by_clock);
}

TEST(BitblastCore, huge_circuits_stop_at_the_limit) {
  expr::TermStore store;
  BitblastCore core(store);
  for (Width width : {512u, 2048u, 16384u}) {
    const Term* x = word(store, ("x" + std::to_string(width)).c_str(), width);
    const Term* y = word(store, ("y" + std::to_string(width)).c_str(), width);
    for (const Term* term : {store.mul(x, y), store.udiv(x, y), store.shl(x, y)}) {
      Answer answer;
      const Term* question = store.eq(store.mul(term, term), store.mul(y, term));
      const milliseconds spent = time_of(core, question, milliseconds(100), answer);
      EXPECT_LT(spent, milliseconds(100) + kLate) << width;
      std::printf("  %u bits, limit 100 ms: %ld ms\n", width, static_cast<long>(spent.count()));
    }
  }
}

TEST(BitblastCore, too_many_gates_is_unknown) {
  expr::TermStore store;
  BitblastConfig config;
  config.max_question_gates = 1000;
  BitblastCore core(store, config);
  const Term* x = word(store, "x", 64);
  const Term* y = word(store, "y", 64);
  EXPECT_EQ(core.check({}, store.eq(store.mul(x, y), store.one(64)), {}, nullptr, nullptr), Answer::unknown);
  EXPECT_EQ(core.statistics().over_limit, 1u);
  EXPECT_EQ(core.check({}, store.ult(x, y), {}, nullptr, nullptr), Answer::sat);
}

TEST(BitblastCore, forgets_when_the_circuit_grows_too_large) {
  expr::TermStore store;
  BitblastConfig config;
  config.max_circuit = 30'000;
  BitblastCore core(store, config);
  const Term* x = word(store, "x", 32);
  for (uint64_t i = 1; i < 40; ++i) {
    const Term* y = word(store, ("y" + std::to_string(i)).c_str(), 32);
    EXPECT_EQ(core.check({}, store.eq(store.udiv(x, y), store.constant(32, i)), {}, nullptr, nullptr),
              Answer::sat);
  }
  EXPECT_GT(core.statistics().resets, 0u);
}

TEST(BitblastCore, deep_terms) {
  expr::TermStore store;
  BitblastCore core(store);
  const Term* x = word(store, "x", 64);
  const auto bit = [&](int i) { return store.extract(x, static_cast<Width>(i % 64), 1); };
  const Term* narrow = bit(0);
  for (int i = 0; i < 1'000'000; ++i)
    narrow = i % 2 == 0 ? store.ite(bit(i * 7), narrow, bit(i)) : store.bxor(narrow, bit(i * 3));
  Answer answer;
  milliseconds spent = time_of(core, narrow, milliseconds(10'000), answer);
  EXPECT_NE(answer, Answer::unsat);  // a slow build may need longer
  std::printf("  a million deep, 1 bit: %ld ms\n", static_cast<long>(spent.count()));
  const Term* y = word(store, "y", 32);
  const Term* wide = store.trunc(x, 32);
  for (int i = 0; i < 1'000'000; ++i)
    wide = i % 2 == 0 ? store.add(wide, store.shl(wide, y)) : store.bxor(wide, y);
  spent = time_of(core, store.eq(wide, y), milliseconds(500), answer);
  EXPECT_LT(spent, milliseconds(500) + kLate);
  std::printf("  a million deep, 32 bits, limit 500 ms: %ld ms\n", static_cast<long>(spent.count()));
}

// Orders of words must not need an enumeration of their low bits, whatever the small solver decides first.
TEST(BitblastCore, contradicting_orders_are_easy) {
  expr::TermStore store;
  BitblastCore core(store);
  std::vector<const Term*> words, constraints;
  for (int i = 0; i < 8; ++i) words.push_back(word(store, ("w" + std::to_string(i)).c_str(), 32));
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    constraints.push_back(store.sle(words[i], words[i + 1]));
    for (size_t j = 0; j <= i; ++j)
      EXPECT_EQ(core.check(constraints, store.slt(words[i + 1], words[j]), {}, nullptr, nullptr),
                Answer::unsat);
  }
  EXPECT_EQ(core.statistics().hard_questions, 0u);
}

TEST(BitblastCore, floats_are_unknown_at_once) {
  expr::TermStore store;
  BitblastCore core(store);
  const Term* x = word(store, "x", 32);
  const Term* sum = store.fadd(x, store.constant(32, 0x3f800000));
  const Term* question = store.feq(sum, x);
  EXPECT_FALSE(core.supports(question));
  EXPECT_FALSE(core.supports(question));
  EXPECT_TRUE(core.supports(store.eq(x, store.one(32))));
  EXPECT_EQ(core.check({}, question, {}, nullptr, nullptr), Answer::unknown);
  const Term* constraints[] = {question};
  EXPECT_EQ(core.check(constraints, store.eq(x, store.one(32)), {}, nullptr, nullptr), Answer::unknown);
  EXPECT_EQ(core.statistics().unsupported, 2u);
  EXPECT_EQ(core.check({}, store.eq(x, store.one(32)), {}, nullptr, nullptr), Answer::sat);
}

TEST(BitblastCore, unsat_cores_name_few_constraints) {
  expr::TermStore store;
  BitblastCore core(store);
  std::vector<const Term*> constraints;
  const Term* a = store.array("a", 20);
  const auto byte = [&](uint64_t i) { return store.symbolic_byte(a, i); };
  for (uint64_t i = 0; i + 1 < 20; ++i) constraints.push_back(store.ult(byte(i), byte(i + 1)));
  std::vector<uint32_t> unsat_core;
  EXPECT_EQ(core.check(constraints, store.ult(byte(7), byte(5)), {}, nullptr, &unsat_core), Answer::unsat);
  EXPECT_EQ(unsat_core, (std::vector<uint32_t>{5, 6}));
  EXPECT_EQ(core.check(constraints, store.ult(byte(19), store.constant(8, 19)), {}, nullptr, &unsat_core),
            Answer::unsat);
  EXPECT_EQ(unsat_core.size(), 19u);
  EXPECT_EQ(core.check(constraints, store.bool_false(), {}, nullptr, &unsat_core), Answer::unsat);
  EXPECT_TRUE(unsat_core.empty());
}

// Long paths: older constraints become asserted, and siblings that lack them get other instances.
TEST(BitblastCore, long_paths_and_their_siblings) {
  expr::TermStore store;
  BitblastCore core(store);
  const Term* a = store.array("a", 200);
  const auto byte = [&](uint64_t i) { return store.symbolic_byte(a, i); };
  std::vector<const Term*> path;
  for (uint64_t i = 0; i < 150; ++i) {
    const Term* question = store.ule(byte(i), byte(i + 1));
    ASSERT_EQ(core.check(path, question, {}, nullptr, nullptr), Answer::sat);
    path.push_back(question);
    ASSERT_EQ(core.check(path, store.ult(byte(i + 1), byte(i / 2)), {}, nullptr, nullptr), Answer::unsat);
  }
  for (uint64_t i = 0; i < 150; i += 7) {
    std::vector<const Term*> sibling(path.begin(), path.begin() + static_cast<ptrdiff_t>(i));
    sibling.push_back(store.ult(byte(i + 1), byte(i)));
    Assignment model;
    ASSERT_EQ(core.check(sibling, store.eq(byte(0), store.zero(8)), {}, &model, nullptr),
              i == 0 ? Answer::unsat : Answer::sat);
    if (i == 0) continue;
    for (const Term* term : sibling) ASSERT_TRUE(expr::holds(store, term, model));
  }
  EXPECT_GT(core.statistics().constraints_promoted + core.statistics().instances_rebuilt, 0u);
}

// The same questions, in stores with different histories: same answers, same models, same statistics.
TEST(BitblastCore, is_deterministic) {
  const auto run = [](bool disturb) {
    auto store = std::make_unique<expr::TermStore>();
    std::vector<std::unique_ptr<int[]>> noise;
    BitblastCore core(*store);
    RandomTerms random(*store, 42);
    const Term* in = store->array("in", 100);
    for (uint64_t i = 0; i < 4; ++i) random.leaves.push_back(store->symbolic_byte(in, i));
    random.arrays = {in};
    std::string log;
    std::vector<const Term*> path;
    for (int i = 0; i < 150; ++i) {
      if (disturb) noise.push_back(std::make_unique<int[]>(17 * i + 1));
      const Term* question = random.boolean(3);
      Assignment model;
      std::vector<uint32_t> unsat_core;
      const Answer answer = core.check(path, question, {}, &model, &unsat_core);
      log += std::to_string(static_cast<int>(answer)) + ":";
      model.for_each([&](uint32_t, uint64_t cell, uint8_t value) {
        log += std::to_string(cell) + "=" + std::to_string(value) + ",";
      });
      for (uint32_t at : unsat_core) log += std::to_string(at) + " ";
      if (answer == Answer::sat) path.push_back(question);
      if (random.dice().below(5) == 0) path.clear();
    }
    log +=
        std::to_string(core.statistics().searches) + " " + std::to_string(core.statistics().instances_made);
    return log;
  };
  EXPECT_EQ(run(false), run(true));
}

}  // namespace
}  // namespace bonsai::solve
