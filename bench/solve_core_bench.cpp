// Core 1 on streams of questions as symbolic execution asks them: paths grow, siblings fork, no question is
// repeated, a question carries only the constraints that share bytes with it, and only the side of a branch
// that the path's model does not take is asked.
//
// The prices in src/solve/bitblast/instance_cache.h and the options of the SAT solver are chosen with these.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "base/hash.h"
#include "expr/evaluate.h"
#include "expr/support.h"
#include "solve/bitblast_core.h"

namespace bonsai::solve {
namespace {

using expr::Assignment;
using expr::Term;
using expr::TermStore;

struct Question {
  std::vector<const Term*> constraints;
  const Term* question;
};

// The condition of the n-th branch of the path that made these decisions.
using Program = std::function<const Term*(TermStore& store, const std::vector<bool>& taken)>;

struct Path {
  std::vector<const Term*> constraints;
  std::vector<bool> taken;
  Assignment model;
};

std::vector<const Term*> group_of(const Term* question, const std::vector<const Term*>& path) {
  std::vector<bool> in(path.size(), false);
  std::vector<const expr::Support*> supports{question->support()};
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t i = 0; i < path.size(); ++i) {
      if (in[i]) continue;
      if (std::none_of(supports.begin(), supports.end(),
                       [&](const auto* s) { return s->intersects(*path[i]->support()); }))
        continue;
      in[i] = grown = true;
      supports.push_back(path[i]->support());
    }
  }
  std::vector<const Term*> group;
  for (size_t i = 0; i < path.size(); ++i)
    if (in[i]) group.push_back(path[i]);
  return group;
}

// Explores the program, depth first or in random order, until `count` questions were asked.
std::vector<Question> explore(TermStore& store, const Program& program, size_t depth, size_t count,
                              bool random) {
  BitblastCore core(store);
  std::vector<Question> questions;
  std::vector<Path> paths(1);
  uint64_t state = 1;
  while (!paths.empty() && questions.size() < count) {
    const size_t at = random ? base::hash_mix(++state, 0xd6e8feb86659fd93u) % paths.size() : paths.size() - 1;
    std::swap(paths[at], paths.back());
    Path path = std::move(paths.back());
    paths.pop_back();
    const Term* condition = program(store, path.taken);
    const bool side = expr::holds(store, condition, path.model);
    const Term* other = side ? store.lnot(condition) : condition;
    if (!other->is_constant()) {
      questions.push_back({group_of(other, path.constraints), other});
      Path sibling = path;
      if (core.check(questions.back().constraints, other, {}, &sibling.model, nullptr) == Answer::sat) {
        sibling.constraints.push_back(other);
        sibling.taken.push_back(!side);
        path.constraints.push_back(store.lnot(other));
        if (sibling.taken.size() < depth) paths.push_back(std::move(sibling));
      }
    }
    path.taken.push_back(side);
    if (path.taken.size() < depth) paths.push_back(std::move(path));
  }
  return questions;
}

const Term* byte(TermStore& store, uint64_t i) { return store.symbolic_byte(store.array("in", 64), i); }
const Term* byte32(TermStore& store, uint64_t i) { return store.zext(byte(store, i), 32); }

// A lexer: each byte is compared with some characters and a range, then with its neighbour.
const Term* lexer(TermStore& store, const std::vector<bool>& taken) {
  const uint64_t i = taken.size() / 4;
  const Term* b = byte(store, i);
  switch (taken.size() % 4) {
    case 0: return store.ult(b, store.constant(8, 'a'));
    case 1: return store.ult(b, store.constant(8, taken.back() ? '0' : 'z'));
    case 2: return store.eq(b, store.constant(8, 'x' + (i & 3)));
    default: return store.ult(b, byte(store, i == 0 ? 1 : i - 1));
  }
}

// A comparison of two strings, then a search for a character.
const Term* strings(TermStore& store, const std::vector<bool>& taken) {
  const uint64_t i = taken.size();
  if (i % 2 == 0) return store.eq(byte(store, i / 2), store.zero(8));
  return store.eq(byte(store, i / 2), byte(store, i / 2 + 12));
}

// A running checksum of 32 bits, compared with a limit or masked after each byte.
const Term* checksum(TermStore& store, const std::vector<bool>& taken) {
  const Term* sum = store.constant(32, 1);
  for (uint64_t i = 0; i <= taken.size() / 2; ++i) {
    const bool odd = 2 * i < taken.size() && taken[2 * i];
    sum = store.add(store.mul(sum, store.constant(32, odd ? 31 : 33)), byte32(store, i));
  }
  if (taken.size() % 2 == 0)
    return store.eq(store.band(sum, store.constant(32, 7)), store.constant(32, taken.size() & 7));
  return store.ult(store.extract(sum, 8, 16), store.constant(16, 0x4321));
}

// Character classes from a table, and a CRC over the bytes so far.
const Term* tables(TermStore& store, const std::vector<bool>& taken) {
  std::vector<uint64_t> crc(256), classes(256);
  for (uint64_t i = 0; i < 256; ++i) {
    uint64_t c = i;
    for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    crc[i] = c;
    classes[i] = static_cast<uint64_t>(std::isalpha(static_cast<int>(i)) != 0) |
                 static_cast<uint64_t>(std::isdigit(static_cast<int>(i)) != 0) << 1 |
                 static_cast<uint64_t>(std::ispunct(static_cast<int>(i)) != 0) << 2;
  }
  const uint64_t n = taken.size() / 3;
  if (taken.size() % 3 < 2) {
    const Term* c = store.read(store.table(classes, 8), store.zext(byte(store, n), 64));
    return store.ne(store.band(c, store.constant(8, uint64_t{1} << (taken.size() % 3))), store.zero(8));
  }
  const Term* sum = store.all_ones(32);
  for (uint64_t i = 0; i <= n && i < 4; ++i) {
    const Term* index = store.zext(store.bxor(store.trunc(sum, 8), byte(store, i)), 64);
    sum = store.bxor(store.read(store.table(crc, 32), index), store.lshr(sum, store.constant(32, 8)));
  }
  return store.ult(sum, store.constant(32, 0x30000000u + 77777 * n));
}

// Numbers parsed from digits, used as indices with bounds.
const Term* pointers(TermStore& store, const std::vector<bool>& taken) {
  const uint64_t n = taken.size() / 2;
  if (taken.size() % 2 == 0)
    return store.ult(store.add(byte(store, n), store.constant(8, -uint64_t{'0'})), store.constant(8, 10));
  const Term* value = store.zero(64);
  for (uint64_t i = 0; i <= n; ++i) {
    if (!taken[2 * i]) continue;
    const Term* digit = store.add(store.zext(byte(store, i), 64), store.constant(64, -uint64_t{'0'}));
    value = store.add(store.mul(value, store.constant(64, 10)), digit);
  }
  const Term* address = store.add(store.constant(64, 0x10000), store.mul(value, store.constant(64, 24)));
  return store.ult(store.add(address, store.constant(64, 8)), store.constant(64, 0x10000 + (240u << n)));
}

struct Shape {
  const char* name;
  Program program;
  size_t depth;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {{"lexer", lexer, 60},
                                         {"strings", strings, 24},
                                         {"checksum", checksum, 24},
                                         {"tables", tables, 18},
                                         {"pointers", pointers, 20}};
  return all;
}

void ask_stream(benchmark::State& state, const Shape& shape, bool random) {
  TermStore store;
  const std::vector<Question> questions = explore(store, shape.program, shape.depth, 3000, random);
  for (auto _ : state) {
    BitblastCore core(store);
    for (const Question& q : questions) {
      Assignment model;
      std::vector<uint32_t> unsat_core;
      benchmark::DoNotOptimize(core.check(q.constraints, q.question, {}, &model, &unsat_core));
    }
  }
  state.counters["per_question"] =
      benchmark::Counter(static_cast<double>(questions.size()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

[[maybe_unused]] const bool registered = [] {
  for (const Shape& shape : shapes())
    for (bool random : {false, true})
      benchmark::RegisterBenchmark(
          (std::string("core_stream/") + shape.name + (random ? "/random" : "/dfs")).c_str(),
          [&shape, random](benchmark::State& state) { ask_stream(state, shape, random); })
          ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace bonsai::solve
