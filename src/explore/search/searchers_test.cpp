#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "explore/concolic/concolic_search.h"
#include "explore/explore_test_util.h"
#include "explore/search/place_counts.h"
#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

using exec::Path;

// Paths of a tree that was grown at random, without a program.
class Searchers : public testing::Test {
 protected:
  Path* fork(Path* path) {
    state::TreeNodeRef parent = path->node;
    parent->kind = state::TreeNode::Kind::forked;
    path->node = state::make_child(parent);
    return make(state::make_child(parent));
  }
  Path* make(state::TreeNodeRef node) {
    all_.push_back(std::make_unique<Path>(8u, tags_));
    all_.back()->node = std::move(node);
    all_.back()->id = all_.size();
    all_.back()->instructions = 100 * all_.size();
    return all_.back().get();
  }
  static constexpr const char* program_text = "int main(void) { return 0; }";
  load::Loaded loaded_ = compile(program_text);
  analysis::FlowGraph graph_{loaded_.program, ir::Points(loaded_.program)};
  analysis::Distance distance_{graph_};
  PlaceCounts counts_;
  state::Tags tags_;
  std::vector<std::unique_ptr<Path>> all_;

  // A path that is not checked and parted from the run.
  Path* child(const std::shared_ptr<exec::ConcolicRun>& run) {
    Path* path = make(state::make_root());
    path->unchecked = true;
    path->standing.run = run;
    return path;
  }
  static std::shared_ptr<exec::ConcolicRun> run(uint64_t number, uint64_t fresh) {
    return std::make_shared<exec::ConcolicRun>(exec::ConcolicRun{number, fresh, 0});
  }
  // All that wait, in the order in which they are selected.
  static std::vector<Path*> drain(Searcher& searcher, size_t count) {
    std::vector<Path*> order;
    for (size_t i = 0; i < count; ++i) {
      order.push_back(&searcher.select());
      searcher.remove(*order.back());
    }
    return order;
  }

  std::unique_ptr<Searcher> search(const std::string& words, uint64_t seed = 1) {
    return make_search(*parse_search(words),
                       {.seed = seed, .distance = &distance_, .counts = &counts_, .target = &distance_});
  }
};

// Whatever comes and goes: a searcher selects only what waits, and everything in the end.
TEST_F(Searchers, SelectWhatWaitsAndAllOfIt) {
  for (const SearcherInfo& info : searchers()) {
    for (const std::string& words : {std::string(info.name), std::string(info.name) + ",dfs,bfs"}) {
      std::mt19937_64 random(11);
      all_.clear();
      std::unique_ptr<Searcher> searcher = search(words);
      std::set<Path*> waiting;
      auto add = [&](Path* path) {
        searcher->add(*path);
        waiting.insert(path);
      };
      add(make(state::make_root()));
      for (int i = 0; i < 3000 && !waiting.empty(); ++i) {
        Path* path = &searcher->select();
        ASSERT_TRUE(waiting.contains(path)) << words;
        (void)searcher->rank(*path);
        searcher->remove(*path);
        waiting.erase(path);
        if (random() % 100 < (i < 1500 ? 60 : 30)) {
          add(fork(path));
          add(path);
        }
        if (random() % 4 == 0 && !waiting.empty()) {  // somebody else takes one
          Path* other = *std::next(waiting.begin(), ptrdiff_t(random() % waiting.size()));
          searcher->remove(*other);
          waiting.erase(other);
          if (waiting.size() < 20) add(other);
        }
        if (waiting.empty() && i < 2000) add(make(state::make_root()));
      }
      while (!waiting.empty()) {
        Path* path = &searcher->select();
        ASSERT_TRUE(waiting.erase(path)) << words;
        searcher->remove(*path);
      }
    }
  }
}

TEST_F(Searchers, OrdersAreWhatTheySay) {
  Path* a = make(state::make_root());
  Path* b = fork(a);
  Path* c = fork(b);
  for (const auto& [words, first] : {std::pair("dfs", c), std::pair("bfs", a)}) {
    std::unique_ptr<Searcher> searcher = search(words);
    for (Path* each : {a, b, c}) searcher->add(*each);
    EXPECT_EQ(&searcher->select(), first) << words;
    EXPECT_GT(searcher->rank(*first), searcher->rank(*b));
  }
}

// One side of the first fork has a thousand paths, the other one: each side has half of the turns.
TEST_F(Searchers, RandomPathIsFairToSubtrees) {
  Path* alone = make(state::make_root());
  Path* many = fork(alone);
  std::unique_ptr<Searcher> searcher = search("random-path");
  searcher->add(*alone);
  std::vector<Path*> crowd{many};
  for (int i = 0; i < 1000; ++i) crowd.push_back(fork(crowd[size_t(i) / 2]));
  for (Path* each : crowd) searcher->add(*each);
  int turns = 0;
  for (int i = 0; i < 4000; ++i) turns += &searcher->select() == alone;
  EXPECT_NEAR(turns, 2000, 200);
}

// Weights decide the chances: here by depth, which halves them.
TEST_F(Searchers, WeightsAreChances) {
  Path* shallow = make(state::make_root());
  Path* deep = fork(shallow);  // both have depth 1 now
  Path* deeper = fork(deep);   // these two depth 2
  std::unique_ptr<Searcher> searcher = search("nurs-depth");
  for (Path* each : {shallow, deep, deeper}) searcher->add(*each);
  std::map<Path*, int> turns;
  for (int i = 0; i < 8000; ++i) ++turns[&searcher->select()];
  EXPECT_NEAR(turns[shallow], 4000, 300);
  EXPECT_NEAR(turns[deep], 2000, 250);
}

TEST_F(Searchers, TakeTurns) {
  Path* a = make(state::make_root());
  Path* b = fork(a);
  Path* c = fork(b);
  std::unique_ptr<Searcher> searcher = search("dfs,bfs");
  for (Path* each : {a, b, c}) searcher->add(*each);
  EXPECT_EQ(&searcher->select(), c);
  EXPECT_EQ(&searcher->select(), a);
  EXPECT_EQ(&searcher->select(), c);
}

// The children of the run that covered most, the earliest choice first; then those of the next.
TEST_F(Searchers, GenerationalTakesTheRunThatCoveredMost) {
  std::unique_ptr<Searcher> searcher = search("generational");
  std::vector<Path*> some, more, most;
  for (auto& [children, number, fresh] :
       {std::tuple(&some, 1, 2), std::tuple(&most, 2, 9), std::tuple(&more, 3, 5)}) {
    auto of = run(uint64_t(number), uint64_t(fresh));
    for (int i = 0; i < 4; ++i) {
      children->push_back(child(of));
      searcher->add(*children->back());
    }
  }
  EXPECT_GT(searcher->rank(*most[0]), searcher->rank(*some[0]));
  std::vector<Path*> expected = most;
  expected.insert(expected.end(), more.begin(), more.end());
  expected.insert(expected.end(), some.begin(), some.end());
  EXPECT_EQ(drain(*searcher, 12), expected);
}

// A run goes on after it has left children behind: what it covers then counts for them as well.
TEST_F(Searchers, GenerationalSeesWhatARunCoversLater) {
  std::unique_ptr<Searcher> searcher = search("generational");
  auto early = run(1, 3), late = run(2, 0);
  Path *a = child(early), *b = child(late), *c = child(late);
  for (Path* each : {a, b, c}) searcher->add(*each);
  EXPECT_EQ(&searcher->select(), a);
  late->fresh = 10;
  EXPECT_EQ(drain(*searcher, 3), (std::vector<Path*>{b, c, a}));
}

// Where nothing was new, two of three turns are for the choices that were changed least often, each in the
// newest run that has it.
TEST_F(Searchers, GenerationalTriesAllChoicesBeforeOneTwice) {
  std::unique_ptr<Searcher> searcher = search("generational");
  std::vector<std::set<Path*>> generations;
  std::set<Path*> waiting;
  for (uint64_t number : {1, 2, 3}) {
    auto of = run(number, 0);
    generations.emplace_back();
    for (int i = 0; i < 5; ++i) {
      Path* path = child(of);
      generations.back().insert(path);
      waiting.insert(path);
      searcher->add(*path);
    }
  }
  for (size_t generation : {2, 1, 0}) {
    std::set<Path*> rarest;
    for (int i = 0; i < 5; ++i) {
      Path* path = &searcher->select();
      searcher->remove(*path);
      waiting.erase(path);
      rarest.insert(path);
      for (int others = 0; others < 2 && !waiting.empty(); ++others)
        EXPECT_TRUE(waiting.contains(&searcher->select()));
    }
    EXPECT_EQ(rarest, generations[generation]);
  }
}

// The third turn is for what was covered together least often.
TEST_F(Searchers, GenerationalBringsTogetherWhatNoRunHadTogether) {
  std::unique_ptr<Searcher> searcher = search("generational");
  uint64_t number = 0;
  auto covering = [&](std::initializer_list<uint32_t> points) {
    Path* path = child(run(++number, 0));
    for (uint32_t point : points) {
      auto* covered = new exec::Covered;
      covered->points = {point};
      covered->before = std::move(path->covered);
      path->covered = base::Ref<exec::Covered>(covered);
    }
    searcher->add(*path);
    return path;
  };
  covering({1});
  Path *together = covering({2, 1}), *second = covering({1, 1}), *last = covering({1});
  EXPECT_EQ(&searcher->select(), last) << "of one choice the newest";
  searcher->remove(*last);
  EXPECT_EQ(&searcher->select(), second) << "of one choice the newest";
  EXPECT_EQ(&searcher->select(), together) << "one that covered 1 alone had its turn";
  Path* again = covering({1, 2});
  searcher->remove(*together);
  for (int turn = 0; turn < 2; ++turn) EXPECT_EQ(&searcher->select(), again) << "of one choice the newest";
  EXPECT_EQ(&searcher->select(), again) << "all were tried once: the newest";
}

// A run goes to its end; only then the searcher inside chooses among those that are not checked.
TEST_F(Searchers, ConcolicRunsComeBeforeWhatIsNotChecked) {
  for (const char* words : {"dfs", "bfs"}) {
    std::unique_ptr<Searcher> searcher = make_concolic_search(search(words));
    EXPECT_FALSE(searcher->wants_forks());
    Path *a = child(nullptr), *b = child(nullptr), *first = make(state::make_root()),
         *second = make(state::make_root());
    for (Path* each : {a, first, b, second}) searcher->add(*each);
    EXPECT_GT(searcher->rank(*first), searcher->rank(*a));
    bool is_dfs = words == std::string("dfs");
    EXPECT_EQ(drain(*searcher, 4), (std::vector<Path*>{second, first, is_dfs ? b : a, is_dfs ? a : b}))
        << words;
  }
}

// As SelectWhatWaitsAndAllOfIt: a path is not checked when it parts, and is when it comes back.
TEST_F(Searchers, ConcolicSearchSelectsAllThatWaits) {
  for (const char* words : {"generational", "dfs,generational,random-path", "covnew"}) {
    std::mt19937_64 random(3);
    all_.clear();
    std::unique_ptr<Searcher> searcher = make_concolic_search(search(words));
    std::set<Path*> waiting;
    size_t running = 0;
    auto add = [&](Path* path, bool unchecked) {
      path->unchecked = unchecked;
      searcher->add(*path);
      waiting.insert(path);
      running += !unchecked;
    };
    uint64_t runs = 0;
    add(make(state::make_root()), false);
    for (int i = 0; i < 4000 && !waiting.empty(); ++i) {
      Path* path = &searcher->select();
      ASSERT_TRUE(waiting.contains(path)) << words;
      ASSERT_EQ(path->unchecked, running == 0) << words;
      searcher->remove(*path);
      waiting.erase(path);
      running -= !path->unchecked;
      if (path->unchecked || !path->standing.run) path->standing.run = run(++runs, random() % 3);
      if (i < 1500 && random() % 100 < 60) {
        Path* other = fork(path);
        other->standing.run = path->standing.run;
        add(other, true);
      }
      if (random() % 3) add(path, false);
    }
    while (!waiting.empty()) {
      Path* path = &searcher->select();
      ASSERT_TRUE(waiting.erase(path)) << words;
      searcher->remove(*path);
    }
  }
}

TEST(Search, WordsThatAreNone) {
  EXPECT_FALSE(parse_search("deepest"));
  EXPECT_FALSE(parse_search("dfs,"));
  EXPECT_FALSE(parse_search(""));
  EXPECT_FALSE(parse_search("dfs,dfs,dfs,dfs,dfs,dfs"));
  EXPECT_EQ(parse_search("random-path,covnew")->size(), 2u);
}

// Every searcher finds all paths of a program.
TEST(Search, AllComeToTheSamePaths) {
  load::Loaded loaded = compile(matcher);
  Collector reference;
  explore(loaded.program, Config(), reference);
  for (const SearcherInfo& info : searchers()) {
    Config config;
    config.search = {&info};
    config.seed = 3;
    for (uint64_t batch : {0, 50}) {
      config.batch = batch;
      Collector found;
      Summary summary = explore(loaded.program, config, found);
      EXPECT_TRUE(summary.exhaustive());
      EXPECT_EQ(found.tests.size(), reference.tests.size()) << info.name;
      EXPECT_EQ(found.tapes_as_inputs(), reference.tapes_as_inputs()) << info.name;
    }
  }
}

// Shortest distance first goes straight to a function that others come to late.
TEST(Search, ShortestDistanceFirst) {
  load::Loaded loaded = compile(R"(
    void klee_make_symbolic(void *, unsigned long, const char *);
    __attribute__((noinline)) void goal(void) { __asm__(""); }
    __attribute__((noinline)) int waste(unsigned char c) {
      int n = 0;
      for (int i = 0; i < 8; i++) if (c & (1 << i)) n++;
      return n;
    }
    int main(void) {
      unsigned char in[6];
      int n = 0;
      klee_make_symbolic(in, sizeof in, "in");
      for (int i = 0; i < 6; i++) if (in[i] == 'b') { if (++n == 4) goal(); } else n -= waste(in[i]);
      return 0;
    })");
  auto instructions = [&](const char* name) {
    Target target;
    for (const ir::Function& function : loaded.program.functions) {
      if (function.name != "goal") continue;
      target.places = {{function.id, 0}};
      uint32_t end = 0;
      while (!ir::is_terminator(function.code[end].op)) ++end;
      target.points = {ir::Points(loaded.program).of(function.id, end)};
    }
    Config config;
    config.search = {find_searcher(name)};
    config.max_instructions = 1'000'000;
    config.targets = std::make_shared<Targets>(std::vector<Target>{target});
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    EXPECT_EQ(config.targets->count_reached(), summary.stopped_by == "all targets" ? 1u : 0u);
    return std::pair(summary.stopped_by, summary.instructions);
  };
  auto [stopped_by, sdse] = instructions("sdse");
  EXPECT_EQ(stopped_by, "all targets");
  EXPECT_LT(sdse * 2, instructions("bfs").second);
  EXPECT_EQ(instructions("intra-sdse").first, "all targets");
}

}  // namespace
}  // namespace bonsai::explore
