// Tests per second into a run's database. Arguments: inputs per test, covered points per test, and how many
// tests share a coverage set.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

#include "report/run_store.h"

namespace {

using namespace bonsai::report;

void add_tests(benchmark::State& state) {
  std::string folder = (std::filesystem::temp_directory_path() / "bonsai-bench-XXXXXX").string();
  if (!mkdtemp(folder.data())) return state.SkipWithError("no folder");
  auto store = RunStore::create(folder);
  if (!store) return state.SkipWithError(store.error().message.c_str());
  Test test;
  for (int64_t i = 0; i < state.range(0); ++i) test.inputs.push_back({"input", {1, 2, 3, 4}});
  for (int64_t i = 0; i < state.range(1); ++i) test.points.push_back(uint32_t(5 * i));
  test.tape.resize(40);
  for (auto _ : state) {
    ++test.id;
    test.instructions += 1000;
    if (!test.points.empty() && test.id % uint64_t(state.range(2)) == 0) test.points.back() += 1;
    if (auto added = (*store)->add(test); !added) return state.SkipWithError(added.error().message.c_str());
  }
  if (auto closed = (*store)->close(); !closed) state.SkipWithError(closed.error().message.c_str());
  state.SetItemsProcessed(state.iterations());
  state.counters["bytes/test"] =
      double(std::filesystem::file_size(std::filesystem::path(folder) / RunStore::file_name)) /
      double(state.iterations());
  std::filesystem::remove_all(folder);
}

BENCHMARK(add_tests)->Args({1, 100, 100})->Args({3, 500, 10})->Args({3, 500, 1})->MinTime(3)->UseRealTime();

}  // namespace
