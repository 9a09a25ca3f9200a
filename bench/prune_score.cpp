// What one pruning costs: 100,000 paths, 500 features, each path with some of them: the bits are set, the
// features that tell paths apart counted, all paths scored and spread, and the lowest 60 % chosen.
#include <benchmark/benchmark.h>

#include <memory>

#include "explore/prune/chance.h"
#include "explore/prune/features.h"

namespace {

using namespace bonsai::explore;

constexpr size_t features = 500;

void prune(benchmark::State& run) {
  size_t paths = size_t(run.range(0)), on_path = size_t(run.range(1));
  Chance chance(1);
  // Each with a list of its own, in memory of its own, as paths have them.
  std::vector<std::shared_ptr<std::vector<uint32_t>>> lists;
  std::vector<uint64_t> keys;
  for (size_t i = 0; i < paths; ++i) {
    lists.push_back(std::make_shared<std::vector<uint32_t>>());
    for (size_t j = 0; j < on_path; ++j) lists.back()->push_back(uint32_t(chance.below(features)));
    keys.push_back(chance.next());
  }
  std::vector<float> weights;
  for (size_t i = 0; i < features; ++i) weights.push_back(float(chance.weight()));
  for (auto _ : run) {
    FeatureMatrix matrix(features);
    matrix.reserve(paths);
    for (const auto& list : lists) {
      matrix.add_row();
      for (uint32_t feature : *list) matrix.set(feature);
    }
    benchmark::DoNotOptimize(matrix.telling());
    std::vector<float> scores = matrix.scores(weights);
    spread(scores, matrix.kinds(), keys);
    benchmark::DoNotOptimize(lowest(scores, keys, paths * 6 / 10));
  }
}
BENCHMARK(prune)
    ->Args({100'000, 10})
    ->Args({100'000, 50})
    ->Args({100'000, 200})
    ->Unit(benchmark::kMillisecond);

}  // namespace
