// The strategy at a desk of its own: paths without a program, and a clock that is set by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "explore/explorer.h"
#include "explore/prune/learner.h"
#include "explore/strategy.h"

namespace bonsai::explore {
namespace {

using exec::Outcome;
using exec::Path;
using expr::Term;
using testing::ElementsAre;
using testing::IsEmpty;
using Ids = std::set<uint64_t>;

// What a worker does for a strategy, as far as it has to do with pruning.
struct Desk : Host {
  exec::Machine& machine() override { throw std::logic_error("there is no machine"); }
  const exec::CoverageMap& covered() const override { throw std::logic_error("there is no program"); }
  void test(Path&, std::string) override {}
  void found(Path&, Outcome&) override {}
  exec::Brought follow(const Path& path) override { return follow(path, 0); }
  exec::Brought follow(const Path& path, uint64_t) override {
    followed.push_back(path.id);
    spent += cost_of_following;
    exec::Brought brought{std::make_unique<Path>(8u, tags), {}};
    brought.path->id = path.id;
    brought.path->condition = path.condition;
    if (ends_in) brought.path->condition.add(*terms, ends_in, ends_in);
    brought.path->standing.covered_new_at = fresh.contains(path.id);
    return brought;
  }
  uint64_t work() const override { return uint64_t(now * double(work_per_second)); }
  uint64_t cost(uint64_t) const override { return work() + spent; }
  void release(Path&) override {}
  void replace(std::span<Path* const>, std::unique_ptr<Path>) override {}
  std::span<const std::unique_ptr<Path>> waiting() const override { return waits; }
  std::span<const std::unique_ptr<Path>> parked() const override { return aside; }
  void park(Path& path) override { move(path, waits, aside, true); }
  void unpark(Path& path) override {
    unparked.push_back(path.id);
    move(path, aside, waits, false);
  }
  void restart() override { ++restarts; }
  std::vector<uint32_t> own_points(const Path& path) const override {
    auto it = points.find(path.id);
    return it == points.end() ? std::vector<uint32_t>() : it->second;
  }
  void offer(exec::Brought followed_path, std::string) override { offered.push_back(followed_path.path->id); }
  void stop(const char*) override {}

  using List = std::vector<std::unique_ptr<Path>>;
  static void move(Path& path, List& from, List& to, bool is_parked) {
    auto it = std::find_if(from.begin(), from.end(), [&](const auto& each) { return each.get() == &path; });
    if (it == from.end()) throw std::logic_error("the path is not there");
    path.standing.is_parked = is_parked;
    to.push_back(std::move(*it));
    from.erase(it);
  }

  state::Tags tags;
  List waits, aside;
  double now = 0;
  uint64_t spent = 0, cost_of_following = 0, restarts = 0;
  std::vector<uint64_t> followed, offered, unparked;  // ids
  std::map<uint64_t, std::vector<uint32_t>> points;
  std::set<uint64_t> fresh;  // whose inputs cover what nothing did
  expr::TermStore* terms = nullptr;
  const Term* ends_in = nullptr;  // decided behind the places where paths wait
};

// Prunes half of more than three paths each second, by three conditions that were learned before.
class PrunerTest : public testing::Test {
 protected:
  PrunerTest() {
    config.prune.mode = PruneMode::learned;
    config.prune.period = 1;
    config.prune.rounds = {100};
    config.prune.ratios = {0.5};
    config.prune.exploring = 1000;
    config.prune.least_states = 3;
    config.prune.least_features = 2;
    config.prune.by_work = true;
    config.prune.learned = learned_in(1);
  }
  // By a session of so many rounds.
  std::string learned_in(uint64_t rounds) {
    CoreConditions conditions;
    std::vector<ConditionId> features;
    for (unsigned i = 0; i < 3; ++i) features.push_back(conditions.id(feature(i)));
    return pack({.rounds = rounds, .good = {{{1000}, features, nullptr}}, .inherited = {}}, conditions);
  }
  void begin(uint64_t seed = 1) {
    learner = std::make_unique<Learner>(config.prune, seed, config.jobs);
    StrategyContext context{.config = config};
    context.learner = learner.get();
    context.seed = seed;
    context.begin = std::chrono::steady_clock::now();
    pruner = make_pruner(context);
    desk = std::make_unique<Desk>();
  }
  const Term* feature(unsigned i) {
    return terms.eq(terms.symbolic_byte(array, i), terms.constant(8, 'a' + i));
  }
  // A path that has the features whose bits are set, and the opposites of the others.
  Path& add(unsigned bits, unsigned features = 3) {
    desk->waits.push_back(std::make_unique<Path>(8u, desk->tags));
    Path& path = *desk->waits.back();
    path.node = state::make_root();
    path.id = ++last;
    path.instructions = 100;
    bits_of[path.id] = bits;
    for (unsigned i = 0; i < features; ++i) decide(path, bits >> i & 1 ? feature(i) : terms.lnot(feature(i)));
    auto model = std::make_shared<expr::Assignment>();
    model->set(array, 15, uint8_t(path.id));  // an input of its own
    path.condition.set_model(model);
    pruner->added(path);
    return path;
  }
  void add_all_kinds() {
    for (unsigned bits = 0; bits < 8; ++bits) add(bits);
  }
  void decide(Path& path, const Term* condition) { path.condition.add(terms, condition, condition); }
  void settle_at(double now) {
    desk->now = now;
    pruner->settle(*desk);
  }
  void end(Path& path) { pruner->ended(path, path, *desk); }
  PruneCounts counts() const {
    PruneCounts all;
    pruner->count(all);
    return all;
  }
  static Ids ids(const Desk::List& paths) {
    Ids all;
    for (const auto& path : paths) all.insert(path->id);
    return all;
  }
  std::map<uint64_t, float> scores() const {
    std::map<uint64_t, float> all;
    for (const Desk::List* list : {&desk->waits, &desk->aside})
      for (const auto& path : *list) all[path->id] = path->standing.features.score;
    return all;
  }
  // None that was set aside scores more than one that was kept.
  void expect_lowest_aside() const {
    for (const auto& kept : desk->waits)
      for (const auto& pruned : desk->aside)
        EXPECT_GE(kept->standing.features.score, pruned->standing.features.score);
  }
  // Each feature has one weight, from -1 to 1; a path's score is the sum of those that it has.
  void expect_sums() const {
    float weights[3] = {};
    for (auto [id, score] : scores())
      for (unsigned i = 0; i < 3; ++i)
        if (bits_of.at(id) == 1u << i) weights[i] = score;
    for (float weight : weights) {
      EXPECT_NE(weight, 0);
      EXPECT_LE(std::abs(weight), 1);
    }
    for (auto [id, score] : scores()) {
      float sum = 0;
      for (unsigned i = 0; i < 3; ++i)
        if (bits_of.at(id) >> i & 1) sum += weights[i];
      EXPECT_NEAR(score, sum, 1e-6) << "path " << id;
    }
  }

  expr::TermStore terms;
  const Term* array = terms.array("in", 16);
  Config config;
  std::unique_ptr<Learner> learner;
  std::unique_ptr<Strategy> pruner;
  std::unique_ptr<Desk> desk;
  uint64_t last = 0;
  std::map<uint64_t, unsigned> bits_of;
};

TEST_F(PrunerTest, OnlyWhoAsksForIt) { EXPECT_EQ(make_pruner({.config = config}), nullptr); }

TEST_F(PrunerTest, TheLowestHalfOncePerPeriod) {
  begin();
  add_all_kinds();
  settle_at(0);
  settle_at(0.99);
  EXPECT_THAT(desk->aside, IsEmpty());
  settle_at(1);
  EXPECT_EQ(desk->aside.size(), 4u);
  expect_sums();
  expect_lowest_aside();
  EXPECT_EQ(counts().prunings, 1u);
  EXPECT_EQ(counts().pruned, 4u);
  settle_at(1.5);
  EXPECT_EQ(counts().prunings, 1u);
  // Of the four that are left half, scored anew; those set aside keep their scores.
  std::map<uint64_t, float> before = scores();
  Ids first = ids(desk->aside);
  settle_at(2);
  EXPECT_EQ(counts().prunings, 2u);
  EXPECT_EQ(counts().pruned, 6u);
  EXPECT_EQ(desk->aside.size(), 6u);
  for (auto [id, score] : scores())
    if (first.contains(id)) EXPECT_EQ(score, before[id]) << "path " << id;
  // Two are too few.
  settle_at(3);
  EXPECT_EQ(counts().prunings, 2u);
  EXPECT_EQ(counts().too_few, 1u);
  EXPECT_EQ(counts().brought_back, 0u);
}

TEST_F(PrunerTest, SharesAreRoundedDown) {
  for (auto [ratio, paths, pruned] : {std::tuple(0.5, 7, 3u), {0.2, 8, 1u}, {0.6, 8, 4u}, {0.2, 4, 0u}}) {
    config.prune.ratios = {ratio};
    begin();
    for (int i = 0; i < paths; ++i) add(unsigned(i) & 7);
    settle_at(1);
    EXPECT_EQ(desk->aside.size(), pruned) << ratio << " of " << paths;
    expect_lowest_aside();
  }
}

TEST_F(PrunerTest, NotTooFewPaths) {
  config.prune.least_states = 8;
  begin();
  add_all_kinds();
  settle_at(1);
  EXPECT_THAT(desk->aside, IsEmpty());
  EXPECT_EQ(counts().too_few, 1u);
  EXPECT_EQ(counts().prunings, 0u);
  add(0);  // the ninth
  settle_at(2);
  EXPECT_EQ(desk->aside.size(), 4u);
  // Of two workers each has half of the paths.
  config.jobs = 2;
  begin();
  for (unsigned bits = 0; bits < 5; ++bits) add(bits);
  settle_at(2);  // a second of each
  EXPECT_EQ(desk->aside.size(), 2u);
}

// Three features differ; two, where all paths have the first.
TEST_F(PrunerTest, NotByTooFewFeatures) {
  config.prune.least_features = 3;
  begin();
  add_all_kinds();
  settle_at(1);
  EXPECT_THAT(desk->aside, IsEmpty());
  EXPECT_EQ(counts().too_few, 1u);
  config.prune.least_features = 2;
  begin();
  for (unsigned bits : {1u, 3u, 5u, 7u}) add(bits);
  settle_at(1);
  EXPECT_THAT(desk->aside, IsEmpty());
  config.prune.least_features = 1;
  begin();
  for (unsigned bits : {1u, 3u, 5u, 7u}) add(bits);
  settle_at(1);
  EXPECT_EQ(desk->aside.size(), 2u);
}

TEST_F(PrunerTest, WhatIsHeldBackIsNotPruned) {
  begin();
  add_all_kinds();
  Ids held;
  for (unsigned bits : {0u, 1u, 2u, 4u}) {
    Path& path = add(bits);
    path.standing.is_held = true;
    held.insert(path.id);
  }
  settle_at(1);
  EXPECT_EQ(desk->aside.size(), 4u) << "of the eight that are free";
  for (uint64_t id : ids(desk->aside)) EXPECT_FALSE(held.contains(id));
}

// Of twenty of a kind the nth scores less by the logarithm of n. Which one that is, is left to chance, that
// is, to the seed.
TEST_F(PrunerTest, AmongEqualsBySeed) {
  config.prune.least_features = 0;
  config.prune.ratios = {0.25};
  auto pruned = [&](uint64_t seed) {
    begin(seed);
    last = 0;
    for (int i = 0; i < 40; ++i) add(unsigned(i) & 1);
    settle_at(1);
    EXPECT_EQ(desk->aside.size(), 10u);
    expect_lowest_aside();
    std::vector<float> of_kind[2];
    for (auto [id, score] : scores()) of_kind[bits_of[id]].push_back(score);
    for (std::vector<float>& all : of_kind) {
      std::sort(all.rbegin(), all.rend());
      for (size_t i = 0; i < all.size(); ++i) EXPECT_NEAR(all[i], all[0] - std::log2(float(i + 1)), 1e-5);
    }
    EXPECT_EQ(of_kind[0][0], 0) << "the first without features";
    return ids(desk->aside);
  };
  std::set<Ids> choices;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    choices.insert(pruned(seed));
    EXPECT_TRUE(choices.contains(pruned(seed))) << seed;
  }
  EXPECT_EQ(choices.size(), 5u);
}

// A seed would begin each session with the same draws.
TEST_F(PrunerTest, ALaterSessionDrawsOtherWeights) {
  std::set<std::map<uint64_t, float>> drawn;
  for (uint64_t rounds : {1, 2, 3, 3}) {
    config.prune.learned = learned_in(rounds);
    begin();
    last = 0;
    add_all_kinds();
    settle_at(1);
    expect_sums();
    drawn.insert(scores());
  }
  EXPECT_EQ(drawn.size(), 3u);
}

TEST_F(PrunerTest, TheFirstRoundPrunesNothing) {
  config.prune.mode = PruneMode::random;
  config.prune.learned.clear();
  begin();
  for (int i = 0; i < 20; ++i) add(0);
  settle_at(1);
  EXPECT_TRUE(desk->aside.empty());
}

TEST_F(PrunerTest, AtRandomWithoutFeatures) {
  config.prune.mode = PruneMode::random;
  std::set<Ids> choices;
  for (uint64_t seed : {1, 1, 2, 3}) {
    begin(seed);
    last = 0;
    for (int i = 0; i < 20; ++i) add(0);
    settle_at(1);
    EXPECT_EQ(desk->aside.size(), 10u);
    expect_lowest_aside();
    std::set<float> different;
    for (auto [id, score] : scores()) {
      different.insert(score);
      EXPECT_LE(std::abs(score), 1);
    }
    EXPECT_EQ(different.size(), 20u);
    choices.insert(ids(desk->aside));
  }
  EXPECT_EQ(choices.size(), 3u);
}

TEST_F(PrunerTest, TheBestComeBackFirst) {
  config.prune.ratios = {0.9};
  begin();
  add_all_kinds();
  settle_at(1);
  ASSERT_EQ(desk->aside.size(), 7u);
  std::map<uint64_t, float> all = scores();
  std::vector<std::pair<float, uint64_t>> order;
  for (uint64_t id : ids(desk->aside)) order.emplace_back(-all[id], id);
  std::sort(order.begin(), order.end());
  pruner->bring_back(*desk);
  EXPECT_THAT(desk->unparked, ElementsAre(order[2].second, order[1].second, order[0].second))
      << "as many as are too few to be pruned; depth first, the last is the next to run";
  pruner->bring_back(*desk);
  pruner->bring_back(*desk);
  EXPECT_EQ(desk->unparked.size(), 7u);
  EXPECT_EQ(desk->unparked.back(), order[6].second);
  EXPECT_EQ(counts().brought_back, 7u);
  EXPECT_THAT(desk->aside, IsEmpty());
}

// A round begins with the best of all: as many as waited.
TEST_F(PrunerTest, ARoundBeginsWithTheBestOfAll) {
  config.prune.rounds = {1.5};
  std::set<Ids> kept;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    begin(seed);
    last = 0;
    add_all_kinds();
    settle_at(1);
    ASSERT_EQ(desk->waits.size(), 4u);
    std::map<uint64_t, float> before = scores();
    settle_at(1.5);
    EXPECT_EQ(learner->round(), 1u);
    EXPECT_EQ(desk->waits.size(), 4u);
    EXPECT_EQ(desk->aside.size(), 4u);
    EXPECT_NE(scores(), before);
    expect_sums();
    expect_lowest_aside();
    // Those that came back, and as many others that were set aside for them.
    EXPECT_EQ(counts().brought_back, desk->unparked.size());
    EXPECT_EQ(counts().pruned, 4 + desk->unparked.size());
    EXPECT_EQ(counts().prunings, 1u);
    kept.insert(ids(desk->waits));
    // The next pruning is a period later.
    settle_at(2.49);
    EXPECT_EQ(counts().prunings + counts().too_few, 1u);
    settle_at(2.5);
    EXPECT_EQ(counts().prunings + counts().too_few, 2u);
  }
  EXPECT_GT(kept.size(), 3u);
}

TEST_F(PrunerTest, ARoundBeginsWithAtLeastAsManyAsAreNotPruned) {
  config.prune.rounds = {1.5};
  config.prune.least_states = 6;
  begin();
  add_all_kinds();
  settle_at(1);
  ASSERT_EQ(desk->waits.size(), 4u);
  settle_at(1.5);
  EXPECT_EQ(desk->waits.size(), 6u);
  expect_sums();
  expect_lowest_aside();
  // If nothing tells them apart, all come back.
  config.prune.least_features = 9;
  begin();
  add_all_kinds();
  for (int i = 0; i < 7; ++i) desk->park(*desk->waits.back());
  settle_at(1.5);
  EXPECT_THAT(desk->aside, IsEmpty());
  EXPECT_EQ(counts().brought_back, 7u);
}

TEST_F(PrunerTest, ARoundThatAnotherWorkerEnded) {
  begin();
  add_all_kinds();
  settle_at(1);
  ASSERT_EQ(desk->aside.size(), 4u);
  learner->finish_round(0, 1.2);
  std::map<uint64_t, float> before = scores();
  settle_at(1.2);
  EXPECT_EQ(learner->round(), 1u) << "it does not end once more";
  EXPECT_NE(scores(), before);
  expect_sums();
  expect_lowest_aside();
}

TEST_F(PrunerTest, RestartBeginsAnewAfterEachRound) {
  config.prune.mode = PruneMode::restart;
  config.prune.rounds = {2};
  begin();
  add_all_kinds();
  for (double now : {0.5, 1.0, 1.5, 2.0, 2.5, 3.5, 4.0}) settle_at(now);
  EXPECT_EQ(desk->restarts, 2u);
  EXPECT_EQ(counts().restarts, 2u);
  EXPECT_EQ(counts().prunings, 0u);
  EXPECT_THAT(desk->aside, IsEmpty());
}

// --- what paths have

TEST_F(PrunerTest, ConditionsArePickedUpAsTheyCome) {
  begin();
  Path& path = add(1, 2);
  auto of = [&](const Path& some) { return *some.standing.features.conditions; };
  EXPECT_THAT(of(path), ElementsAre(0)) << "not the opposite of the second";
  const Term* less = terms.ult(terms.symbolic_byte(array, 5), terms.symbolic_byte(array, 6));
  decide(path, less);
  decide(path, feature(2));
  decide(path, feature(0));  // again
  pruner->added(path);
  EXPECT_THAT(of(path), ElementsAre(0, 2));
  // One that is new gets the next number.
  decide(path, terms.eq(terms.symbolic_byte(array, 9), terms.constant(8, '9')));
  pruner->added(path);
  EXPECT_THAT(of(path), ElementsAre(0, 2, 3));
  EXPECT_EQ(learner->conditions()[3].words, "in[9] == '9'");
  // A conjunction is one condition.
  decide(path, terms.land(terms.eq(terms.symbolic_byte(array, 10), terms.zero(8)),
                          terms.eq(terms.symbolic_byte(array, 11), terms.zero(8))));
  pruner->added(path);
  EXPECT_THAT(of(path), ElementsAre(0, 2, 3, 4));
}

// What was decided on one side only is no longer decided.
TEST_F(PrunerTest, WhatAPathWillAssumeFirstIsItsOwn) {
  begin();
  Path& path = add(1, 1);
  path.awaited = feature(2);
  pruner->added(path);
  EXPECT_THAT(*path.standing.features.conditions, ElementsAre(0, 2));
  // When it has run, that is a decision like others.
  path.awaited = nullptr;
  decide(path, feature(2));
  decide(path, feature(1));
  pruner->added(path);
  EXPECT_THAT(*path.standing.features.conditions, ElementsAre(0, 1, 2));
}

TEST_F(PrunerTest, AMergedPathIsLookedAtAnew) {
  begin();
  Path& path = add(7);
  ASSERT_THAT(*path.standing.features.conditions, ElementsAre(0, 1, 2));
  path.condition = solve::PathCondition();
  decide(path, feature(1));
  path.merged = 1;
  pruner->added(path);
  EXPECT_THAT(*path.standing.features.conditions, ElementsAre(1));
}

// --- what is told to the learner

TEST_F(PrunerTest, PathsThatEndAreEvidence) {
  begin();
  Path &first = add(1), &merged = add(2), &shown = add(4);
  desk->points = {{first.id, {1, 2}}, {merged.id, {3}}, {shown.id, {4, 5, 6}}};
  end(first);
  // What counts is what the test executes, with the conditions of the path that ended.
  pruner->ended(merged, shown, *desk);
  learner->finish_round(0, 0);
  PruneSummary summary = learner->summary();
  EXPECT_EQ(summary.good, 3u) << "two, and the one of the former session";
  EXPECT_THAT(summary.weights, IsEmpty()) << "nothing was pruned before";
  std::optional<Learned> learned = unpack_learned(learner->save(), learner->conditions());
  ASSERT_TRUE(learned);
  EXPECT_THAT(learned->good.front().points, ElementsAre(4, 5, 6));
  EXPECT_EQ(learned->good.front().conditions, *merged.standing.features.conditions);
}

// Weights that were drawn, but decided nothing, are not those that later tests were found with.
TEST_F(PrunerTest, WeightsThatDecideNothingAreNotCredited) {
  begin();
  Path &first = add(1), &second = add(2);
  settle_at(1);  // two paths are too few
  EXPECT_TRUE(desk->aside.empty());
  desk->points = {{first.id, {1, 2}}, {second.id, {3}}};
  end(first);
  end(second);
  learner->finish_round(0, 0);
  EXPECT_THAT(learner->summary().weights, IsEmpty());
}

// A new round keeps as many as waited before: the ratio that was drawn has decided nothing.
TEST_F(PrunerTest, RatiosThatDecideNothingAreNotCredited) {
  config.prune.rounds = {1.5};
  begin();
  add_all_kinds();
  settle_at(1);
  auto sample_of = [&](uint32_t point) {
    Path& path = add(7);
    desk->points[path.id] = {point};
    end(path);
    desk->waits.pop_back();
    learner->finish_round(learner->round(), desk->now);
    std::optional<Learned> learned = unpack_learned(learner->save(), learner->conditions());
    for (const Evidence& each : learned->good)
      if (each.points.front() == point) return each.sample;
    return std::shared_ptr<const Sample>();
  };
  ASSERT_TRUE(sample_of(1));
  EXPECT_EQ(sample_of(2)->ratio, 0u) << "of the pruning";
  settle_at(1.6);
  ASSERT_TRUE(sample_of(3));
  EXPECT_EQ(sample_of(4)->ratio, Sample::no_ratio);
}

TEST_F(PrunerTest, EvidenceKnowsTheWeightsItWasFoundWith) {
  begin();
  add_all_kinds();
  settle_at(1);
  std::map<std::string, double> weights;
  for (auto [id, score] : scores())
    for (unsigned i = 0; i < 3; ++i)
      if (bits_of[id] == 1u << i) weights["in[" + std::to_string(i) + "] == '" + char('a' + i) + "'"] = score;
  Path& path = *desk->waits.front();
  desk->points[path.id] = {1, 2, 3};
  end(path);
  learner->finish_round(0, 1);
  PruneSummary summary = learner->summary();
  ASSERT_EQ(summary.weights.size(), 3u);
  for (const WeighedCondition& each : summary.weights) {
    EXPECT_NEAR(each.weight, weights.at(each.condition), 1e-6) << each.condition;
    EXPECT_EQ(each.tests, 1u);
  }
}

// At 1 s, 10 % of the work are 400,000; each test costs 100,000, which is work, too: the fifth comes after
// 400,000 < 440,000, the sixth would come after 500,000 > 450,000.
TEST_F(PrunerTest, EarlyTestsOfAShareOfTheWork) {
  begin();
  desk->cost_of_following = 100'000;
  for (int i = 0; i < 3; ++i) add_all_kinds();
  for (const auto& path : desk->waits) path->standing.covered_new_at = path->id % 4;
  settle_at(1);
  ASSERT_EQ(desk->aside.size(), 12u);
  EXPECT_EQ(counts().early_tests, 5u);
  EXPECT_EQ(desk->followed.size(), 5u);
  EXPECT_EQ(desk->offered, desk->followed);
  // Of those that are pruned: those first that covered something new last; then the oldest.
  std::vector<std::pair<uint64_t, uint64_t>> order;
  for (uint64_t id : ids(desk->aside)) order.emplace_back(4 - id % 4, id);
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(desk->followed[i], order[i].second) << i;
}

// What they decide behind the place where the path waits is on the way of the test.
TEST_F(PrunerTest, EarlyTestsHaveTheConditionsOfTheirWholeWay) {
  config.prune.rounds = {1};
  begin();
  Path &first = add(1), &second = add(2);
  desk->terms = &terms;
  desk->ends_in = terms.eq(terms.symbolic_byte(array, 9), terms.constant(8, '9'));
  desk->points = {{first.id, {1}}, {second.id, {2}}};
  settle_at(1);
  std::optional<Learned> learned = unpack_learned(learner->save(), learner->conditions());
  ASSERT_TRUE(learned);
  unsigned found = 0;
  for (const Evidence& each : learned->good)
    for (ConditionId id : each.conditions) found += learner->conditions()[id].words == "in[9] == '9'";
  EXPECT_EQ(found, 2u);
}

// They are kept, whatever they score, and searchers know.
TEST_F(PrunerTest, PathsWhoseInputsCoverSomethingNewAreKept) {
  begin();
  add_all_kinds();
  settle_at(1);
  Ids would_be_aside = ids(desk->aside);
  ASSERT_EQ(would_be_aside.size(), 4u);
  last = 0;
  begin();
  add_all_kinds();
  uint64_t fresh = *would_be_aside.begin();
  desk->fresh = {fresh};
  settle_at(1);
  would_be_aside.erase(fresh);
  EXPECT_EQ(ids(desk->aside), would_be_aside);
  EXPECT_EQ(counts().pruned, 3u);
  for (const auto& path : desk->waits)
    EXPECT_EQ(path->standing.covered_new_at, path->id == fresh ? path->instructions : 0);
}

// Whose input was executed, whose input is another path's, and who never ran have none.
TEST_F(PrunerTest, EarlyTestsOfInputsThatWereNotExecuted) {
  config.prune.rounds = {1};
  begin();
  Path &first = add(0), &same = add(1), &unchecked = add(2), &unborn = add(3), &other = add(4);
  same.condition.set_model(first.condition.model());
  unchecked.unchecked = true;
  unborn.instructions = 0;
  desk->points = {{first.id, {1, 2}}, {other.id, {3}}};
  settle_at(1);  // the end of the round: of all that wait
  EXPECT_THAT(desk->followed, ElementsAre(first.id, other.id));
  EXPECT_EQ(counts().early_tests, 2u);
  EXPECT_EQ(learner->summary().good, 3u) << "these two, and the one of the former session";
  settle_at(2);
  EXPECT_EQ(counts().early_tests, 2u) << "no input twice";
  unborn.instructions = 7;
  settle_at(3);
  EXPECT_THAT(desk->followed, ElementsAre(first.id, other.id, unborn.id));
}

}  // namespace
}  // namespace bonsai::explore
