// What a fork costs: it must not depend on how much the state holds. And the first writes after it copy one
// page each.
#include <benchmark/benchmark.h>

#include "state/state.h"

namespace {

using namespace bonsai;

ir::Function function_with_registers() {
  ir::Function function;
  function.register_count = 20;
  return function;
}

// A state with `objects` objects of 64 bytes, all written, and 100 frames.
std::unique_ptr<state::State> make_state(state::Tags& tags, const ir::Function& function, uint64_t objects) {
  auto s = std::make_unique<state::State>(8, tags);
  for (uint64_t i = 0; i < objects; ++i) {
    state::ObjectRef object(state::Object::make(s->owner, 0x10000 + i * 256, 64, {}));
    object->write_plain(s->owner, 0, &i, sizeof i);
    s->memory.bind(s->owner, object);
  }
  for (uint32_t depth = 0; depth < 100; ++depth) {
    state::Frame* frame = state::Frame::make(s->owner, function);
    state::FrameRef held(frame);
    frame->parent = std::move(s->top);
    s->top = std::move(held);
  }
  return s;
}

void fork_state(benchmark::State& run) {
  state::Tags tags;
  ir::Function function = function_with_registers();
  auto s = make_state(tags, function, uint64_t(run.range(0)));
  const state::Object* before = s->memory.find(0x10000);
  uint32_t references = before->refs;
  for (auto _ : run) benchmark::DoNotOptimize(s->fork(tags));
  // No object was touched: neither copied nor even counted.
  if (s->memory.find(0x10000) != before || before->refs != references)
    run.SkipWithError("the fork touched an object");
}
BENCHMARK(fork_state)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000);

// One fork, then a first write to each of 100 objects: the counter says how many pages were copied for each.
void first_writes_after_fork(benchmark::State& run) {
  state::Tags tags;
  ir::Function function = function_with_registers();
  auto s = make_state(tags, function, uint64_t(run.range(0)));
  uint64_t copied_pages = 0, writes = 0;
  for (auto _ : run) {
    auto other = s->fork(tags);
    for (uint64_t i = 0; i < 100; ++i) {
      uint64_t base = 0x10000 + i * (uint64_t(run.range(0)) / 100) * 256;
      const state::Page* before = other->memory.find(base)->page(0);
      bool copied;
      state::Object* object = other->memory.writable(other->owner, base, copied);
      for (uint64_t word = 0; word < 4; ++word) object->write_plain(other->owner, word * 8, &i, sizeof i);
      copied_pages += object->page(0) != before;
      ++writes;
    }
  }
  run.counters["pages_copied_per_object"] = double(copied_pages) / double(writes);
  run.SetItemsProcessed(int64_t(writes));
}
BENCHMARK(first_writes_after_fork)->Arg(100)->Arg(1000)->Arg(10000);

}  // namespace
