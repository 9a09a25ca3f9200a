// What making and evaluating terms costs. Figures are per term, or per evaluation.

#include <benchmark/benchmark.h>

#include <vector>

#include "expr/evaluate.h"
#include "expr/store.h"

namespace {

using namespace bonsai::expr;

std::vector<const Term*> bytes(TermStore& s, uint64_t count) {
  const Term* array = s.array("in", count);
  std::vector<const Term*> r;
  for (uint64_t i = 0; i < count; ++i) r.push_back(s.symbolic_byte(array, i));
  return r;
}

// The same few terms again: answered by the construction cache.
void make_again(benchmark::State& state) {
  TermStore s;
  const auto b = bytes(s, 64);
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(s.add(b[i & 63], b[(i + 7) & 63]));
    ++i;
  }
}
BENCHMARK(make_again);

// Many different terms again: rewriting runs, the intern table answers.
void make_again_uncached(benchmark::State& state) {
  TermStore s;
  const auto b = bytes(s, 1024);
  size_t i = 0, j = 1;
  const auto next = [&] {
    i = (i + 1) & 1023;
    if (i == 0) j = j % 97 + 1;
    return s.bxor(b[i], b[(i + j) & 1023]);
  };
  for (int n = 0; n < 1024 * 97; ++n) next();
  for (auto _ : state) benchmark::DoNotOptimize(next());
}
BENCHMARK(make_again_uncached);

void make_constant(benchmark::State& state) {
  TermStore s;
  uint64_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(s.constant(32, i++ & 255));
}
BENCHMARK(make_constant);

// Terms never seen before, a checksum's way; collected now and then.
void make_new(benchmark::State& state) {
  TermStore s;
  const auto b = bytes(s, 256);
  std::vector<const Term*> wide;
  for (const Term* t : b) wide.push_back(s.zext(t, 32));
  const Term* sum = wide[0];
  const Term* factor = s.constant(32, 31);
  size_t i = 0;
  for (auto _ : state) {
    sum = s.bxor(s.mul(sum, factor), wide[++i & 255]);
    if ((i & 0xffff) == 0) {
      state.PauseTiming();
      sum = wide[0];
      s.collect([&](const TermStore::Mark& mark) {
        for (const Term* t : wide) mark(t);
        mark(factor);
      });
      state.ResumeTiming();
    }
  }
  state.SetItemsProcessed(state.iterations() * 2);
}
BENCHMARK(make_new);

// A four-byte load of a symbolic word that was stored before.
void store_and_load_word(benchmark::State& state) {
  TermStore s;
  const auto b = bytes(s, 256);
  size_t i = 0;
  for (auto _ : state) {
    const Term* t = s.add(s.zext(b[i & 255], 32), s.zext(b[(i * 7 + 1) & 255], 32));
    ++i;
    const Term* word = s.extract(t, 0, 8);
    for (Width k = 1; k < 4; ++k) word = s.concat(s.extract(t, 8 * k, 8), word);
    benchmark::DoNotOptimize(word);
  }
}
BENCHMARK(store_and_load_word);

// A branch condition over 8 fresh operations under one model, everything new to the memo.
void evaluate_fresh(benchmark::State& state) {
  TermStore s;
  const auto b = bytes(s, 64);
  const Term* array = s.arrays()[0];
  const Term* t = s.zext(b[0], 32);
  for (int i = 1; i < 32; ++i) t = s.bxor(s.mul(t, s.constant(32, 31)), s.zext(b[i], 32));
  const Term* condition = s.ult(t, s.constant(32, 1 << 30));
  Assignment m;
  uint8_t v = 0;
  for (auto _ : state) {
    m.set(array, 3, ++v);
    benchmark::DoNotOptimize(evaluate(s, condition, m));
  }
  state.SetItemsProcessed(state.iterations() * 128);  // 31 each of mul, xor, zext, read, and a few
}
BENCHMARK(evaluate_fresh);

// The usual case: the model is unchanged and one new condition stands on terms already evaluated.
void evaluate_next_condition(benchmark::State& state) {
  TermStore s;
  const auto b = bytes(s, 64);
  std::vector<const Term*> conditions;
  for (uint64_t k = 0; k < 4096; ++k)
    conditions.push_back(s.ult(s.add(b[k & 63], s.constant(8, k >> 6)), s.constant(8, 100)));
  Assignment m;
  m.set(s.arrays()[0], 3, 9);
  size_t i = 0;
  for (auto _ : state) {
    if ((i & 4095) == 0) m.set(s.arrays()[0], 3, 9);
    benchmark::DoNotOptimize(evaluate(s, conditions[i++ & 4095], m));
  }
}
BENCHMARK(evaluate_next_condition);

}  // namespace
