// Concolic runs and seeds: the same paths as a symbolic exploration, one input after another; and paths that
// never end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

#include "explore/explore_test_util.h"

namespace bonsai::explore {
namespace {

using exec::Seed;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

using SeedList = std::vector<std::shared_ptr<const Seed>>;

std::shared_ptr<const Seed> seed(std::vector<std::pair<std::string, std::string>> inputs) {
  auto made = std::make_shared<Seed>();
  made->inputs = std::move(inputs);
  return made;
}

std::shared_ptr<const Seed> raw_seed(std::string bytes) {
  auto made = std::make_shared<Seed>();
  made->raw = std::move(bytes);
  made->is_raw = true;
  return made;
}

std::string bytes_of(int value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); }

int number(const report::Input& input) {
  int value = 0;
  std::memcpy(&value, input.bytes.data(), std::min(sizeof value, input.bytes.size()));
  return value;
}

Config concolic(const char* search = "dfs") {
  Config config;
  config.machine.concolic = true;
  config.search = *parse_search(search);
  return config;
}

// Nothing but rewriting and looking at all values of one byte: what needs more is unknown.
solve::Config weak_solver() {
  solve::Config config;
  config.repair = config.reuse = config.cache = false;
  config.work_per_query = 0;
  return config;
}

// What can be compared between runs that go through the paths in another order.
using Found = std::multiset<std::tuple<std::string, uint32_t, uint64_t>>;
Found errors_of(const Collector& found) {
  Found all;
  for (const report::Error& error : found.errors)
    all.emplace(error.kind, error.stack.empty() ? 0 : error.stack.front().line, error.count);
  return all;
}
std::multiset<std::pair<int, int>> endings_of(const Collector& found) {
  std::multiset<std::pair<int, int>> all;
  for (const report::Test& test : found.tests) all.emplace(int(test.ending), test.exit_status);
  return all;
}
std::multiset<std::vector<uint8_t>> tapes_of(const std::vector<report::Test>& tests) {
  std::multiset<std::vector<uint8_t>> all;
  for (const report::Test& test : tests) all.insert(test.tape);
  return all;
}

constexpr const char* mixed = R"(
#include <klee/klee.h>
static int table[4] = {3, 1, 4, 1};
static int way(unsigned char c) {
  switch (c) {
    case 0: case 1: return 1;
    case 7: return 2;
    case 200: return 3;
    default: if (c > 100) return 4; return 5;
  }
}
int main(void) {
  unsigned char a, b;
  int n;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n != 12);
  int sum = way(a);
  if (a > 100 && a < 50) sum = 1000;
  if (n * 3 == 36) return 99;
  if (b < 6) sum += 100 / (b - 3);
  if (n > 10) sum += table[n & 7];
  if (sum > 50) return 7;
  return way(b);
})";

constexpr const char* quiz = R"(
#include <klee/klee.h>
int main(void) {
  int x, i = 0, A[] = {5, 7, 9};
  klee_make_symbolic(&x, sizeof x, "x");
  while (i < 3) {
    if (A[i] == x) break;
    i++;
  }
  return i;
})";

TEST(Concolic, SamePathsAndErrorsAsSymbolic) {
  for (const char* source : {matcher, mixed, quiz}) {
    load::Loaded loaded = compile(source);
    Collector reference;
    Summary symbolic = explore(loaded.program, Config(), reference);
    ASSERT_TRUE(symbolic.exhaustive());
    for (const SearcherInfo& info : searchers()) {
      Config config = concolic();
      config.search = {&info};
      config.verify_replay = true;
      Collector found;
      Summary summary = explore(loaded.program, config, found);
      EXPECT_EQ(summary.fault, "") << info.name;
      EXPECT_TRUE(summary.exhaustive()) << info.name;
      EXPECT_EQ(summary.completed, symbolic.completed) << info.name;
      EXPECT_EQ(summary.errors, symbolic.errors) << info.name;
      EXPECT_EQ(errors_of(found), errors_of(reference)) << info.name;
      EXPECT_EQ(endings_of(found), endings_of(reference)) << info.name;
      // Every path but the first was checked, and found with an input of its own.
      EXPECT_EQ(summary.concolic.solved + 1, summary.paths()) << info.name;
      EXPECT_EQ(summary.concolic.fixed, 0u);
    }
  }
}

TEST(Concolic, SeveralWorkersFindTheSame) {
  load::Loaded loaded = compile(matcher);
  Collector reference;
  explore(loaded.program, concolic(), reference);
  for (const char* search : {"dfs", "generational", "random-path,covnew"}) {
    Config config = concolic(search);
    config.jobs = 3;
    config.checkpoint_seconds = 0.001;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(tapes_of(found.tests), tapes_of(reference.tests)) << search;
  }
}

TEST(Concolic, OneWorkerIsDeterministic) {
  load::Loaded loaded = compile(mixed);
  for (const char* search : {"dfs", "generational", "random-path,covnew"}) {
    Config config = concolic(search);
    config.seeds = {seed({{"a", "\x07"}}), raw_seed("\xc8\x02zzzz")};
    Collector first, second;
    explore(loaded.program, config, first);
    explore(loaded.program, config, second);
    ASSERT_GT(first.tests.size(), 10u);
    ASSERT_EQ(first.tests.size(), second.tests.size());
    for (size_t i = 0; i < first.tests.size(); ++i) {
      EXPECT_EQ(first.tests[i].inputs, second.tests[i].inputs) << search << " test " << i;
      EXPECT_EQ(first.tests[i].tape, second.tests[i].tape) << search << " test " << i;
    }
  }
}

// The last choice that can be changed is changed first.
TEST(Concolic, DepthFirstFromASeed) {
  load::Loaded loaded = compile(quiz);
  Config config = concolic("dfs");
  config.seeds = {seed({{"x", bytes_of(1)}})};
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  std::vector<int> inputs, statuses;
  for (const report::Test& test : found.tests) {
    inputs.push_back(number(test.inputs.at(0)));
    statuses.push_back(test.exit_status);
  }
  EXPECT_THAT(inputs, ElementsAre(1, 9, 7, 5));
  EXPECT_THAT(statuses, ElementsAre(3, 2, 1, 0));
  EXPECT_TRUE(summary.exhaustive());
  EXPECT_EQ(summary.concolic.solved, 3u);
}

TEST(Concolic, WaysThatNoInputGoesAreCounted) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  if ((a * b + b) % 2 == 1 && a % 2 == 1) return 1;
  return 0;
})");
  Collector found, plain;
  Summary summary = explore(loaded.program, concolic(), found);
  Summary symbolic = explore(loaded.program, Config(), plain);
  EXPECT_TRUE(summary.exhaustive());
  EXPECT_EQ(summary.completed, symbolic.completed);
  EXPECT_GT(summary.concolic.infeasible, 0u);
  EXPECT_EQ(endings_of(found), endings_of(plain));
  EXPECT_EQ(summary.silent, 0u);
}

// Two seeds that go both ways, and nobody is asked whether there is a way.
TEST(Concolic, SeedsPartWithoutTheSolver) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if ((unsigned)x * (unsigned)x * (unsigned)y > 12345) return 1;
  return 0;
})");
  for (bool is_concolic : {false, true}) {
    Config config;
    config.machine.concolic = is_concolic;
    config.seeds = {seed({{"x", bytes_of(100)}, {"y", bytes_of(2)}}), seed({{"x", bytes_of(3)}})};
    config.verify_replay = true;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_EQ(summary.fault, "");
    EXPECT_EQ(summary.solver.asked, 0u) << is_concolic;
    EXPECT_EQ(summary.completed, 2u);
    EXPECT_TRUE(summary.exhaustive());
    std::map<int, std::pair<int, int>> inputs;  // by what the path returns
    for (const report::Test& test : found.tests)
      inputs[test.exit_status] = {number(test.inputs.at(0)), number(test.inputs.at(1))};
    EXPECT_THAT(inputs, ElementsAre(Pair(0, Pair(3, 0)), Pair(1, Pair(100, 2))));
  }
}

// However many seeds, the paths are those that there are.
TEST(Concolic, SeedsChangeNoPaths) {
  load::Loaded loaded = compile(mixed);
  Collector reference;
  Summary whole = explore(loaded.program, Config(), reference);
  for (bool is_concolic : {false, true}) {
    Config config = concolic("generational");
    config.machine.concolic = is_concolic;
    for (int i = 0; i < 40; ++i)
      config.seeds.push_back(raw_seed({char(i * 7), char(i * 11), char(i), 0, 0, 0}));
    auto random = std::make_shared<Seed>();
    random->random = 5;
    config.seeds.push_back(random);
    config.verify_replay = true;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_EQ(summary.fault, "");
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(summary.completed, whole.completed);
    EXPECT_EQ(errors_of(found), errors_of(reference));
    EXPECT_EQ(endings_of(found), endings_of(reference));
  }
}

TEST(Concolic, RawSeedsFillInputsOneAfterAnother) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char a[2], b[3];
  klee_make_symbolic(a, 2, "a");
  klee_make_symbolic(b, 3, "b");
  return 0;
})");
  Config config = concolic();
  config.seeds = {raw_seed("wxyz")};
  Collector found;
  explore(loaded.program, config, found);
  ASSERT_EQ(found.tests.size(), 1u);
  EXPECT_THAT(found.tests[0].inputs,
              ElementsAre(report::Input{"a", {'w', 'x'}}, report::Input{"b", {'y', 'z', 0}}));
}

constexpr const char* product = R"(
#include <klee/klee.h>
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_assume(a * b == 143);
  if (a > b) return 1;
  return 0;
})";

// What an assumption excludes is changed so that it holds.
TEST(Concolic, SeedsAreRepaired) {
  load::Loaded loaded = compile(product);
  for (const SeedList& seeds :
       {SeedList{seed({{"a", "\x01"}})},
        SeedList{seed({{"a", "\x0b"}, {"b", "\x0d"}}), seed({{"a", "\x02"}, {"b", "\x02"}})}}) {
    Config config = concolic();
    config.seeds = seeds;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(summary.completed, 2u);
    EXPECT_EQ(summary.concolic.seeds_dropped, 0u);
    for (const report::Test& test : found.tests)
      EXPECT_EQ(number(test.inputs.at(0)) * number(test.inputs.at(1)), 143);
  }
}

// Or, where the solver does not know how, it is dropped and counted; the others go on.
TEST(Concolic, SeedsThatCannotBeRepairedAreCounted) {
  load::Loaded loaded = compile(product);
  Config config = concolic();
  config.solver = weak_solver();
  config.seeds = {seed({{"a", "\x0b"}, {"b", "\x0d"}}), seed({{"a", "\x02"}, {"b", "\x02"}}),
                  seed({{"a", "\x0d"}, {"b", "\x0b"}})};
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_EQ(summary.concolic.seeds_dropped, 1u);
  EXPECT_EQ(summary.completed, 2u);
  for (const report::Test& test : found.tests)
    EXPECT_EQ(number(test.inputs.at(0)) * number(test.inputs.at(1)), 143);
}

// The first seed does not hold, and the solver does not know how to change it: the path goes on with one that
// does.
TEST(Concolic, AnotherSeedTakesOver) {
  load::Loaded loaded = compile(product);
  Config config = concolic();
  config.solver = weak_solver();
  config.seeds = {seed({{"a", "\x02"}, {"b", "\x02"}}), seed({{"a", "\x0b"}, {"b", "\x0d"}})};
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_EQ(summary.concolic.seeds_dropped, 1u);
  EXPECT_EQ(summary.completed, 1u);
  for (const report::Test& test : found.tests)
    EXPECT_EQ(number(test.inputs.at(0)) * number(test.inputs.at(1)), 143);
}

// A seed that goes another way while paths may not part stays behind: what it would do later is no path here.
TEST(Concolic, SeedsThatMayNotPartDoNotComeBack) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  klee_set_forking(0);
  int status = 0;
  if (x > 10) status = 10;
  klee_set_forking(1);
  if (y > 10) status += 1;
  return status;
})");
  Config config = concolic();
  config.seeds = {seed({{"x", "\x01"}, {"y", "\x01"}}), seed({{"x", "\x20"}, {"y", "\x20"}})};
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_EQ(summary.fault, "");
  ASSERT_EQ(found.tests.size(), 2u);
  for (const report::Test& test : found.tests) {
    EXPECT_EQ(test.exit_status >= 10, number(test.inputs.at(0)) > 10);
    EXPECT_EQ(test.exit_status % 10 == 1, number(test.inputs.at(1)) > 10);
  }
}

// The hash is not inverted: its word keeps its value, and the path says so when it is replayed.
TEST(Concolic, WordsAreFixedWhereTheSolverGivesUp) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  unsigned char z = y * y * 7 + y / 3 + 3;
  if (x == z) {
    if (y > 100) return 2;
    return 1;
  }
  return 0;
})");
  Config config = concolic();
  config.solver = weak_solver();
  config.seeds = {seed({{"x", "\x16"}, {"y", "\x07"}})};
  config.verify_replay = true;
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_EQ(summary.fault, "");
  EXPECT_EQ(summary.concolic.fixed, 1u);
  EXPECT_EQ(summary.concolic.words_fixed, 1u);
  EXPECT_FALSE(summary.exhaustive());  // with y fixed, the other side of y > 100 is lost
  EXPECT_EQ(summary.ledger.count(base::Reason::fixed_words), 1u);
  ASSERT_EQ(found.tests.size(), 2u);
  EXPECT_EQ(found.tests[0].exit_status, 0);
  EXPECT_EQ(found.tests[1].exit_status, 1);
  EXPECT_EQ(number(found.tests[1].inputs.at(1)), 7);
  EXPECT_EQ(number(found.tests[1].inputs.at(0)), (7 * 7 * 7 + 7 / 3 + 3) & 255);
}

// One instruction that asks several times: what was fixed at its first question is not read as an answer to
// the next, by the paths that part from it later.
TEST(Concolic, WordsThatWereFixedWithinASwitch) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  unsigned char z = y * y * 7 + y / 3 + x;
  switch (z) {
    case 0: return 1;
    case 17: return 2;
    case 40: return 3;
    case 99: return 4;
    default: return 5;
  }
})");
  for (const char* search : {"dfs", "bfs"}) {
    Config config = concolic(search);
    config.solver = weak_solver();
    config.verify_replay = true;
    config.seconds = 30;
    config.max_paths = 20;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_EQ(summary.fault, "");
    EXPECT_EQ(summary.stopped_by, "");
    EXPECT_GT(summary.concolic.fixed, 0u);
    std::vector<int> statuses;
    for (const report::Test& test : found.tests) statuses.push_back(test.exit_status);
    EXPECT_THAT(statuses, UnorderedElementsAre(1, 2, 3, 4, 5)) << search;
  }
}

TEST(Concolic, ForksBeyondTheDepthAreGivenUp) {
  load::Loaded loaded = compile(matcher);
  Config config = concolic();
  config.machine.max_depth = 2;
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_GT(summary.given_up, 0u);
  EXPECT_LE(summary.completed, 4u);
  EXPECT_FALSE(summary.exhaustive());
}

// --- put away and resumed

struct Disk : Collector {
  bool checkpoint(const Checkpoint& checkpoint) override {
    from = Resumption();
    for (const std::shared_ptr<const Job>& job : checkpoint.jobs) from.jobs.push_back(*job);
    from.counts = checkpoint.summary;
    from.tests = tests.size();
    from.errors = errors;
    from.covered = checkpoint.covered;
    return true;
  }
  Resumption from;
};

TEST(ConcolicResume, InPiecesOfAFewPaths) {
  load::Loaded loaded = compile(matcher);
  SeedList seeds;
  for (const char* text : {"abc", "*", "a*c", "???", "zz", "*c?"}) seeds.push_back(seed({{"pattern", text}}));
  for (const char* search : {"dfs", "generational", "random-path,covnew"})
    for (bool with_seeds : {false, true}) {
      Config config = concolic(search);
      if (with_seeds) config.seeds = seeds;
      Collector whole;
      Summary expected = explore(loaded.program, config, whole);
      ASSERT_TRUE(expected.exhaustive());
      ASSERT_GT(expected.completed, 100u);
      config.max_paths = 3;
      Disk disk;
      Summary summary = explore(loaded.program, config, disk);
      int sessions = 1;
      while (!disk.from.jobs.empty()) {
        EXPECT_EQ(summary.stopped_by, "paths");
        Resumption from = disk.from;
        config.max_paths = 13;
        summary = explore(loaded.program, config, disk, &from);
        ASSERT_LT(++sessions, 300);
      }
      EXPECT_GT(sessions, 10);
      EXPECT_EQ(summary.fault, "");
      EXPECT_TRUE(summary.exhaustive());
      EXPECT_EQ(summary.completed, expected.completed) << search;
      EXPECT_EQ(tapes_of(disk.tests), tapes_of(whole.tests)) << search;
      EXPECT_EQ(summary.concolic.solved, expected.concolic.solved) << search;
      EXPECT_EQ(summary.concolic.infeasible, expected.concolic.infeasible) << search;
    }
}

TEST(ConcolicResume, StatesThatWerePutAwayComeBack) {
  std::string longer = matcher;
  longer.replace(longer.find("pattern[5]"), 10, "pattern[7]")
      .replace(longer.find("pattern[4] = 0"), 14, "pattern[6] = 0");
  load::Loaded loaded = compile(longer);
  Collector whole;
  Summary expected = explore(loaded.program, concolic(), whole);
  uint64_t put_away = 0;
  for (const char* search : {"dfs", "bfs", "generational"}) {
    Config config = concolic(search);
    config.memory = 1;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    put_away += summary.put_away;
    EXPECT_EQ(summary.fault, "");
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(summary.completed, expected.completed) << search;
    EXPECT_EQ(tapes_of(found.tests), tapes_of(whole.tests)) << search;
  }
  EXPECT_GT(put_away, 0u);
}

// Paths that are not checked, and seeds with what they have become.
TEST(ConcolicJob, ComesBackAsItWas) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char a, b[2];
  klee_make_symbolic(&a, 1, "a");
  if (a > 9) return 1;
  klee_make_symbolic(b, 2, "b");
  if (b[0] == 'k' && b[1] == 3) return 2;
  for (volatile int i = 0; i < 10000; i++) {}
  return 0;
})");
  expr::TermStore terms, other_terms;
  solve::Chain chain(terms, {}), other_chain(other_terms, {});
  exec::Config config;
  config.concolic = true;
  exec::Machine machine(loaded.program, chain, config), other(loaded.program, other_chain, config);
  auto random = std::make_shared<Seed>();
  random->random = 77;
  random->inputs = {{"a", "\x05"}, {"b", std::string("k\0", 2)}};
  std::vector<std::unique_ptr<exec::Path>> paths;
  paths.push_back(
      machine.initial_state({raw_seed(std::string("\x01\x02\xff\0", 4)), seed({{"a", "\x63"}}), random}));
  EXPECT_EQ(machine.run(*paths[0], 2000).kind, exec::Outcome::Kind::yielded);
  for (std::unique_ptr<exec::Path>& each : machine.take_forked()) paths.push_back(std::move(each));
  // The first goes on in its loop, with one seed; a > 9 and b[0] == 'k' have a seed each; nobody asked about
  // any of it.
  ASSERT_EQ(paths.size(), 3u);
  EXPECT_EQ(chain.statistics().asked, 0u);
  EXPECT_EQ(machine.run(*paths[2], 2000).kind, exec::Outcome::Kind::yielded);
  for (std::unique_ptr<exec::Path>& each : machine.take_forked()) paths.push_back(std::move(each));
  ASSERT_EQ(paths.size(), 4u);
  EXPECT_TRUE(paths[3]->unchecked);
  EXPECT_FALSE(paths[3]->seeds);

  std::vector<exec::Path*> all;
  for (const auto& each : paths) all.push_back(each.get());
  auto again = unpack(other, pack(terms, all));
  ASSERT_TRUE(again);
  EXPECT_EQ(other.fault(), "");
  ASSERT_EQ(again->size(), all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    auto it = std::find_if(again->begin(), again->end(), [&](const std::unique_ptr<exec::Path>& each) {
      return state::tape_of(*each->node) == state::tape_of(*all[i]->node);
    });
    ASSERT_NE(it, again->end());
    const exec::Path &was = *all[i], &is = **it;
    EXPECT_EQ(is.unchecked, was.unchecked) << i;
    ASSERT_EQ(is.seeds != nullptr, was.seeds != nullptr) << i;
    if (!was.seeds) continue;
    ASSERT_EQ(is.seeds->size(), was.seeds->size()) << i;
    for (size_t j = 0; j < was.seeds->size(); ++j) {
      const exec::SeedOnPath &before = (*was.seeds)[j], &after = (*is.seeds)[j];
      EXPECT_EQ(after.seed->inputs, before.seed->inputs);
      EXPECT_EQ(after.seed->raw, before.seed->raw);
      EXPECT_EQ(after.seed->is_raw, before.seed->is_raw);
      EXPECT_EQ(after.seed->random, before.seed->random);
      EXPECT_EQ(after.used, before.used);
      for (const auto& [name, size] : {std::pair("a", 1u), std::pair("b", 2u)})
        for (uint64_t cell = 0; cell < size; ++cell)
          EXPECT_EQ(after.model->get(other_terms.array(name, size), cell),
                    before.model->get(terms.array(name, size), cell))
              << i << name << cell;
    }
  }
}

// --- paths that do not end

constexpr const char* waits = R"(
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  while (x == 3) {}
  return 1;
})";

TEST(Endless, ALoopWithoutEndIsAnError) {
  load::Loaded loaded = compile(waits);
  for (bool is_concolic : {false, true})
    for (const char* search : {"dfs", "bfs", "generational"}) {
      Config config = concolic(search);
      config.machine.concolic = is_concolic;
      config.check_endless = true;
      config.seconds = 60;
      Collector found;
      Summary summary = explore(loaded.program, config, found);
      EXPECT_EQ(summary.stopped_by, "") << search;
      EXPECT_EQ(summary.completed, 1u);
      EXPECT_EQ(summary.errors, 1u);
      EXPECT_EQ(summary.given_up, 0u);
      EXPECT_EQ(summary.fault, "");
      ASSERT_EQ(found.errors.size(), 1u);
      EXPECT_EQ(found.errors[0].kind, "endless-loop");
      EXPECT_THAT(found.errors[0].message, HasSubstr("never ends"));
      EXPECT_EQ(found.errors[0].stack.at(0).line, 6u);
      const report::Test& test = found.tests.at(found.errors[0].test - 1);
      EXPECT_EQ(test.ending, report::Ending::error);
      EXPECT_EQ(number(test.inputs.at(0)), 3);
    }
}

// Calls within the loop, and a state that recurs only after several laps.
TEST(Endless, AStateThatRecursLater) {
  load::Loaded loaded = compile(R"(
static unsigned char ring[8] = {1, 0, 1, 1, 0, 0, 1, 0};
static unsigned at;
static int next(void) { at = (at + 3) % 8; return ring[at]; }
int main(void) {
  unsigned spins = 0;
  while (next() < 2) spins ^= 1;
  return (int)spins;
})");
  Config config;
  config.check_endless = true;
  config.seconds = 60;
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_EQ(summary.stopped_by, "");
  ASSERT_EQ(found.errors.size(), 1u);
  EXPECT_EQ(found.errors[0].kind, "endless-loop");
  EXPECT_EQ(found.errors[0].stack.at(0).function, "main");
}

TEST(Endless, LoopsThatEndAreNotReported) {
  for (const char* source : {// Long, and it counts.
                             R"(
int main(void) {
  volatile unsigned n = 0;
  while (n < 300000) n++;
  return 4;
})",
                             // The same state of its numbers again and again, but for one that is far away.
                             R"(
#include <stdlib.h>
int main(void) {
  unsigned *far = calloc(70000, sizeof *far);
  volatile unsigned char lap = 0;
  while (far[69999] < 100000) { lap ^= 1; far[69999]++; }
  return 4;
})"}) {
    load::Loaded loaded = compile(source);
    Config config;
    config.check_endless = true;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_EQ(errors_of(found), Found()) << source;
    EXPECT_EQ(summary.completed, 1u) << source;
    EXPECT_EQ(summary.exit_status, 4) << source;
    EXPECT_TRUE(summary.exhaustive()) << source;
  }
}

// All states of this one have the same sum of places and values, and it ends.
TEST(Endless, StatesThatLookAlikeAreNotTheSame) {
  load::Loaded loaded = compile(R"(
static unsigned char cells[256] = {250};
__attribute__((noinline)) static int step(void) {
  int p = 0;
  while (!cells[p]) p++;
  unsigned char value = cells[p];
  cells[p] = 0;
  if (value == 1) return 1;
  cells[p + 1] = value - 1;
  return 0;
}
int main(void) {
  while (!step()) {}
  return 4;
})");
  Config config;
  config.check_endless = true;
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_EQ(errors_of(found), Found());
  EXPECT_EQ(summary.completed, 1u);
  EXPECT_EQ(summary.exit_status, 4);
}

// Bytes of seeds that no input takes are named; that a number is sign-extended is no loss.
TEST(Seeds, WhatIsCutIsSaid) {
  load::Loaded fuzz =
      compile("int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return n; }");
  Config config;
  config.machine.entry = fuzz.start;
  config.machine.fuzz_size = 4;
  for (const char* raw : {"four", "seven b", "five5"}) {
    exec::Seed seed;
    seed.is_raw = true;
    seed.raw = raw;
    config.seeds.push_back(std::make_shared<exec::Seed>(seed));
  }
  Collector cut;
  EXPECT_THAT(
      explore(fuzz.program, config, cut).warnings,
      testing::ElementsAre("2 seeds are cut: the longest has 7 bytes for the input data, which has 4; "
                           "--fuzz-size 7 takes all of them"));
  load::Loaded loaded = compile(R"(
int bonsai_int(const char *);
int main(void) { return bonsai_int("x"); })");
  const std::string minus(8, '\xff');
  for (const auto& [bytes, count] : {std::pair<std::string, size_t>(minus, 0), {"hello", 1}}) {
    Config one;
    exec::Seed seed;
    seed.inputs.emplace_back("x", bytes);
    one.seeds.push_back(std::make_shared<exec::Seed>(seed));
    Collector found;
    EXPECT_EQ(explore(loaded.program, one, found).warnings.size(), count) << bytes;
  }
}

// Who prints, or counts, for ever is no such error: only a limit ends it.
TEST(Endless, WhatGoesOnIsNotAnError) {
  for (const char* body : {"putchar('x');", "n++;"}) {
    load::Loaded loaded =
        compile(std::string("#include <stdio.h>\nint main(void) { unsigned long n = 0; for (;;) { ") + body +
                " } return (int)n; }");
    Config config;
    config.check_endless = true;
    config.max_run = 300'000;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_EQ(errors_of(found), Found()) << body;
    EXPECT_EQ(summary.given_up, 1u) << body;
  }
}

TEST(MaxRun, GivesAPathUp) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  unsigned long n = 0;
  klee_make_symbolic(&c, 1, "c");
  if (c == 1) for (;;) n++;
  if (c > 7) return 1;
  return 0;
})");
  for (bool is_concolic : {false, true}) {
    Config config = concolic("dfs");
    config.machine.concolic = is_concolic;
    config.max_run = 2'000'000;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_EQ(summary.stopped_by, "");
    EXPECT_EQ(summary.completed, 2u);
    EXPECT_EQ(summary.given_up, 1u);
    EXPECT_FALSE(summary.exhaustive());
    EXPECT_EQ(summary.ledger.count(base::Reason::length), 1u);
    EXPECT_LT(summary.instructions, 10'000'000u);
    size_t given_up = 0;
    for (const report::Test& test : found.tests)
      if (test.ending == report::Ending::given_up) {
        ++given_up;
        EXPECT_EQ(number(test.inputs.at(0)), 1);
        EXPECT_GT(test.instructions, 2'000'000u);
        EXPECT_THAT(test.reason, HasSubstr("--max-run"));
      }
    EXPECT_EQ(given_up, 1u);
  }
}

}  // namespace
}  // namespace bonsai::explore
