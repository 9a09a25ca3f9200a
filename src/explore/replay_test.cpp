// Paths that are brought back from the tree are the paths that were.
#include "exec/replay.h"

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <fstream>

#include "explore/explorer.h"
#include "expr/evaluate.h"
#include "load/load.h"

namespace bonsai::explore {
namespace {

using exec::Outcome;
using exec::Path;

load::Loaded compile(const std::string& source) {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("bonsai_replay_test_" + std::to_string(getpid()) + ".c");
  std::ofstream(file) << source;
  load::Options options;
  options.inputs = {file.string()};
  options.optimisation = 0;
  base::Result<load::Loaded> loaded = load::load(options);
  std::filesystem::remove(file);
  if (!loaded) throw std::runtime_error(loaded.error().message + loaded.error().detail);
  return std::move(*loaded);
}

constexpr const char* program_text = R"(
#include <klee/klee.h>
#include <stdlib.h>
static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static int twice(int x) { return x > 10 ? x * 2 : x + 1; }
int main(void) {
  unsigned char in[3];
  klee_make_symbolic(in, sizeof in, "in");
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    switch (in[i]) {
      case 0: case 1: sum += 1; break;
      case 7: sum += 2; break;
      default: if (in[i] & 1) sum += table[in[i] & 7]; break;
    }
  }
  int (*f)(int) = twice;
  int *p = in[0] > 100 ? &table[1] : &table[2];
  char *block = malloc(1 + (in[1] & 3));
  if (!block) return 9;
  block[0] = in[2];
  sum += f(*p) + block[0];
  table[in[2] & 7] = 5;
  free(block);
  return table[3] + sum > 12;
})";

struct Worker {
  explicit Worker(const ir::Program& program, bool merging = false)
      : chain(terms, solve::Config()), machine(program, chain, config(merging)) {}
  static exec::Config config(bool merging) {
    exec::Config config;
    config.yield_on_fork = true;
    config.merging = merging;
    return config;
  }
  expr::TermStore terms;
  solve::Chain chain;
  exec::Machine machine;
};

// The model's bytes for another store.
solve::Model carry(const Path& path, expr::TermStore& to) {
  auto model = std::make_shared<expr::Assignment>();
  for (const exec::SymbolicInput* input : path.all_inputs())
    for (uint64_t i = 0; i < input->size; ++i)
      model->set(to.array(input->name, input->size), i, path.condition.model()->get(input->array, i));
  return model;
}

// A path that parted from another knows by what, until it has assumed that.
// Memory that is short ends a turn within an instruction: what was executed is counted once.
TEST(Replay, ATurnThatEndsEarlyCountsWhatItExecuted) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 50; i++) x = x * 3 + 1;
  return 0;
})");
  Worker plain(loaded.program), stopped(loaded.program);
  std::unique_ptr<Path> whole = plain.machine.initial_state(), path = stopped.machine.initial_state();
  EXPECT_EQ(plain.machine.run(*whole, 1'000'000).kind, Outcome::Kind::exited);
  base::StopSignal stop;
  stop.set_lacks_memory(true);
  stopped.machine.set_stop(stop);
  unsigned turns = 1;
  for (; stopped.machine.run(*path, 1'000'000).kind == Outcome::Kind::yielded && turns < 1000; ++turns)
    ASSERT_LT(path->instructions, whole->instructions) << "turn " << turns;
  EXPECT_GT(turns, 10u);
  EXPECT_EQ(path->instructions, whole->instructions);
}

// A pause that somebody asks for changes nothing: neither what is executed nor what the path parts from.
TEST(Replay, APausedTurnGoesOnAsIfItHadNot) {
  load::Loaded loaded = compile(program_text);
  Worker plain(loaded.program), paused(loaded.program);
  std::unique_ptr<Path> whole = plain.machine.initial_state(), path = paused.machine.initial_state();
  base::StopSignal stop;
  stop.set_wants_pause(true);
  paused.machine.set_stop(stop);
  auto turns = [](Worker& worker, Path& running) {
    unsigned count = 1;
    while (worker.machine.run(running, 1'000'000).kind == Outcome::Kind::yielded) ++count;
    return count;
  };
  EXPECT_GT(turns(paused, *path), turns(plain, *whole));
  EXPECT_EQ(path->instructions, whole->instructions);
  EXPECT_EQ(paused.machine.forked().size(), plain.machine.forked().size());
}

TEST(Replay, APathKnowsByWhatItParted) {
  load::Loaded loaded = compile(program_text);
  Worker here(loaded.program);
  std::deque<std::unique_ptr<Path>> waiting;
  waiting.push_back(here.machine.initial_state());
  size_t forks = 0;
  while (!waiting.empty()) {
    std::unique_ptr<Path> path = std::move(waiting.front());
    waiting.pop_front();
    const expr::Term* awaited = path->awaited;
    solve::PathCondition before = path->condition;
    Outcome outcome = here.machine.run(*path, 1'000'000);
    EXPECT_EQ(path->awaited, nullptr);
    if (awaited) {
      ASSERT_GT(path->condition.decision_count(), before.decision_count());
      EXPECT_EQ(path->condition.decisions_since(before).front().raw, awaited);
      ++forks;
    }
    for (std::unique_ptr<Path>& other : here.machine.take_forked()) {
      ASSERT_NE(other->awaited, nullptr);
      EXPECT_TRUE(expr::holds(here.terms, other->awaited, *other->condition.model()));
      waiting.push_back(std::move(other));
    }
    if (outcome.kind == Outcome::Kind::yielded) waiting.push_back(std::move(path));
  }
  EXPECT_GT(forks, 50u);
}

TEST(Replay, EveryStateComesBackElsewhereAsItWas) {
  load::Loaded loaded = compile(program_text);
  Worker here(loaded.program), there(loaded.program);
  std::deque<std::unique_ptr<Path>> waiting;
  waiting.push_back(here.machine.initial_state());
  size_t compared = 0, ended = 0;
  while (!waiting.empty()) {
    std::unique_ptr<Path> path = std::move(waiting.front());
    waiting.pop_front();
    Outcome outcome = here.machine.run(*path, 1000);
    for (auto& each : here.machine.take_forked()) waiting.push_back(std::move(each));
    path->node->end = path->instructions;
    if (outcome.kind == Outcome::Kind::exited) {
      path->node->kind = state::TreeNode::Kind::exited;
      ++ended;
    }
    ASSERT_TRUE(path->replayed.is_over());
    uint64_t asked = there.chain.statistics().asked;
    exec::Brought again = exec::replay(there.machine, path->node, carry(*path, there.terms));
    ASSERT_TRUE(again.path);
    EXPECT_EQ(there.chain.statistics().asked, asked) << "replay asked the solver";
    EXPECT_TRUE(there.machine.take_forked().empty());
    EXPECT_EQ(describe_parts(*again.path), describe_parts(*path));
    EXPECT_EQ(again.outcome.kind, outcome.kind);
    ++compared;
    if (outcome.kind == Outcome::Kind::yielded) waiting.push_back(std::move(path));
  }
  EXPECT_GT(ended, 50u);
  EXPECT_GT(compared, ended + 20);
}

// A path that was brought back goes on as the original does.
TEST(Replay, ABroughtPathGoesOnAlike) {
  load::Loaded loaded = compile(program_text);
  Worker here(loaded.program), there(loaded.program);
  std::unique_ptr<Path> path = here.machine.initial_state();
  while (path->node->depth < 2) ASSERT_EQ(here.machine.run(*path, 1000).kind, Outcome::Kind::yielded);
  here.machine.take_forked();
  path->node->end = path->instructions;
  exec::Brought again = exec::replay(there.machine, path->node, carry(*path, there.terms));
  again.path->node = state::make_child(path->node);
  path->node = state::make_child(path->node);
  auto finish = [](Worker& worker, Path& each) {
    size_t forks = 0;
    while (worker.machine.run(each, 1000).kind == Outcome::Kind::yielded)
      forks += worker.machine.take_forked().size();
    return forks;
  };
  EXPECT_EQ(finish(here, *path), finish(there, *again.path));
  EXPECT_EQ(describe_parts(*path), describe_parts(*again.path));
}

TEST(Replay, ADigestSeesADifference) {
  load::Loaded loaded = compile(program_text);
  Worker worker(loaded.program);
  std::unique_ptr<Path> path = worker.machine.initial_state();
  worker.machine.run(*path, 1000);
  auto forked = worker.machine.take_forked();
  ASSERT_FALSE(forked.empty());
  worker.machine.run(*forked[0], 1000);
  EXPECT_NE(digest(*path), digest(*forked[0]));
}

// A merge node is replayed by replaying its parents and joining them; a path below it goes on from there.
TEST(Replay, AMergeNodeJoinsItsParentsAgain) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int y = 1;
  if (x > 5) y = 1; else y = 1;
  if (x == 77) return 2;
  return y;
})");
  Worker here(loaded.program, true), there(loaded.program, true);
  std::unique_ptr<Path> path = here.machine.initial_state();
  while (here.machine.run(*path, 1000).kind == Outcome::Kind::yielded && path->node->depth == 0) {
  }
  auto forked = here.machine.take_forked();
  ASSERT_EQ(forked.size(), 1u);
  // Both sides to the join behind the branch: there they are alike but for the condition.
  EXPECT_TRUE(here.machine.run(*path, 1000).at_join);
  EXPECT_TRUE(here.machine.run(*forked[0], 1000).at_join);
  ASSERT_EQ(forked[0]->top->pc, path->top->pc);
  path->node->end = path->instructions;
  forked[0]->node->end = forked[0]->instructions;
  // Alike but for the condition: the joined path may have either, so it has none.
  unsigned joins = 0;
  auto join = [&](std::vector<std::unique_ptr<Path>> paths) {
    ++joins;
    EXPECT_EQ(paths.size(), 2u);
    solve::Model model = paths[0]->condition.model();
    paths[0]->condition = solve::PathCondition();
    paths[0]->condition.set_model(model);
    return std::move(paths[0]);
  };
  state::TreeNodeRef merge = state::make_merge({path->node, forked[0]->node});
  std::vector<std::unique_ptr<Path>> both;
  solve::Model model = path->condition.model();
  both.push_back(std::move(path));
  both.push_back(std::move(forked[0]));
  std::unique_ptr<Path> joined = join(std::move(both));
  joined->node = merge;
  Outcome outcome;
  while ((outcome = here.machine.run(*joined, 1000)).kind == Outcome::Kind::yielded) {
  }
  EXPECT_EQ(outcome.kind, Outcome::Kind::exited);
  EXPECT_EQ(here.machine.take_forked().size(), 1u);
  joined->node->end = joined->instructions;
  joined->node->kind = state::TreeNode::Kind::exited;
  exec::Brought again = exec::replay(there.machine, joined->node, carry(*joined, there.terms), join);
  ASSERT_TRUE(again.path);
  EXPECT_EQ(joins, 2u);
  EXPECT_EQ(again.outcome.kind, Outcome::Kind::exited);
  EXPECT_EQ(describe_parts(*again.path), describe_parts(*joined));
  EXPECT_FALSE(exec::replay(there.machine, joined->node, carry(*joined, there.terms)).path)
      << "without a join there is no path";
}

}  // namespace
}  // namespace bonsai::explore
