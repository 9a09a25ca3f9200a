#include "explore/prune/learner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "base/hash.h"
#include "explore/prune/cover.h"
#include "explore/prune/features.h"
#include "state/forest.h"

namespace bonsai::explore {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::FloatNear;
using testing::IsEmpty;
using testing::Pointwise;
using Way = Sample::Way;

// --- set cover

std::vector<size_t> cover_of(const std::vector<std::vector<uint32_t>>& sets) {
  std::vector<const std::vector<uint32_t>*> pointers;
  for (const std::vector<uint32_t>& set : sets) pointers.push_back(&set);
  return cover(pointers);
}

TEST(Cover, TheSetThatAddsMostFirst) {
  EXPECT_THAT(cover_of({}), IsEmpty());
  EXPECT_THAT(cover_of({{}, {}}), IsEmpty());
  EXPECT_THAT(cover_of({{}, {7}}), ElementsAre(1));
  // 4, then 3; the second has nothing that is not there.
  EXPECT_THAT(cover_of({{1, 2, 3}, {3, 4}, {4, 5, 6, 7}}), ElementsAre(2, 0));
  // 5 of the last; what is left of the others is 9 and 1: the largest of them comes last.
  EXPECT_THAT(cover_of({{2, 3, 4, 9}, {1}, {2, 3, 4, 5, 6}}), ElementsAre(2, 0, 1));
  // Not the smallest: the first two would do.
  EXPECT_THAT(cover_of({{1, 2, 3}, {4, 5, 6}, {2, 3, 4, 5}}), ElementsAre(2, 0, 1));
}

TEST(Cover, OfSetsThatAddTheSameTheFirst) {
  EXPECT_THAT(cover_of({{5, 6}, {5, 6}, {6, 5}}), ElementsAre(0));
  // After {1, 2}, {3, 4} adds two, the others one.
  EXPECT_THAT(cover_of({{1, 2}, {2, 3}, {3, 4}, {1, 4}}), ElementsAre(0, 2));
  // After {1, 2, 3, 4}, the sets 0 and 2 add one each, though the latter is larger.
  EXPECT_THAT(cover_of({{8}, {1, 2, 3, 4}, {2, 3, 9}}), ElementsAre(1, 0, 2));
  // After {1, 2, 3}, the sets 0 and 2 add two each, though the latter is larger.
  EXPECT_THAT(cover_of({{7, 8}, {1, 2, 3}, {3, 8, 9}}), ElementsAre(1, 0, 2));
}

// As defined, looking at all sets each time.
TEST(Cover, OfRandomSetsAsDefined) {
  Chance chance(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<uint32_t>> sets(chance.below(12));
    for (std::vector<uint32_t>& set : sets) {
      std::set<uint32_t> some;
      for (size_t i = chance.below(8); i > 0; --i) some.insert(uint32_t(chance.below(15)));
      set.assign(some.begin(), some.end());
    }
    std::vector<size_t> expected;
    std::set<uint32_t> covered;
    for (;;) {
      size_t best = 0, most = 0;
      for (size_t i = 0; i < sets.size(); ++i) {
        size_t adds = 0;
        for (uint32_t each : sets[i]) adds += !covered.contains(each);
        if (adds > most) best = i, most = adds;
      }
      if (most == 0) break;
      expected.push_back(best);
      covered.insert(sets[best].begin(), sets[best].end());
    }
    ASSERT_EQ(cover_of(sets), expected) << "round " << round;
  }
}

// --- chance

struct Statistics {
  explicit Statistics(const std::vector<double>& draws) {
    for (double each : draws) mean += each / double(draws.size());
    for (double each : draws) variance += (each - mean) * (each - mean) / double(draws.size());
    least = *std::min_element(draws.begin(), draws.end());
    most = *std::max_element(draws.begin(), draws.end());
  }
  double mean = 0, variance = 0, least = 0, most = 0;
};

template <typename Draw>
std::vector<double> many(int count, Draw&& draw) {
  std::vector<double> draws;
  for (int i = 0; i < count; ++i) draws.push_back(draw());
  return draws;
}

// The numbers that the C++ standard names for this generator and seed: the first and the 10,000th.
TEST(Chance, DrawsTheSameInEveryBuild) {
  constexpr uint64_t first = 14514284786278117030u, last = 9981545732273789042u;
  Chance chance(5489);
  EXPECT_EQ(chance.next(), first);
  for (int i = 2; i < 10'000; ++i) chance.next();
  EXPECT_EQ(chance.next(), last);
  // first / 2^64 = 0.78682…
  EXPECT_NEAR(Chance(5489).uniform(), 0.786820954867802, 1e-12);
  EXPECT_NEAR(Chance(5489).weight(), 0.573641909735604, 1e-12);
  EXPECT_EQ(Chance(5489).below(10), 7u);
}

TEST(Chance, UniformAndNormal) {
  Chance chance(1);
  Statistics uniform(many(100'000, [&] { return chance.uniform(); }));
  EXPECT_NEAR(uniform.mean, 0.5, 0.005);
  EXPECT_NEAR(uniform.variance, 1.0 / 12, 0.002);
  EXPECT_GE(uniform.least, 0);
  EXPECT_LT(uniform.most, 1);
  Statistics weight(many(100'000, [&] { return chance.weight(); }));
  EXPECT_NEAR(weight.mean, 0, 0.01);
  EXPECT_NEAR(weight.variance, 1.0 / 3, 0.005);
  EXPECT_GE(weight.least, -1);
  EXPECT_LT(weight.most, 1);
  std::vector<double> draws = many(100'000, [&] { return chance.normal(); });
  Statistics normal(draws);
  EXPECT_NEAR(normal.mean, 0, 0.01);
  EXPECT_NEAR(normal.variance, 1, 0.02);
  auto within = [&](double bound) {
    return double(std::count_if(draws.begin(), draws.end(), [&](double x) { return std::abs(x) < bound; })) /
           double(draws.size());
  };
  EXPECT_NEAR(within(1), 0.6827, 0.005);
  EXPECT_NEAR(within(2), 0.9545, 0.003);
  Statistics below(many(100'000, [&] { return double(chance.below(7)); }));
  EXPECT_NEAR(below.mean, 3, 0.02);
  EXPECT_EQ(below.least, 0);
  EXPECT_EQ(below.most, 6);
}

// --- distributions

WeightDistribution fit(std::vector<float> weights) { return WeightDistribution::fit(weights); }

TEST(WeightDistribution, MeanAndDeviationOfWhatWasGood) {
  EXPECT_FALSE(fit({}).is_known);
  WeightDistribution two = fit({0, 1});
  EXPECT_TRUE(two.is_known);
  EXPECT_DOUBLE_EQ(two.mean, 0.5);
  EXPECT_DOUBLE_EQ(two.deviation, 0.5);
  // Distances from 0.25: 0.75, 0.25, 0.25, 0.75; squares 0.5625, 0.0625, twice; 1.25 / 4 = 0.3125.
  WeightDistribution four = fit({-0.5, 0, 0.5, 1});
  EXPECT_DOUBLE_EQ(four.mean, 0.25);
  EXPECT_DOUBLE_EQ(four.deviation, std::sqrt(0.3125));
}

TEST(WeightDistribution, ADeviationOfZeroIsTakenForOne) {
  for (const std::vector<float>& weights :
       {std::vector<float>{0.5}, std::vector<float>{0.5, 0.5, 0.5}, std::vector<float>(7, 0.1f)}) {
    WeightDistribution fitted = fit(weights);
    EXPECT_TRUE(fitted.is_known);
    EXPECT_NEAR(fitted.mean, weights[0], 1e-9);
    EXPECT_DOUBLE_EQ(fitted.deviation, 1);
  }
}

TEST(WeightDistribution, UniformWhileNothingIsKnown) {
  Chance chance(2);
  WeightDistribution unknown;
  Statistics drawn(many(100'000, [&] { return unknown.draw(chance); }));
  EXPECT_NEAR(drawn.mean, 0, 0.01);
  EXPECT_NEAR(drawn.variance, 1.0 / 3, 0.005);
}

// A normal distribution with mean m and deviation d, cut to [-1, 1]: with a = (-1 - m) / d, b = (1 - m) / d,
// density p, share P and Z = P(b) - P(a), the mean is m + d (p(a) - p(b)) / Z and the variance
// d^2 (1 + (a p(a) - b p(b)) / Z - ((p(a) - p(b)) / Z)^2).
TEST(WeightDistribution, NormalCutToTheInterval) {
  Chance chance(4);
  // a = -3, b = 1: p = 0.004432, 0.241971; Z = 0.841345 - 0.001350 = 0.839995;
  // mean 0.5 - 0.5 * 0.282786 = 0.358607; variance 0.25 * (1 - 0.303890 - 0.079968) = 0.154036.
  WeightDistribution cut{true, 0.5, 0.5};
  std::vector<double> draws = many(100'000, [&] { return cut.draw(chance); });
  Statistics drawn(draws);
  EXPECT_NEAR(drawn.mean, 0.358607, 0.005);
  EXPECT_NEAR(drawn.variance, 0.154036, 0.003);
  EXPECT_GE(drawn.least, -1);
  EXPECT_LE(drawn.most, 1);
  // Below 0: (P(-1) - P(-3)) / Z = (0.158655 - 0.001350) / 0.839995 = 0.187269.
  auto below = std::count_if(draws.begin(), draws.end(), [](double x) { return x < 0; });
  EXPECT_NEAR(double(below) / double(draws.size()), 0.187269, 0.005);
  // Of one weight: a = -1, b = 1: variance 1 - 2 * 0.241971 / 0.682689 = 0.291125.
  WeightDistribution one = fit({0});
  Statistics wide(many(100'000, [&] { return one.draw(chance); }));
  EXPECT_NEAR(wide.mean, 0, 0.01);
  EXPECT_NEAR(wide.variance, 0.291125, 0.005);
  // At the border half of it is left: 1 - 0.01 * 0.398942 / 0.5 = 0.992021.
  WeightDistribution border{true, 1, 0.01};
  Statistics half(many(10'000, [&] { return border.draw(chance); }));
  EXPECT_NEAR(half.mean, 0.992021, 0.0005);
  EXPECT_LE(half.most, 1);
}

TEST(WeightDistribution, ReverseIsTheFarthestOfAHundred) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    WeightDistribution good{true, 0.2, 0.4};
    Chance chance(seed), again(seed);
    double reverse = good.draw_reverse(chance), drawn = good.draw(again), farthest = drawn;
    for (int i = 0; i < 100; ++i) {
      double candidate = again.weight();
      if (std::abs(candidate - drawn) > std::abs(farthest - drawn)) farthest = candidate;
    }
    ASSERT_EQ(reverse, farthest) << "seed " << seed;
    EXPECT_EQ(chance.next(), again.next()) << "a hundred, no more and no fewer";
  }
}

// The lowest of 100 uniform draws is 2 / 101 above -1 on average.
TEST(WeightDistribution, ReverseLiesAtTheOtherEnd) {
  Chance chance(6);
  WeightDistribution high{true, 0.8, 0.05}, low{true, -0.8, 0.05};
  Statistics below(many(2000, [&] { return high.draw_reverse(chance); }));
  EXPECT_NEAR(below.mean, -1 + 2.0 / 101, 0.003);
  EXPECT_GE(below.least, -1);
  EXPECT_LT(below.most, -0.5);
  Statistics above(many(2000, [&] { return low.draw_reverse(chance); }));
  EXPECT_NEAR(above.mean, 1 - 2.0 / 101, 0.003);
  EXPECT_GT(above.least, 0.5);
}

std::vector<double> shares(const std::vector<uint64_t>& counts, int draws) {
  Chance chance(8);
  std::vector<double> found(counts.size());
  for (int i = 0; i < draws; ++i) found[draw_by_count(counts, chance)] += 1.0 / draws;
  return found;
}

TEST(DrawByCount, EachAsOftenAsItsCountSays) {
  using testing::DoubleNear;
  EXPECT_THAT(shares({0, 5, 0}, 1000), ElementsAre(0, DoubleNear(1, 1e-9), 0));
  EXPECT_THAT(shares({1, 3, 0, 6}, 100'000),
              ElementsAre(DoubleNear(0.1, 0.005), DoubleNear(0.3, 0.005), 0, DoubleNear(0.6, 0.005)));
  EXPECT_THAT(shares({0, 0, 0, 0}, 100'000), Each(DoubleNear(0.25, 0.005)));
  EXPECT_THAT(shares({9}, 10), ElementsAre(DoubleNear(1, 1e-9)));
}

// 0.78682… (see DrawsTheSameInEveryBuild) of 10 is the eighth of them: behind 1 + 3, and 4 more.
TEST(DrawByCount, ByHand) {
  Chance chance(5489);
  EXPECT_EQ(draw_by_count(std::vector<uint64_t>{1, 3, 4, 2}, chance), 2u);
  Chance again(5489);
  EXPECT_EQ(draw_by_count(std::vector<uint64_t>{1, 3, 3, 3}, again), 3u);
}

// --- features and scores

FeatureMatrix matrix_of(size_t features, const std::vector<std::vector<size_t>>& rows) {
  FeatureMatrix matrix(features);
  for (const std::vector<size_t>& row : rows) {
    matrix.add_row();
    for (size_t feature : row) matrix.set(feature);
  }
  return matrix;
}

TEST(FeatureMatrix, WhatTellsRowsApart) {
  EXPECT_EQ(matrix_of(5, {}).telling(), 0u);
  EXPECT_EQ(matrix_of(5, {{0, 4}}).telling(), 0u);
  EXPECT_EQ(matrix_of(5, {{0, 4}, {0, 4}, {4, 0}}).telling(), 0u);
  // 0: all have it; 1: none; 2, 3: some.
  EXPECT_EQ(matrix_of(4, {{0, 2}, {0, 3}, {0, 2}}).telling(), 2u);
  EXPECT_EQ(matrix_of(200, {{63, 64, 199}, {64, 127, 128}, {64}}).telling(), 4u);
  EXPECT_EQ(matrix_of(0, {{}, {}}).telling(), 0u);
}

TEST(FeatureMatrix, ScoresAreSumsOfWeights) {
  std::vector<float> weights = {0.5f, -0.25f, 1, -1, 0.125f};
  FeatureMatrix matrix = matrix_of(5, {{0, 1}, {}, {2, 3}, {4, 0, 2}, {0, 1, 2, 3, 4}, {1, 1}});
  EXPECT_EQ(matrix.rows(), 6u);
  EXPECT_THAT(matrix.scores(weights), ElementsAre(0.25f, 0, 0, 1.625f, 0.375f, -0.25f));
  // Over several words of bits.
  weights.assign(130, 0);
  weights[63] = 0.5f, weights[64] = -0.125f, weights[127] = 0.25f, weights[129] = -1;
  EXPECT_THAT(matrix_of(130, {{63, 64}, {127, 129}, {0, 128}}).scores(weights),
              ElementsAre(0.375f, -0.75f, 0));
  EXPECT_THAT(matrix_of(0, {{}, {}}).scores({}), ElementsAre(0, 0));
}

TEST(FeatureMatrix, RowsWithTheSameFeaturesAreOfOneKind) {
  std::vector<uint64_t> kinds =
      matrix_of(130, {{0, 129}, {}, {129, 0}, {0}, {129}, {}, {64}, {0, 64}}).kinds();
  ASSERT_EQ(kinds.size(), 8u);
  EXPECT_EQ(kinds[0], kinds[2]);
  EXPECT_EQ(kinds[1], kinds[5]);
  EXPECT_EQ(std::set<uint64_t>(kinds.begin(), kinds.end()).size(), 6u);
  std::vector<uint64_t> none = matrix_of(0, {{}, {}}).kinds();
  ASSERT_EQ(none.size(), 2u);
  EXPECT_EQ(none[0], none[1]);
}

// Keys that are the places themselves leave the order as it is.
TEST(Spread, TheNthOfAKindLosesTheLogarithmOfN) {
  std::vector<float> scores = {0.5f, 0.5f, -1, 0.5f, -1, 0.5f, 3};
  std::vector<uint64_t> kinds = {7, 7, 8, 7, 8, 7, 9}, keys = {0, 1, 2, 3, 4, 5, 6};
  spread(scores, kinds, keys);
  // Of kind 7: 0, 1, log2(3) = 1.58496 and 2; of kind 8: 0 and 1.
  EXPECT_THAT(scores, Pointwise(FloatNear(1e-5f), {0.5f, -0.5f, -1.0f, -1.08496251f, -2.0f, -1.5f, 3.0f}));
  spread({}, {}, {});
}

// All keys 0: the last and the first change places, then the second and what is the first: 1, 2, 0.
TEST(Spread, KeysDrawTheOrder) {
  std::vector<float> scores(3);
  spread(scores, std::vector<uint64_t>(3, 5), std::vector<uint64_t>(3, 0));
  EXPECT_THAT(scores, Pointwise(FloatNear(1e-5f), {-1.58496250f, 0.0f, -1.0f}));
  // Each of four is the first about as often as any other.
  std::vector<int> first(4);
  Chance chance(12);
  for (int i = 0; i < 4000; ++i) {
    std::vector<float> some(4);
    spread(some, std::vector<uint64_t>(4, 5), {{chance.next(), chance.next(), chance.next(), chance.next()}});
    for (size_t place = 0; place < 4; ++place) first[place] += some[place] == 0;
  }
  for (int count : first) EXPECT_NEAR(count, 1000, 120);
}

// 60 score 1 and 60 score 0: of the 30 that are kept, 20 and 10. (The 20th loses log2(20) = 1 + log2(10).)
TEST(Spread, AKindThatScoresOneMoreKeepsTwiceAsMany) {
  std::vector<float> scores;
  std::vector<uint64_t> kinds, keys;
  Chance chance(13);
  for (int i = 0; i < 120; ++i) {
    scores.push_back(i % 2 ? 1 : 0);
    kinds.push_back(uint64_t(i % 2));
    keys.push_back(chance.next());
  }
  spread(scores, kinds, keys);
  int kept[2] = {60, 60};
  for (uint32_t place : lowest(scores, keys, 90)) --kept[place % 2];
  EXPECT_EQ(kept[0], 10);
  EXPECT_EQ(kept[1], 20);
}

TEST(Lowest, ScoresThenKeys) {
  std::vector<float> scores = {3, 1, 2, 1, 0.5f, 1};
  std::vector<uint64_t> keys = {0, 9, 0, 4, 100, 6};
  EXPECT_THAT(lowest(scores, keys, 0), IsEmpty());
  EXPECT_THAT(lowest(scores, keys, 1), ElementsAre(4));
  EXPECT_THAT(lowest(scores, keys, 2), ElementsAre(3, 4));        // of 1 with keys 9, 4, 6: the 4
  EXPECT_THAT(lowest(scores, keys, 3), ElementsAre(3, 4, 5));     // then the 6
  EXPECT_THAT(lowest(scores, keys, 4), ElementsAre(1, 3, 4, 5));  // then the 9
  EXPECT_THAT(lowest(scores, keys, 5), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(lowest(scores, keys, 6), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(lowest(scores, keys, 60), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(lowest({}, {}, 3), IsEmpty());
}

// --- the learner

std::shared_ptr<const Sample> sample(std::vector<ConditionId> features, std::vector<float> weights,
                                     size_t ratio = 0, size_t round = 0) {
  return std::make_shared<Sample>(
      Sample{Way::explore, std::move(features), std::move(weights), ratio, round});
}

PruneConfig config() {
  PruneConfig config;
  config.mode = PruneMode::learned;
  config.rounds = {10};
  config.ratios = {0.2, 0.4};
  return config;
}

// Conditions are "c0", "c1"…, with these numbers.
class LearnerTest : public testing::Test {
 protected:
  std::unique_ptr<Learner> make(const PruneConfig& config, uint64_t seed = 1, unsigned workers = 1) {
    auto learner = std::make_unique<Learner>(config, seed, workers);
    for (uint64_t i = 0; i < 8; ++i) learner->conditions().id({1000 + i, "c" + std::to_string(i)});
    return learner;
  }
  static void finish(Learner& learner, double now = 0) { learner.finish_round(learner.round(), now); }
  std::vector<std::shared_ptr<const Sample>> draws(const Learner& learner, Way way, int count = 9000) {
    std::vector<std::shared_ptr<const Sample>> all;
    for (int i = 0; i < count; ++i)
      if (std::shared_ptr<const Sample> drawn = learner.draw(chance); drawn->way == way) all.push_back(drawn);
    return all;
  }
  // The weights that a feature gets, by its place.
  static Statistics weights(const std::vector<std::shared_ptr<const Sample>>& samples, size_t place) {
    std::vector<double> all;
    for (const std::shared_ptr<const Sample>& each : samples) all.push_back(each->weights[place]);
    return Statistics(all);
  }
  static double share_of_ratio(const std::vector<std::shared_ptr<const Sample>>& samples, size_t ratio) {
    double count = 0;
    for (const std::shared_ptr<const Sample>& each : samples) count += each->ratio == ratio;
    return count / double(samples.size());
  }

  Chance chance{77};
};

TEST_F(LearnerTest, RoundsEndOnce) {
  auto learner = make(config());
  EXPECT_EQ(learner->round(), 0u);
  EXPECT_FALSE(learner->is_over(9.99));
  EXPECT_TRUE(learner->is_over(10));
  learner->finish_round(0, 12);
  EXPECT_EQ(learner->round(), 1u);
  EXPECT_FALSE(learner->is_over(21.9));
  EXPECT_TRUE(learner->is_over(22));
  // Another worker, that thinks it is still the first round.
  uint64_t version = learner->version();
  learner->finish_round(0, 15);
  EXPECT_EQ(learner->round(), 1u);
  EXPECT_EQ(learner->summary().rounds, 1u);
  EXPECT_TRUE(learner->is_over(22));
  EXPECT_EQ(learner->version(), version);
  learner->finish_round(1, 22);
  EXPECT_EQ(learner->summary().rounds, 2u);
  EXPECT_NE(learner->version(), version);
}

TEST_F(LearnerTest, WorkOfAllWorkersIsTheClock) {
  auto one = make(config()), two = make(config(), 1, 2);
  EXPECT_EQ(one->by_work(), 0);
  for (Learner* learner : {one.get(), two.get()}) {
    learner->add_work(work_per_second);
    learner->add_work(work_per_second / 2);
  }
  EXPECT_DOUBLE_EQ(one->by_work(), 1.5);
  EXPECT_DOUBLE_EQ(two->by_work(), 0.75);
}

TEST_F(LearnerTest, BeforeTheFirstRoundEndsNothingIsKnown) {
  auto learner = make(config());
  learner->add({{1, 2}, {0, 1}, nullptr});
  std::shared_ptr<const Sample> drawn = learner->draw(chance);
  ASSERT_TRUE(drawn);
  EXPECT_THAT(drawn->features, IsEmpty());
  EXPECT_THAT(drawn->weights, IsEmpty());
  EXPECT_LT(drawn->ratio, 2u);
  PruneSummary summary = learner->summary();
  EXPECT_EQ(summary.features, 0u);
  EXPECT_EQ(summary.good, 0u);
  EXPECT_THAT(summary.weights, IsEmpty());
}

TEST_F(LearnerTest, FeaturesAreTheConditionsOfGoodTests) {
  auto learner = make(config());
  learner->add({{1, 2, 3}, {0, 3}, nullptr});
  learner->add({{3}, {5}, nullptr});        // the first covers it
  learner->add({{2, 4}, {2, 3}, nullptr});  // 4
  learner->add({{1, 2, 3}, {6}, nullptr});  // as the first
  learner->add({{}, {7}, nullptr});         // nothing of our own
  finish(*learner);
  EXPECT_THAT(learner->draw(chance)->features, ElementsAre(0, 2, 3));
  EXPECT_EQ(learner->summary().features, 3u);
  EXPECT_EQ(learner->summary().good, 2u);
  EXPECT_THAT(learner->summary().weights, IsEmpty()) << "none of them was weighed yet";
  // What covers all of that takes the place of both.
  learner->add({{1, 2, 3, 4}, {1}, nullptr});
  finish(*learner);
  EXPECT_THAT(learner->draw(chance)->features, ElementsAre(1));
  EXPECT_EQ(learner->summary().good, 1u);
  // Of those that cover the same, the first stays, over rounds, too.
  learner->add({{1, 2, 3, 4}, {4}, nullptr});
  finish(*learner);
  EXPECT_THAT(learner->draw(chance)->features, ElementsAre(1));
}

// There may be more tests in a round than are kept.
TEST_F(LearnerTest, ManyTestsOfARound) {
  constexpr uint32_t count = 9000;
  auto learner = make(config());
  std::vector<uint32_t> all;
  for (uint32_t i = 0; i < count; ++i) {
    learner->add({{2 * i, 2 * i + 1}, {0}, nullptr});
    all.push_back(2 * i);
  }
  finish(*learner);
  EXPECT_EQ(learner->summary().good, count);
  // Has half of each: all stay, for the other half.
  learner->add({all, {1}, nullptr});
  finish(*learner);
  EXPECT_EQ(learner->summary().good, count + 1);
  for (uint32_t i = 0; i < count; ++i) all.push_back(2 * i + 1);
  std::sort(all.begin(), all.end());
  learner->add({all, {2}, nullptr});
  finish(*learner);
  EXPECT_EQ(learner->summary().good, 1u);
  EXPECT_THAT(learner->draw(chance)->features, ElementsAre(2));
}

TEST_F(LearnerTest, RoundsThatExplore) {
  PruneConfig three = config();
  three.exploring = 3;
  auto learner = make(three);
  learner->add({{1}, {0}, sample({0}, {0.5f}, 1)});
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(draws(*learner, Way::explore, 1000).size(), 1000u) << "round " << round;
    finish(*learner);
  }
  for (Way way : {Way::explore, Way::exploit, Way::reverse})
    EXPECT_NEAR(double(draws(*learner, way, 9000).size()), 3000, 200) << int(way);
}

class WeighedTest : public LearnerTest {
 protected:
  // Two good tests that were found with weights, two that were not; feature 3 has no weight yet.
  void SetUp() override {
    PruneConfig at_once = config();
    at_once.exploring = 0;
    at_once.rounds = {10, 20};
    learner = make(at_once);
    learner->add({{1, 2, 3, 4}, {0, 1}, sample({0, 1, 2}, {0.5f, -0.5f, 0.25f}, 1, 1)});
    learner->add({{5, 6, 7}, {1, 2}, sample({0, 1, 2}, {0, -1, 0.75f}, 1, 1)});
    learner->add({{8, 9}, {3}, nullptr});
    learner->add({{4, 10}, {1, 3}, nullptr});
    learner->add({{6}, {4}, sample({0, 1, 2, 4}, {1, 1, 1, 1}, 0, 0)});  // not good
    finish(*learner);
  }
  std::unique_ptr<Learner> learner;
};

TEST_F(WeighedTest, Summary) {
  PruneSummary summary = learner->summary();
  EXPECT_EQ(summary.rounds, 1u);
  EXPECT_EQ(summary.features, 4u);
  EXPECT_EQ(summary.good, 4u);
  // The heaviest first: (0.25 + 0.75) / 2, (0.5 + 0) / 2, (-0.5 - 1) / 2.
  ASSERT_EQ(summary.weights.size(), 3u);
  const WeighedCondition &c2 = summary.weights[0], &c0 = summary.weights[1], &c1 = summary.weights[2];
  EXPECT_EQ(c2.condition, "c2");
  EXPECT_DOUBLE_EQ(c2.weight, 0.5);
  EXPECT_EQ(c2.tests, 2u);
  EXPECT_EQ(c2.on_path, 1u);
  EXPECT_EQ(c0.condition, "c0");
  EXPECT_DOUBLE_EQ(c0.weight, 0.25);
  EXPECT_EQ(c0.tests, 2u);
  EXPECT_EQ(c0.on_path, 1u);
  EXPECT_EQ(c1.condition, "c1");
  EXPECT_DOUBLE_EQ(c1.weight, -0.75);
  EXPECT_EQ(c1.tests, 2u);
  EXPECT_EQ(c1.on_path, 3u);
}

// The deviation of each pair is 0.25. Cut to [-1, 1], means are 0.2489 = 0.25 - 0.25 * 0.004432 / 0.99865
// (three deviations to the border) and -0.6779 = -0.75 + 0.25 * 0.241971 / 0.841345 (one), and 0.4864 =
// 0.5 - 0.25 * 0.053991 / 0.97725 (two).
TEST_F(WeighedTest, ExploitingDrawsByWhatWasGood) {
  std::vector<std::shared_ptr<const Sample>> drawn = draws(*learner, Way::exploit, 15'000);
  ASSERT_THAT(drawn.at(0)->features, ElementsAre(0, 1, 2, 3));
  EXPECT_NEAR(weights(drawn, 0).mean, 0.2489, 0.02);
  EXPECT_NEAR(weights(drawn, 1).mean, -0.6779, 0.02);
  EXPECT_NEAR(weights(drawn, 2).mean, 0.4864, 0.02);
  EXPECT_NEAR(weights(drawn, 0).variance, 0.0625, 0.006);
  // New: uniform.
  EXPECT_NEAR(weights(drawn, 3).mean, 0, 0.03);
  EXPECT_NEAR(weights(drawn, 3).variance, 1.0 / 3, 0.02);
  EXPECT_EQ(share_of_ratio(drawn, 1), 1);
}

TEST_F(WeighedTest, ReverseDrawsFarFromWhatWasGood) {
  std::vector<std::shared_ptr<const Sample>> drawn = draws(*learner, Way::reverse, 15'000);
  // What was drawn for c1 is below 0 but for 13 in 10,000, for c0 above 0 but for 15 in 100, for c2 but for
  // 2 in 100; the other end is 1 - 2 / 101 = 0.98 away from 0.
  EXPECT_NEAR(weights(drawn, 1).mean, 0.98, 0.02);
  EXPECT_NEAR(weights(drawn, 0).mean, -0.98 * (0.841 - 0.159), 0.05);
  EXPECT_NEAR(weights(drawn, 2).mean, -0.98 * (0.977 - 0.023), 0.03);
  EXPECT_EQ(share_of_ratio(drawn, 1), 1);
}

TEST_F(WeighedTest, ExploringDrawsByChanceAlone) {
  std::vector<std::shared_ptr<const Sample>> drawn = draws(*learner, Way::explore, 15'000);
  for (size_t place = 0; place < 4; ++place) {
    EXPECT_NEAR(weights(drawn, place).mean, 0, 0.03) << place;
    EXPECT_NEAR(weights(drawn, place).variance, 1.0 / 3, 0.02) << place;
  }
  EXPECT_NEAR(share_of_ratio(drawn, 1), 0.5, 0.03);
}

// Good tests were found in rounds of 20: two of three times that is drawn, else any.
TEST_F(WeighedTest, LengthsOfRounds) {
  double longer = 0;
  constexpr int rounds = 3000;
  for (int i = 0; i < rounds; ++i) {
    longer += !learner->is_over(15);
    EXPECT_EQ(learner->draw(chance)->round, learner->is_over(15) ? 0u : 1u);
    EXPECT_TRUE(learner->is_over(20));
    finish(*learner, 0);
  }
  EXPECT_NEAR(longer / rounds, 2.0 / 3 + 1.0 / 6, 0.03);
}

TEST_F(LearnerTest, LengthsOfRoundsThatExplore) {
  PruneConfig long_ago = config();
  long_ago.exploring = 1'000'000;
  long_ago.rounds = {10, 20, 30, 40};
  auto learner = make(long_ago);
  learner->add({{1}, {0}, sample({0}, {1}, 0, 3)});
  std::map<size_t, double> found;
  for (int i = 0; i < 4000; ++i) {
    finish(*learner, 0);
    size_t length = learner->draw(chance)->round;
    found[length] += 1.0 / 4000;
    EXPECT_FALSE(learner->is_over(10 * double(length + 1) - 0.5));
    EXPECT_TRUE(learner->is_over(10 * double(length + 1)));
  }
  for (size_t length = 0; length < 4; ++length) EXPECT_NEAR(found[length], 0.25, 0.03);
}

// Ratios occur among good tests twice, once and not at all.
TEST_F(LearnerTest, RatiosByHowOftenTheyWereGood) {
  PruneConfig three = config();
  three.exploring = 0;
  three.ratios = {0.2, 0.4, 0.6};
  auto learner = make(three);
  learner->add({{1}, {0}, sample({0}, {0.5f}, 2)});
  learner->add({{2}, {0}, sample({0}, {0.5f}, 0)});
  learner->add({{3}, {0}, sample({0}, {0.5f}, 2)});
  learner->add({{4}, {0}, sample({0}, {0.5f}, 7)});  // of another configuration
  finish(*learner);
  std::vector<std::shared_ptr<const Sample>> drawn = draws(*learner, Way::exploit);
  EXPECT_NEAR(share_of_ratio(drawn, 0), 1.0 / 3, 0.04);
  EXPECT_EQ(share_of_ratio(drawn, 1), 0);
  EXPECT_NEAR(share_of_ratio(drawn, 2), 2.0 / 3, 0.04);
}

bool are_equal(const Sample& a, const Sample& b) {
  return a.way == b.way && a.features == b.features && a.weights == b.weights && a.ratio == b.ratio &&
         a.round == b.round;
}

TEST_F(LearnerTest, TheSameSeedDecidesAlike) {
  PruneConfig early = config();
  early.exploring = 2;
  early.rounds = {10, 20, 30, 40};
  auto decisions = [&](uint64_t seed) {
    auto learner = make(early, seed);
    Chance own(seed);
    std::vector<Sample> all;
    for (uint32_t round = 0; round < 20; ++round) {
      for (uint32_t i = 0; i < 5; ++i) {
        std::shared_ptr<const Sample> drawn = learner->draw(own);
        all.push_back(*drawn);
        learner->add({{10 * round + i}, {(round + i) % 8}, drawn});
      }
      finish(*learner);
    }
    return all;
  };
  std::vector<Sample> first = decisions(5), second = decisions(5), other = decisions(6);
  ASSERT_EQ(first.size(), second.size());
  size_t same = 0;
  for (size_t i = 0; i < first.size(); ++i) {
    EXPECT_TRUE(are_equal(first[i], second[i])) << i;
    same += are_equal(first[i], other[i]);
  }
  EXPECT_LT(same, 10u);  // those of the first round have no weights
}

TEST_F(LearnerTest, WorkersFinishARoundTogether) {
  constexpr unsigned workers = 4;
  constexpr uint64_t rounds = 100;
  auto learner = make(config(), 1, workers);
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < workers; ++worker)
    threads.emplace_back([&, worker] {
      Chance own(worker);
      for (uint32_t i = 0; learner->round() < rounds; ++i) {
        uint64_t round = learner->round();
        learner->add({{i % 50}, {i % 8}, learner->draw(own)});
        learner->finish_round(round, 0);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(learner->round(), rounds);
  EXPECT_EQ(learner->summary().rounds, rounds);
  EXPECT_LE(learner->summary().good, 50u);
  EXPECT_GE(learner->summary().good, 1u);
}

TEST(PruneCounts, AreSummedUp) {
  PruneCounts a{1, 2, 3, 4, 5, 6, 0.5}, b{10, 20, 30, 40, 50, 60, 0.25};
  a.add(b);
  EXPECT_EQ(a.prunings, 11u);
  EXPECT_EQ(a.pruned, 22u);
  EXPECT_EQ(a.brought_back, 33u);
  EXPECT_EQ(a.early_tests, 44u);
  EXPECT_EQ(a.too_few, 55u);
  EXPECT_EQ(a.restarts, 66u);
  EXPECT_DOUBLE_EQ(a.seconds, 0.75);
}

// --- what outlives a session

Learned some_learned(uint64_t rounds = 12) {
  auto shared = sample({0, 2}, {0.5f, -0.75f}, 1, 3);
  auto own = std::make_shared<Sample>(Sample{Way::reverse, {1}, {1}, 0, 2});
  Learned learned;
  learned.rounds = rounds;
  learned.good = {{{1, 2, 300, 70'000}, {0, 2}, shared}, {{0}, {}, nullptr}, {{7, 8}, {1, 2}, shared}};
  learned.inherited = {{{}, {3}, own}};
  return learned;
}

void add_some_conditions(CoreConditions& conditions) {
  for (uint64_t i = 0; i < 4; ++i)
    conditions.id({~uint64_t(0) - i, "arg00[" + std::to_string(i) + "] == 'x'"});
}

std::string packed(uint64_t rounds = 12) {
  CoreConditions conditions;
  add_some_conditions(conditions);
  return pack(some_learned(rounds), conditions);
}

TEST(Learned, ComesBackAsItWas) {
  CoreConditions conditions;
  std::optional<Learned> again = unpack_learned(packed(), conditions);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->rounds, 12u);
  ASSERT_EQ(again->good.size(), 3u);
  ASSERT_EQ(again->inherited.size(), 1u);
  EXPECT_THAT(again->good[0].points, ElementsAre(1, 2, 300, 70'000));
  EXPECT_THAT(again->good[1].points, ElementsAre(0));
  EXPECT_THAT(again->good[1].conditions, IsEmpty());
  EXPECT_FALSE(again->good[1].sample);
  EXPECT_EQ(again->good[0].sample, again->good[2].sample) << "it was one, and is";
  auto words = [&](const std::vector<ConditionId>& ids) {
    std::vector<std::string> all;
    for (ConditionId id : ids) all.push_back(conditions[id].words);
    return all;
  };
  EXPECT_THAT(words(again->good[0].conditions),
              testing::UnorderedElementsAre("arg00[0] == 'x'", "arg00[2] == 'x'"));
  const Sample &shared = *again->good[0].sample, &own = *again->inherited[0].sample;
  EXPECT_THAT(words(shared.features), ElementsAre("arg00[0] == 'x'", "arg00[2] == 'x'"));
  EXPECT_THAT(shared.weights, ElementsAre(0.5f, -0.75f));
  EXPECT_EQ(shared.way, Way::explore);
  EXPECT_EQ(shared.ratio, 1u);
  EXPECT_EQ(shared.round, 3u);
  EXPECT_THAT(words(own.features), ElementsAre("arg00[1] == 'x'"));
  EXPECT_EQ(own.way, Way::reverse);
  EXPECT_THAT(words(again->inherited[0].conditions), ElementsAre("arg00[3] == 'x'"));
  for (ConditionId id = 0; id < conditions.size(); ++id)
    EXPECT_EQ(conditions[id].name, ~uint64_t(0) - uint64_t(conditions[id].words[6] - '0'));
  // And once more: the same bytes.
  std::string bytes = pack(*again, conditions);
  CoreConditions other;
  again = unpack_learned(bytes, other);
  ASSERT_TRUE(again);
  EXPECT_EQ(pack(*again, other), bytes);
  CoreConditions none;
  again = unpack_learned(pack({}, none), none);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->rounds, 0u);
  EXPECT_THAT(again->good, IsEmpty());
}

// The table may know some of them already, by other numbers.
TEST(Learned, ConditionsGetTheNumbersOfTheTable) {
  CoreConditions conditions;
  conditions.id({5, "another"});
  conditions.id({~uint64_t(0) - 2, "arg00[2] == 'x'"});
  std::optional<Learned> again = unpack_learned(packed(), conditions);
  ASSERT_TRUE(again);
  EXPECT_EQ(conditions.size(), 5u);
  // arg00[0] is new and gets 2, arg00[2] has 1: ascending.
  EXPECT_THAT(again->good[0].conditions, ElementsAre(1, 2));
  // A sample's features keep the order of its weights.
  EXPECT_THAT(again->good[0].sample->features, ElementsAre(2, 1));
  EXPECT_THAT(again->good[0].sample->weights, ElementsAre(0.5f, -0.75f));
}

TEST(Learned, DamagedBytesAreRefused) {
  // Several, so that the sum behind them has all kinds of forms.
  for (uint64_t rounds = 0; rounds < 8; ++rounds) {
    const std::string bytes = packed(rounds);
    CoreConditions conditions;
    ASSERT_TRUE(unpack_learned(bytes, conditions));
    for (size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(unpack_learned(bytes.substr(0, size), conditions)) << size << " of " << bytes.size();
    for (size_t i = 0; i < bytes.size(); ++i)
      for (int bit = 0; bit < 8; ++bit) {
        std::string damaged = bytes;
        damaged[i] = char(damaged[i] ^ 1 << bit);
        EXPECT_FALSE(unpack_learned(damaged, conditions))
            << "rounds " << rounds << ", bit " << bit << " of byte " << i << " of " << bytes.size();
      }
    EXPECT_FALSE(unpack_learned(bytes + '\0', conditions));
    EXPECT_FALSE(unpack_learned(bytes + bytes, conditions));
  }
}

// Bytes with the right sum behind them are refused, too, if they make no sense.
TEST(Learned, NonsenseIsRefused) {
  using state::append_number;
  auto unpacks = [](const std::vector<uint64_t>& numbers) {
    std::string bytes;
    for (uint64_t each : numbers) append_number(bytes, each);
    append_number(bytes, base::hash_string(bytes));
    CoreConditions conditions;
    return unpack_learned(bytes, conditions).has_value();
  };
  constexpr uint64_t many = uint64_t(1) << 60, no_sample = ~uint64_t(0);
  // Format, rounds, those of another run, conditions, samples, good tests, inherited tests.
  EXPECT_TRUE(unpacks({1, 3, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(unpacks({2, 3, 0, 0, 0, 0, 0})) << "another format";
  for (size_t i = 2; i < 7; ++i) {
    std::vector<uint64_t> numbers = {1, 3, 0, 0, 0, 0, 0};
    numbers[i] = many;
    EXPECT_FALSE(unpacks(numbers)) << i;
  }
  // One test with two points, 5 and 6, no conditions, no sample.
  EXPECT_TRUE(unpacks({1, 3, 0, 0, 0, 1, 2, 5, 1, 0, no_sample, 0}));
  EXPECT_FALSE(unpacks({1, 3, 0, 0, 0, 1, many, 5, 1, 0, no_sample, 0}));
  EXPECT_FALSE(unpacks({1, 3, 0, 0, 0, 1, 2, 5, UINT32_MAX, 0, no_sample, 0})) << "no such point";
  EXPECT_FALSE(unpacks({1, 3, 0, 0, 0, 1, 2, 5, ~uint64_t(0), 0, no_sample, 0})) << "5, then 4";
  EXPECT_FALSE(unpacks({1, 3, 0, 0, 0, 1, 2, 5, 1, 1, 0, no_sample, 0})) << "no such condition";
  EXPECT_FALSE(unpacks({1, 3, 0, 0, 0, 1, 2, 5, 1, 0, 0, 0})) << "no such sample";
  // A sample without features: its way, ratio and round.
  EXPECT_TRUE(unpacks({1, 3, 0, 0, 1, 0, 2, 0, 0, 0, 0}));
  EXPECT_FALSE(unpacks({1, 3, 0, 0, 1, 0, 3, 0, 0, 0, 0})) << "no such way";
}

TEST_F(LearnerTest, GoesOnWhereAFormerSessionEnded) {
  PruneConfig later = config();
  later.exploring = 2;
  auto former = make(later);
  former->add({{1, 2, 3}, {0, 3}, sample({0, 3}, {0.5f, -0.25f}, 1)});
  former->add({{4}, {1}, nullptr});
  finish(*former);
  EXPECT_EQ(draws(*former, Way::explore, 100).size(), 100u);
  finish(*former);
  later.learned = former->save();
  auto learner = std::make_unique<Learner>(later, 1, 1);
  PruneSummary before = former->summary(), after = learner->summary();
  EXPECT_EQ(after.rounds, 2u);
  EXPECT_EQ(learner->rounds(), 2u);
  EXPECT_EQ(learner->round(), 0u) << "of this session";
  EXPECT_EQ(after.features, 3u);
  EXPECT_EQ(after.good, 2u);
  ASSERT_EQ(after.weights.size(), before.weights.size());
  for (size_t i = 0; i < after.weights.size(); ++i) {
    EXPECT_EQ(after.weights[i].condition, before.weights[i].condition);
    EXPECT_EQ(after.weights[i].weight, before.weights[i].weight);
    EXPECT_EQ(after.weights[i].tests, before.weights[i].tests);
    EXPECT_EQ(after.weights[i].on_path, before.weights[i].on_path);
  }
  // The rounds that explore are over, though this session had none.
  EXPECT_LT(draws(*learner, Way::explore, 900).size(), 400u);
  EXPECT_EQ(share_of_ratio(draws(*learner, Way::exploit, 900), 1), 1);
  // What is covered already is no news, what covers more is.
  learner->add({{1, 2, 3}, {5}, nullptr});
  finish(*learner);
  EXPECT_EQ(learner->summary().good, 2u);
  EXPECT_EQ(learner->summary().features, 3u);
  learner->add({{1, 2, 3, 4}, {}, nullptr});
  finish(*learner);
  EXPECT_EQ(learner->summary().good, 1u);
  EXPECT_EQ(learner->summary().features, 0u);
  EXPECT_EQ(learner->rounds(), 4u);
}

TEST_F(LearnerTest, WhatAnotherProgramTaughtStays) {
  auto former = make(config());
  former->add({{1, 2, 3}, {0, 3}, sample({0, 3}, {0.5f, -0.25f}, 1)});
  finish(*former);
  PruneConfig later = config();
  later.learned = former->save();
  later.is_learned_elsewhere = true;
  for (int session = 0; session < 2; ++session) {
    auto learner = std::make_unique<Learner>(later, 1, 1);
    // The same points: here they are other places.
    learner->add({{1, 2, 3}, {learner->conditions().id({500, "new"})}, nullptr});
    learner->add({{1, 2, 3, 4 + uint32_t(session)}, {}, nullptr});
    finish(*learner);
    PruneSummary summary = learner->summary();
    EXPECT_EQ(summary.good, 2u + uint64_t(session)) << session;
    EXPECT_EQ(summary.features, 2u);
    ASSERT_EQ(summary.weights.size(), 2u);
    EXPECT_EQ(summary.weights[0].condition, "c0");
    EXPECT_EQ(summary.weights[0].weight, 0.5);
    EXPECT_EQ(summary.weights[1].condition, "c3");
    later.learned = learner->save();
    CoreConditions conditions;
    std::optional<Learned> kept = unpack_learned(later.learned, conditions);
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->inherited.size(), 1u);
    EXPECT_THAT(kept->inherited[0].points, IsEmpty()) << "places of another program";
    EXPECT_EQ(kept->good.size(), 1u + size_t(session));
    later.is_learned_elsewhere = false;  // the next session is of the same run
  }
}

TEST_F(LearnerTest, DamageIsAsIfNothingWasLearned) {
  auto former = make(config());
  former->add({{1, 2, 3}, {0, 3}, sample({0, 3}, {0.5f, -0.25f}, 1)});
  finish(*former);
  PruneConfig later = config();
  later.learned = former->save();
  later.learned.back() = char(later.learned.back() ^ 1);
  Learner learner(later, 1, 1);
  EXPECT_EQ(learner.summary().rounds, 0u);
  EXPECT_EQ(learner.summary().good, 0u);
  EXPECT_THAT(learner.draw(chance)->features, IsEmpty());
}

}  // namespace
}  // namespace bonsai::explore
