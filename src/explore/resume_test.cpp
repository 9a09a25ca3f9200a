// A run that was cut, put away or spread over workers comes to the same paths as one that was not.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>

#include "base/hash.h"
#include "exec/replay.h"
#include "explore/explore_test_util.h"
#include "explore/pieces.h"

namespace bonsai::explore {
namespace {

// Keeps the last checkpoint, and what was told before it: what a crash leaves behind.
struct Disk : Collector {
  bool test(const report::Test& test) override {
    pending.push_back(test);
    return true;
  }
  bool checkpoint(const Checkpoint& checkpoint) override {
    tests.insert(tests.end(), pending.begin(), pending.end());
    pending.clear();
    from = Resumption();
    for (const std::shared_ptr<const Job>& job : checkpoint.jobs) from.jobs.push_back(*job);
    from.counts = checkpoint.summary;
    from.tests = tests.size();
    from.errors = errors;
    from.covered = checkpoint.covered;
    ++checkpoints;
    return true;
  }
  // The power goes: what was not in a checkpoint is gone.
  void crash() { pending.clear(); }

  std::vector<report::Test> pending;
  Resumption from;
  int checkpoints = 0;
};

// The paths of the matcher, by their tapes: its decisions are all branches, so that a path has one tape.
std::multiset<std::vector<uint8_t>> paths_of(const std::vector<report::Test>& tests) {
  std::multiset<std::vector<uint8_t>> tapes;
  for (const report::Test& test : tests) tapes.insert(test.tape);
  return tapes;
}

class Resume : public testing::Test {
 protected:
  void SetUp() override {
    Summary summary = explore(loaded_.program, Config(), whole_);
    ASSERT_TRUE(summary.exhaustive());
    expected_ = paths_of(whole_.tests);
    ASSERT_GT(expected_.size(), 100u);
  }
  void expect_whole(const Disk& disk, const Summary& summary) {
    EXPECT_EQ(summary.fault, "");
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(summary.completed, expected_.size());
    EXPECT_EQ(paths_of(disk.tests), expected_);
    for (size_t i = 0; i < disk.tests.size(); ++i) EXPECT_EQ(disk.tests[i].id, i + 1);
  }

  load::Loaded loaded_ = compile(matcher);
  Disk whole_;
  std::multiset<std::vector<uint8_t>> expected_;
};

TEST_F(Resume, InPiecesOfAFewPaths) {
  for (const char* search : {"dfs", "bfs", "random-path,covnew", "md2u"}) {
    Config config;
    config.search = *parse_search(search);
    Disk disk;
    config.max_paths = 7;
    Summary summary = explore(loaded_.program, config, disk);
    int sessions = 1;
    while (!disk.from.jobs.empty()) {
      EXPECT_EQ(summary.stopped_by, "paths");
      EXPECT_FALSE(summary.exhaustive());
      Resumption from = disk.from;
      summary = explore(loaded_.program, config, disk, &from);
      ASSERT_LT(++sessions, 100);
    }
    EXPECT_GT(sessions, 10);
    expect_whole(disk, summary);
  }
}

// A listener that says stop at a random moment, and loses what the last checkpoint did not have.
TEST_F(Resume, AfterCrashesAtAnyMoment) {
  std::mt19937_64 random(5);
  struct Crashing : Disk {
    bool test(const report::Test& test) override {
      if (is_dead) return true;
      is_dead = left-- == 0;
      return Disk::test(test);
    }
    bool checkpoint(const Checkpoint& checkpoint) override { return is_dead || Disk::checkpoint(checkpoint); }
    bool stop() override { return is_dead; }
    uint64_t left = 0;
    bool is_dead = false;
  };
  for (int round = 0; round < 20; ++round) {
    Config config;
    config.jobs = 1 + unsigned(round) % 3;
    config.search = {&searchers()[size_t(round) % searchers().size()]};
    config.checkpoint_seconds = 0.0001;
    Crashing disk;
    disk.from.jobs = {{0, 1, ""}};
    Summary summary;
    for (int session = 0; session < 1000 && !disk.from.jobs.empty(); ++session) {
      disk.left = random() % 200;
      disk.is_dead = false;
      Resumption from = disk.from;
      summary = explore(loaded_.program, config, disk, &from);
      if (disk.is_dead) disk.crash();
    }
    expect_whole(disk, summary);
  }
}

// Instructions that take long, with forks around and inside them: whole blocks, arrays, and a term for each
// byte.
constexpr const char* long_instructions = R"(
#include <klee/klee.h>
#include <string.h>
enum { size = 1 << 19 };
static char a[size], b[size], d[size];
int main(void) {
  unsigned char c[4];
  klee_make_symbolic(c, sizeof c, "c");
  int n = 0;
  if (c[0] > 9) memset(a, c[1], size), n++;
  if (a[5] > 7) memcpy(b, a, size), n++;
  d[c[2] * 2048u] = c[3];
  if (d[4096] == 3) memset(b, 1, size), n++;
  return n;
})";

// Stops at moments that differ from session to session, most of them within an instruction.
TEST(StoppedInside, ComesToTheSamePaths) {
  load::Loaded loaded = compile(long_instructions);
  Disk whole;
  Summary summary = explore(loaded.program, Config(), whole);
  ASSERT_TRUE(summary.exhaustive());
  struct Impatient : Disk {
    bool stop() override { return std::chrono::steady_clock::now() > end; }
    std::chrono::steady_clock::time_point end;
  };
  for (unsigned jobs : {1u, 2u}) {
    Config config;
    config.jobs = jobs;
    Impatient disk;
    disk.from.jobs = {{0, 1, ""}};
    // Each session has a little more time, so that in the end the longest instruction is executed.
    for (int session = 1; session < 1000 && !disk.from.jobs.empty(); ++session) {
      disk.end = std::chrono::steady_clock::now() + std::chrono::milliseconds(10 * session);
      Resumption from = disk.from;
      summary = explore(loaded.program, config, disk, &from);
      EXPECT_EQ(summary.fault, "");
    }
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(summary.completed, whole.tests.size());
    EXPECT_EQ(paths_of(disk.tests), paths_of(whole.tests));
  }
}

// What a checkpoint has of paths that did not move stays as it was, but for those that are struck out.
TEST_F(Resume, PiecesStayAsTheyAre) {
  expr::TermStore terms;
  solve::Chain chain(terms, {});
  exec::Machine machine(loaded_.program, chain, {});
  std::vector<std::unique_ptr<exec::Path>> paths;
  paths.push_back(machine.initial_state());
  auto run_first = [&] {
    machine.run(*paths.front(), 1'000'000);  // to its end
    paths.erase(paths.begin());
    for (std::unique_ptr<exec::Path>& each : machine.take_forked()) paths.push_back(std::move(each));
  };
  while (paths.size() < 6) run_first();
  Pieces pieces;
  uint64_t ids = 0;
  auto update = [&] {
    std::vector<exec::Path*> all;
    for (const std::unique_ptr<exec::Path>& each : paths) all.push_back(each.get());
    return pieces.update(terms, all, [&] { return ++ids; });
  };
  std::vector<std::shared_ptr<const Job>> first = update();
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0]->states, paths.size());
  EXPECT_EQ(update(), first) << "nothing has changed";
  size_t left = paths.size() - 1;
  pieces.remove(*paths.front());
  run_first();
  for (std::unique_ptr<exec::Path>& each : paths)
    if (&each - paths.data() >= ptrdiff_t(left)) each->standing.piece = 0;  // as a worker does
  std::vector<std::shared_ptr<const Job>> second = update();
  ASSERT_EQ(second.size(), paths.size() > left ? 2u : 1u);
  EXPECT_EQ(second[0]->id, first[0]->id);
  EXPECT_EQ(second[0]->bytes, first[0]->bytes);
  EXPECT_EQ(second[0]->states, left);
  Job struck = *second[0];
  ASSERT_TRUE(strike(struck));
  std::optional<std::vector<std::unique_ptr<exec::Path>>> back = unpack(machine, struck.bytes);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), left);
  for (size_t i = 0; i < left; ++i)
    EXPECT_EQ(state::tape_of(*(*back)[i]->node), state::tape_of(*paths[i]->node));
  // When most of a piece has gone, the rest is packed anew.
  while (left > first[0]->states / 4 && left > 1) {
    pieces.remove(*paths.front());
    paths.erase(paths.begin());
    --left;
  }
  for (const std::shared_ptr<const Job>& job : update())
    if (job->id == first[0]->id) EXPECT_GE(4 * job->states, first[0]->states);
}

TEST_F(Resume, DamagedMarksAreNoticed) {
  Disk disk;
  Config config;
  config.search = *parse_search("bfs");
  config.max_paths = 5;
  explore(loaded_.program, config, disk);
  ASSERT_FALSE(disk.from.jobs.empty());
  Job job = disk.from.jobs.front();
  ASSERT_TRUE(strike(job));
  uint64_t states = job.states;
  ASSERT_GT(states, 1u);
  std::string one(states / 8 + 1, 0);
  one[0] = 1;
  job.struck_out = one;
  EXPECT_FALSE(strike(job)) << "one is struck out, and yet all are said to be there";
  job.states = states - 1;
  EXPECT_EQ(halve(job).size(), 2u);
  EXPECT_TRUE(strike(job));
  EXPECT_TRUE(job.struck_out.empty());
  job.struck_out = "";
  job.bytes.back() ^= 1;
  job.struck_out = one;
  EXPECT_FALSE(strike(job)) << "damaged bytes";
}

TEST_F(Resume, WorkersShareTheTree) {
  for (unsigned jobs : {2u, 5u})
    for (const char* search : {"dfs", "bfs", "random-path,covnew"}) {
      Config config;
      config.jobs = jobs;
      config.search = *parse_search(search);
      config.checkpoint_seconds = 0.001;
      Disk disk;
      expect_whole(disk, explore(loaded_.program, config, disk));
    }
}

// A program with one path: the other workers wait, through many checkpoints.
TEST(Workers, WaitWithoutEverHavingWork) {
  load::Loaded loaded =
      compile("int main(void) { for (volatile int i = 0; i < 45000000; i++) {} return 3; }");
  Config config;
  config.jobs = 3;
  config.batch = 10000;
  config.checkpoint_seconds = 0.00001;
  Disk disk;
  Summary summary = explore(loaded.program, config, disk);
  EXPECT_EQ(summary.completed, 1u);
  EXPECT_EQ(summary.exit_status, 3);
  EXPECT_GT(disk.checkpoints, 16);  // how many there are depends on the machine
}

// So little memory that states are put away all the time.
TEST_F(Resume, StatesThatWerePutAwayComeBack) {
  uint64_t put_away = 0;
  // Long enough that somebody looks at the memory meanwhile.
  std::string longer = matcher;
  longer.replace(longer.find("pattern[5]"), 10, "pattern[7]")
      .replace(longer.find("pattern[4] = 0"), 14, "pattern[6] = 0");
  load::Loaded loaded = compile(longer);
  Disk whole;
  ASSERT_TRUE(explore(loaded.program, Config(), whole).exhaustive());
  expected_ = paths_of(whole.tests);
  for (unsigned jobs : {1u, 2u})
    for (const char* search : {"bfs", "random-path,covnew", "random-state", "dfs"}) {
      Config config;
      config.jobs = jobs;
      config.search = *parse_search(search);
      config.memory = 1;
      Disk disk;
      Summary summary = explore(loaded.program, config, disk);
      put_away += summary.put_away;
      expect_whole(disk, summary);
    }
  EXPECT_GT(put_away, 0u);
}

// Time runs out in the middle of questions: their paths begin the instruction again.
TEST_F(Resume, InPiecesOfMilliseconds) {
  Config config;
  config.seconds = 0.002;
  config.solver.reuse = config.solver.repair = config.solver.ranges = false;  // more questions for the core
  Disk disk;
  disk.from.jobs = {{0, 1, ""}};
  Summary summary;
  for (int session = 0; session < 20000 && !disk.from.jobs.empty(); ++session) {
    Resumption from = disk.from;
    summary = explore(loaded_.program, config, disk, &from);
    config.seconds *= 1.05;  // however slow the machine is, it ends
  }
  EXPECT_EQ(summary.given_up, 0u);
  expect_whole(disk, summary);
}

TEST_F(Resume, TestsOfPathsThatAreNotFinished) {
  Config config;
  config.max_paths = 20;
  config.search = *parse_search("bfs");
  config.finish = Finish::dump;
  Disk disk;
  Summary summary = explore(loaded_.program, config, disk);
  size_t unfinished = 0;
  for (const report::Test& test : disk.tests) unfinished += test.ending == report::Ending::unfinished;
  EXPECT_EQ(unfinished, summary.live);
  EXPECT_GT(unfinished, 5u);
  config.finish = Finish::fresh;
  Disk fresh;
  explore(loaded_.program, config, fresh);
  size_t some = 0;
  for (const report::Test& test : fresh.tests) some += test.ending == report::Ending::unfinished;
  EXPECT_LT(some, unfinished);
}

// States come back as they were, together as well as one by one.
TEST(Job, PathsComeBackAsTheyWere) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
#include <stdlib.h>
static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static int twice(int x) { return x > 10 ? x * 2 : x + 1; }
static int first(unsigned char c) {
  switch (c) {
    case 0: case 1: return 1;
    case 7: return 2;
    case 200: return 3;
    default: return table[c & 7];
  }
}
int main(void) {
  unsigned char in[4];
  klee_make_symbolic(in, sizeof in, "in");
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += first(in[i]) + twice(in[i]);
  char *block = malloc(1 + (in[1] & 3));
  if (!block) return 9;
  block[0] = in[2];
  int *p = in[0] > 100 ? &table[1] : &table[2];
  sum += *p + block[0];
  table[in[3] & 7] = 5;
  free(block);
  return table[3] + sum > 12;
})");
  expr::TermStore terms, other_terms;
  solve::Chain chain(terms, {}), other_chain(other_terms, {});
  exec::Config config;
  config.yield_on_fork = true;
  exec::Machine machine(loaded.program, chain, config), other(loaded.program, other_chain, config);
  std::vector<std::unique_ptr<exec::Path>> paths;
  paths.push_back(machine.initial_state());
  for (int turn = 0; turn < 60; ++turn) {
    std::unique_ptr<exec::Path> path = std::move(paths.front());
    paths.erase(paths.begin());
    exec::Outcome outcome = machine.run(*path, 1000);
    for (auto& each : machine.take_forked()) paths.push_back(std::move(each));
    if (outcome.kind == exec::Outcome::Kind::yielded) paths.push_back(std::move(path));
  }
  ASSERT_GT(paths.size(), 20u);
  std::vector<exec::Path*> all;
  for (const auto& each : paths) {
    each->standing.core_queries = each->id;
    all.push_back(each.get());
  }
  std::string bytes = pack(terms, all);
  uint64_t asked = other_chain.statistics().asked;
  auto again = unpack(other, bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(other_chain.statistics().asked, asked) << "bringing back asks nothing";
  EXPECT_EQ(other.fault(), "");
  ASSERT_EQ(again->size(), all.size());
  for (const std::unique_ptr<exec::Path>& path : *again) {
    auto it = std::find_if(all.begin(), all.end(), [&](const exec::Path* each) {
      return each->standing.core_queries == path->standing.core_queries;
    });
    ASSERT_NE(it, all.end());
    // A path that parted and did not run yet stands before its last decision, in both.
    if ((*it)->replayed.is_over()) EXPECT_EQ(describe_parts(*path), describe_parts(**it));
    EXPECT_EQ(state::tape_of(*path->node), state::tape_of(*(*it)->node));
  }
  for (size_t i = 0; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] = char(damaged[i] + 1);
    EXPECT_FALSE(unpack(other, damaged)) << i;
  }
}

// Whoever writes a database can write the hashes as well: what is read must bear anything.
TEST_F(Resume, JobsThatSomebodyElseMade) {
  Config config;
  config.max_paths = 20;
  Disk disk;
  explore(loaded_.program, config, disk);
  ASSERT_FALSE(disk.from.jobs.empty());
  std::mt19937 random(1);
  config.max_paths = 0;
  config.max_instructions = 200'000;
  unsigned read = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = disk.from.jobs.front().bytes.substr(8);
    for (unsigned changes = 1 + random() % 3; changes-- > 0 && !bytes.empty();) {
      size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0: bytes[at] = char(random()); break;
        case 1: bytes[at] ^= char(1 << random() % 8); break;
        case 2: bytes.erase(at, 1 + random() % 4); break;
        default: bytes.insert(at, bytes.substr(random() % bytes.size(), 1 + random() % 8)); break;
      }
    }
    std::string hash;
    for (uint64_t i = 0, number = base::hash_string(bytes); i < 8; ++i) hash.push_back(char(number >> 8 * i));
    ASSERT_TRUE(is_intact(hash + bytes));
    Resumption from = disk.from;
    from.jobs = {{0, 1, hash + bytes}};
    Disk rest;
    Summary summary = explore(loaded_.program, config, rest, &from);
    bool is_told = summary.fault.empty() || summary.fault.starts_with(unreadable_states) ||
                   summary.fault.starts_with(exec::tape_fault);
    EXPECT_TRUE(is_told) << "round " << round << ": " << summary.fault;
    read += summary.fault.empty();
  }
  EXPECT_GT(read, 10u);  // not all of it is noticed, such as another model
}

}  // namespace
}  // namespace bonsai::explore
