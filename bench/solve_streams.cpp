// Measures the solver chain and its cores, on queries of the shapes that symbolic execution makes.
//
//   solve_streams [--paths N] [--rounds N] [--seed N]
//                                          query streams: core 1, z3 incremental and the whole chain
//   solve_streams --all-to-core            the same with every layer off, so that all queries reach the cores
//   solve_streams --groups                 cost of adding a constraint to a long path condition, and of a
//   fork solve_streams --tables                 look-ups in constant tables of up to 65,536 entries
//   solve_streams --floats                 x*x == 2 and x+1 == x
//
// A stream is a small program explored depth first: at each branch the side that the path's model does not
// take is asked about; prefixes grow and siblings fork. No query is asked twice. Queries that reach the core
// are recorded and asked again, in the same order, of a fresh core 1 and of one z3 process with push and pop.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "solve/bitblast_core.h"
#include "solve/chain.h"
#include "solve/query_log.h"
#include "solve/smtlib_core.h"

using namespace bonsai;
using namespace bonsai::solve;
using expr::Term;

namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

struct Times {
  std::vector<double> all;  // microseconds
  void add(double t) { all.push_back(t); }
  void add(const Times& other) { all.insert(all.end(), other.all.begin(), other.all.end()); }
  double quantile(double q) const {
    if (all.empty()) return 0;
    std::vector<double> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    return sorted[std::min(sorted.size() - 1, size_t(q * double(sorted.size())))];
  }
  double total() const {
    double sum = 0;
    for (double t : all) sum += t;
    return sum;
  }
};

struct Recorded {
  std::vector<const Term*> constraints;
  const Term* question;
  Answer answer;
};

// Passes queries on and keeps them.
class RecordingCore : public Core {
 public:
  RecordingCore(std::unique_ptr<Core> core, std::vector<Recorded>& log) : core_(std::move(core)), log_(log) {}
  Answer check(std::span<const Term* const> constraints, const Term* question, const Limits& limits,
               expr::Assignment* model, std::vector<uint32_t>* core) override {
    const Answer answer = core_->check(constraints, question, limits, model, core);
    log_.push_back({{constraints.begin(), constraints.end()}, question, answer});
    return answer;
  }
  void visit_roots(const expr::TermStore::Mark& mark) const override { core_->visit_roots(mark); }

 private:
  std::unique_ptr<Core> core_;
  std::vector<Recorded>& log_;
};

// Explores a program: a function that calls branch() and does the same for the same answers.
class Explorer {
 public:
  Explorer(expr::TermStore& store, Chain& chain) : store(store), chain_(chain) {}

  bool branch(const Term* condition) {
    if (condition->is_constant()) return condition->is_true();
    if (position_ < path_.size()) return path_[position_++];
    const bool side = expr::holds(store, condition, *pc_.model());
    const Term* taken = side ? condition : store.lnot(condition);
    const Term* other = store.lnot(taken);
    if (is_new(other)) {
      const auto start = Clock::now();
      Reply reply = chain_.may_be_true(pc_, other);
      times.add(microseconds(Clock::now() - start));
      if (reply.answer == Answer::sat) {
        Pending sibling{path_, pc_};
        sibling.path.push_back(!side);
        chain_.assume(sibling.pc, other, reply.model);
        pending_.push_back(std::move(sibling));
      }
    }
    chain_.assume(pc_, taken, pc_.model());
    path_.push_back(side);
    ++position_;
    return side;
  }

  void explore(const std::function<void(Explorer&)>& program, unsigned paths) {
    pending_.push_back({});
    for (unsigned i = 0; i < paths && !pending_.empty(); ++i) {
      Pending next = std::move(pending_.back());
      pending_.pop_back();
      path_ = std::move(next.path);
      pc_ = std::move(next.pc);
      position_ = 0;
      program(*this);
    }
  }

  expr::TermStore& store;
  Times times;

 private:
  struct Pending {
    std::vector<bool> path;
    PathCondition pc;
  };
  bool is_new(const Term* question) {
    std::vector<const Term*> set;
    pc_.touched(*question->support(), set);
    std::vector<uint64_t> ids{question->id()};
    for (const Term* term : set) ids.push_back(term->id());
    std::sort(ids.begin() + 1, ids.end());
    return asked_.insert(std::move(ids)).second;
  }

  Chain& chain_;
  std::vector<bool> path_;
  size_t position_ = 0;
  PathCondition pc_;
  std::vector<Pending> pending_;
  std::set<std::vector<uint64_t>> asked_;
};

struct Stream {
  const char* name;
  std::function<void(Explorer&, uint64_t seed)> program;
};

const Term* load(expr::TermStore& s, const Term* array, uint64_t at, unsigned bytes) {
  const Term* all = s.symbolic_byte(array, at);
  for (unsigned i = 1; i < bytes; ++i) all = s.concat(s.symbolic_byte(array, at + i), all);
  return all;
}

// A lexer: classes of characters, digits to a number, the number compared.
void byte_comparisons(Explorer& e, uint64_t seed) {
  auto& s = e.store;
  const Term* in = s.array("in", 32);
  const Term* number = s.zero(32);
  std::mt19937_64 random(seed);
  for (uint64_t i = 0; i < 12; ++i) {
    const Term* c = s.symbolic_byte(in, i);
    if (e.branch(s.eq(c, s.zero(8)))) return;
    if (e.branch(s.ult(s.sub(c, s.constant(8, '0')), s.constant(8, 10)))) {
      number = s.add(s.mul(number, s.constant(32, 10)), s.zext(s.sub(c, s.constant(8, '0')), 32));
      if (e.branch(s.ult(s.constant(32, 100 + random() % 1000), number))) return;
    } else if (e.branch(s.eq(c, s.constant(8, 32 + random() % 15)))) {
      if (e.branch(s.eq(number, s.constant(32, random() % 500)))) return;
      number = s.zero(32);
    } else if (e.branch(s.sle(s.constant(8, 'a'), c)) && e.branch(s.sle(c, s.constant(8, 'z')))) {
      number = s.bxor(number, s.zext(c, 32));
    } else {
      return;
    }
  }
}

// strlen, strcmp of two symbolic strings, strchr.
void string_scans(Explorer& e, uint64_t seed) {
  auto& s = e.store;
  const Term* a = s.array("a", 24);
  const Term* b = s.array("b", 24);
  std::mt19937_64 random(seed);
  const Term* wanted = s.constant(8, 33 + random() % 90);
  uint64_t length = 0;
  while (length < 16 && !e.branch(s.eq(s.symbolic_byte(a, length), s.zero(8)))) ++length;
  for (uint64_t i = 0; i <= length; ++i) {
    const Term *x = s.symbolic_byte(a, i), *y = s.symbolic_byte(b, i);
    if (e.branch(s.ne(x, y))) {
      e.branch(s.slt(x, y));
      break;
    }
    if (e.branch(s.eq(s.bor(x, s.constant(8, 0x20)), wanted))) break;
  }
  for (uint64_t i = 0; i < length; ++i)
    if (e.branch(s.ult(s.symbolic_byte(a, i), s.symbolic_byte(a, i + 1)))) break;
}

// Internet checksum, Fletcher, a multiplicative hash, against fields of the message.
void checksums(Explorer& e, uint64_t seed) {
  auto& s = e.store;
  const Term* in = s.array("packet", 32);
  std::mt19937_64 random(seed);
  const Term* sum = s.zero(32);
  const Term *f1 = s.zero(16), *f2 = s.zero(16);
  const Term* hash = s.constant(32, 5381);
  for (uint64_t i = 0; i < 6; ++i) {
    sum = s.add(sum, s.zext(load(s, in, 2 * i, 2), 32));
    f1 = s.urem(s.add(f1, s.zext(s.symbolic_byte(in, i), 16)), s.constant(16, 255));
    f2 = s.add(f2, f1);
    hash = s.add(s.mul(hash, s.constant(32, 33)), s.zext(s.symbolic_byte(in, i), 32));
    if (e.branch(s.eq(s.symbolic_byte(in, i), s.constant(8, random() % 256)))) break;
  }
  const Term* folded = s.add(s.zext(s.trunc(sum, 16), 32), s.lshr(sum, s.constant(32, 16)));
  if (e.branch(s.eq(s.trunc(folded, 16), load(s, in, 14, 2)))) {
    if (e.branch(s.ult(s.trunc(f1, 16), s.constant(16, random() % 200)))) return;
    e.branch(s.eq(f2, s.constant(16, random() % 1000)));
  } else if (e.branch(s.eq(s.urem(hash, s.constant(32, 1024)), s.constant(32, random() % 1024)))) {
    e.branch(s.eq(s.extract(hash, 8, 8), s.symbolic_byte(in, 20)));
  }
}

// isalpha-like tables, a state machine, a table of 32-bit values (as CRC's).
void table_lookups(Explorer& e, uint64_t seed) {
  auto& s = e.store;
  const Term* in = s.array("text", 24);
  std::mt19937_64 random(seed);
  std::vector<uint64_t> classes(256), next(256), crc(256);
  for (unsigned i = 0; i < 256; ++i) {
    classes[i] = (i >= 'a' && i <= 'z') | ((i >= '0' && i <= '9') << 1) | ((i == ' ') << 2);
    next[i] = (i * 7 + i / 8) % 16;
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    crc[i] = c;
  }
  const Term *t = s.table(classes, 8), *n = s.table(next, 8), *r = s.table(crc, 32);
  const Term* state = s.zero(8);
  const Term* code = s.all_ones(32);
  for (uint64_t i = 0; i < 6; ++i) {
    const Term* c = s.symbolic_byte(in, i);
    const Term* kind = s.read(t, s.zext(c, 64));
    if (!e.branch(s.ne(s.band(kind, s.constant(8, 1 + random() % 7)), s.zero(8)))) return;
    state = s.read(n, s.zext(s.add(s.shl(state, s.constant(8, 4)), s.band(c, s.constant(8, 15))), 64));
    if (e.branch(s.eq(state, s.constant(8, random() % 16)))) return;
    if (i < 3)
      code = s.bxor(s.lshr(code, s.constant(32, 8)), s.read(r, s.zext(s.bxor(s.trunc(code, 8), c), 64)));
  }
  e.branch(s.eq(s.trunc(code, 8), s.constant(8, random() % 256)));
}

// Bounds checks and alignment of computed addresses; a symbolic index into symbolic memory.
void pointer_arithmetic(Explorer& e, uint64_t seed) {
  auto& s = e.store;
  const Term* in = s.array("header", 32);
  std::mt19937_64 random(seed);
  const uint64_t base = 0x7f0000001000 + 4096 * (random() % 64);
  const Term* limit = s.constant(64, base + 256);
  const Term* pointer = s.constant(64, base);
  for (uint64_t i = 0; i < 6; ++i) {
    const Term* offset = s.zext(load(s, in, 2 * i, 2), 64);
    const Term* address = s.add(pointer, s.mul(offset, s.constant(64, 1 + random() % 12)));
    if (!e.branch(s.ule(s.add(address, s.constant(64, 4)), limit))) return;
    if (e.branch(s.ne(s.band(address, s.constant(64, 3)), s.zero(64)))) return;
    const Term* index = s.sub(address, s.constant(64, base));
    const Term* byte = s.read(s.array("memory", 256), s.band(index, s.constant(64, 255)));
    if (e.branch(s.ult(byte, s.constant(8, 1 + random() % 254)))) return;
    pointer = s.add(address, s.zext(s.band(byte, s.constant(8, 7)), 64));
  }
}

const std::vector<Stream>& streams() {
  static const std::vector<Stream> all = {{"byte comparisons", byte_comparisons},
                                          {"string scans", string_scans},
                                          {"checksums", checksums},
                                          {"table look-ups", table_lookups},
                                          {"pointer arithmetic", pointer_arithmetic}};
  return all;
}

Times replay(Core& core, const std::vector<Recorded>& log, uint64_t& different) {
  Times times;
  for (const Recorded& query : log) {
    expr::Assignment model;
    const auto start = Clock::now();
    const Answer answer = core.check(query.constraints, query.question, Limits{}, &model, nullptr);
    times.add(microseconds(Clock::now() - start));
    different += answer != query.answer;
  }
  return times;
}

void print_row(const char* name, size_t asked, const Times& chain, size_t reached, const Times& core,
               const Times& z3) {
  std::printf("%-20s %7zu %8.1f %8.0f %9.1f %8zu %8.1f %8.0f %9.1f %8.0f %8.0f %9.1f %7.1f %7.1f\n", name,
              asked, chain.quantile(0.5), chain.quantile(0.99), chain.total() / 1000, reached,
              core.quantile(0.5), core.quantile(0.99), core.total() / 1000, z3.quantile(0.5),
              z3.quantile(0.99), z3.total() / 1000,
              core.quantile(0.5) > 0 ? z3.quantile(0.5) / core.quantile(0.5) : 0,
              core.total() > 0 ? z3.total() / core.total() : 0);
}

void run_streams(unsigned paths, uint64_t rounds, uint64_t seed, bool all_to_core) {
  std::printf("%-20s %35s %8s %27s %26s %15s\n", "", "whole chain", "", "core 1", "z3 incremental",
              "z3 / core 1");
  std::printf("%-20s %7s %8s %8s %9s %8s %8s %8s %9s %8s %8s %9s %7s %7s\n", "stream", "queries", "med us",
              "p99 us", "sum ms", "to core", "med us", "p99 us", "sum ms", "med us", "p99 us", "sum ms",
              "median", "total");
  Times all_chain, all_core, all_z3;
  size_t asked = 0, reached = 0;
  uint64_t different = 0;
  ChainStatistics statistics;
  for (const Stream& stream : streams()) {
    Times chain_times, core_times, z3_times;
    size_t stream_asked = 0, stream_reached = 0;
    for (uint64_t round = 0; round < rounds; ++round) {
      expr::TermStore store;
      std::vector<Recorded> log;
      Config config;
      if (all_to_core)
        config.rewrite = config.ranges = config.reuse = config.repair = config.cache = config.enumerate =
            false;
      Chain chain(store, config,
                  {std::make_unique<RecordingCore>(std::make_unique<BitblastCore>(store), log), nullptr});
      Explorer explorer(store, chain);
      explorer.explore([&](Explorer& e) { stream.program(e, seed + round); }, paths);
      chain_times.add(explorer.times);
      stream_asked += explorer.times.all.size();
      stream_reached += log.size();
      BitblastCore fresh(store);
      core_times.add(replay(fresh, log, different));
      SmtlibCore process(store);
      z3_times.add(replay(process, log, different));
      const ChainStatistics& one = chain.statistics();
      if (statistics.layers.empty()) statistics.layers.resize(one.layers.size());
      for (size_t i = 0; i < one.layers.size(); ++i) {
        statistics.layers[i].name = one.layers[i].name;
        statistics.layers[i].asked += one.layers[i].asked;
        statistics.layers[i].sat += one.layers[i].sat;
        statistics.layers[i].unsat += one.layers[i].unsat;
        statistics.layers[i].seconds += one.layers[i].seconds;
      }
      statistics.bad_models += one.bad_models;
    }
    print_row(stream.name, stream_asked, chain_times, stream_reached, core_times, z3_times);
    all_chain.add(chain_times);
    all_core.add(core_times);
    all_z3.add(z3_times);
    asked += stream_asked;
    reached += stream_reached;
  }
  print_row("all", asked, all_chain, reached, all_core, all_z3);
  std::printf("\nanswers that differ: %llu, models rejected: %llu\n\n",
              static_cast<unsigned long long>(different),
              static_cast<unsigned long long>(statistics.bad_models));
  std::printf("%-10s %8s %8s %8s %10s %12s\n", "layer", "asked", "sat", "unsat", "ms", "us per query");
  for (const LayerStatistics& layer : statistics.layers)
    std::printf("%-10s %8llu %8llu %8llu %10.1f %12.2f\n", std::string(layer.name).c_str(),
                static_cast<unsigned long long>(layer.asked), static_cast<unsigned long long>(layer.sat),
                static_cast<unsigned long long>(layer.unsat), layer.seconds * 1000,
                layer.asked ? layer.seconds * 1e6 / double(layer.asked) : 0);
}

// Medians of the time for one addition, around the 100th, 1,000th and 10,000th.
void run_groups() {
  expr::TermStore store;
  const Term* x = store.array("x", 1 << 16);
  auto byte = [&](uint64_t i) { return store.symbolic_byte(x, i); };
  auto sum = [&](uint64_t i, uint64_t j, uint64_t limit) {
    return store.ult(store.add(byte(i), byte(j)), store.constant(8, limit));
  };
  const std::pair<const char*, std::function<const Term*(uint64_t)>> shapes[] = {
      {"independent", [&](uint64_t i) { return store.ult(byte(i), store.constant(8, 200)); }},
      {"one group, a chain", [&](uint64_t i) { return sum(i, i + 1, 200); }},
      {"one group, a hub",
       [&](uint64_t i) { return store.ne(store.concat(byte(0), byte(i)), store.constant(16, 77)); }}};
  std::printf("%-20s %10s %10s %10s %12s %14s\n", "constraints", "100th ns", "1000th", "10000th", "ratio",
              "fork ns");
  for (const auto& [name, make] : shapes) {
    std::vector<const Term*> terms;
    for (uint64_t i = 0; i < 10200; ++i) terms.push_back(make(i));
    Times early, middle, late, fork;
    for (int round = 0; round < 5; ++round) {
      PathCondition pc;
      for (uint64_t i = 0; i < terms.size(); ++i) {
        const auto start = Clock::now();
        pc.add(store, terms[i], terms[i], pc.model());
        const double took = microseconds(Clock::now() - start) * 1000;
        if (i >= 50 && i < 150) early.add(took);
        if (i >= 950 && i < 1050) middle.add(took);
        if (i >= 10000) late.add(took);
        if (i % 100 == 0) {
          const auto before = Clock::now();
          PathCondition copy = pc;
          fork.add(microseconds(Clock::now() - before) * 1000);
        }
      }
    }
    std::printf("%-20s %10.0f %10.0f %10.0f %12.2f %14.0f\n", name, early.quantile(0.5), middle.quantile(0.5),
                late.quantile(0.5), late.quantile(0.5) / early.quantile(0.5), fork.quantile(0.5));
  }
}

void time_query(Chain& chain, const char* name, const Term* question, double limit_seconds) {
  chain.set_work_per_query(bonsai::solve::Work(limit_seconds * 1e9));
  const auto start = Clock::now();
  const Reply reply = chain.may_be_true({}, question);
  std::printf("%-44s %-8s %10.1f ms\n", name, std::string(answer_name(reply.answer)).c_str(),
              microseconds(Clock::now() - start) / 1000);
  std::fflush(stdout);
}

void run_tables() {
  for (unsigned width : {8u, 32u}) {
    for (uint64_t size : {256u, 4096u, 65536u}) {
      expr::TermStore store;
      Config config;
      config.solver = Solver::bonsai;
      Chain chain(store, config);
      std::mt19937_64 random(size + width);
      std::vector<uint64_t> t(size), u(size);
      for (uint64_t i = 0; i < size; ++i) {
        // Multiples of 5, small enough that a sum does not wrap: what is not one is not there, and no known
        // bit tells.
        t[i] = 5 * (random() % (Term::mask(width - 1) / 5));
        u[i] = 5 * (random() % (Term::mask(width - 1) / 5));
      }
      const Term *tt = store.table(t, width), *tu = store.table(u, width);
      const unsigned bits = size == 256 ? 8 : size == 4096 ? 12 : 16;
      auto index = [&](const char* name) {
        return store.zext(store.extract(load(store, store.array(name, 2), 0, 2), 0, bits), 64);
      };
      const Term *x = index("x"), *y = index("y");
      auto at = [&](const Term* table, const Term* i) { return store.read(table, i); };
      const Term* inner = store.zext(store.resize(at(tt, x), bits), 64);
      const auto constant = [&](uint64_t v) { return store.constant(width, v); };
      const uint64_t there = t[size / 3], twice = t[t[size / 5] & (size - 1)], both = t[7] + u[9];
      const std::string head = std::to_string(size) + " x " + std::to_string(width / 8) + ": ";
      auto ask = [&](const std::string& name, const Term* question) {
        time_query(chain, (head + name).c_str(), question, 10);
      };
      ask("T[x]==c, there", store.eq(at(tt, x), constant(there)));
      ask("T[x]==c, not there", store.eq(at(tt, x), constant(there + 2)));
      ask("T[T[x]]==c, there", store.eq(at(tt, inner), constant(twice)));
      ask("T[T[x]]==c, not there", store.eq(at(tt, inner), constant(twice + 2)));
      ask("T[x]+U[y]==c, there", store.eq(store.add(at(tt, x), at(tu, y)), constant(both)));
      ask("T[x]+U[y]==c, not there", store.eq(store.add(at(tt, x), at(tu, y)), constant(both + 2)));
      ask("T[x]==T[y] && x!=y", store.land(store.eq(at(tt, x), at(tt, y)), store.ne(x, y)));
      std::vector<uint64_t> distinct(size);
      for (uint64_t i = 0; i < size; ++i) distinct[i] = i * 0x9e3779b1 & Term::mask(std::max(width, bits));
      const Term* td = store.table(distinct, std::max(width, bits));
      ask("the same, all entries distinct", store.land(store.eq(at(td, x), at(td, y)), store.ne(x, y)));
    }
  }
}

void run_floats() {
  expr::TermStore store;
  Chain chain(store, {});
  const Term* f = load(store, store.array("f", 4), 0, 4);
  const Term* d = load(store, store.array("d", 8), 0, 8);
  const Term *one_f = store.constant(32, 0x3f800000), *two_f = store.constant(32, 0x40000000);
  const Term *one_d = store.constant(64, 0x3ff0000000000000), *two_d = store.constant(64, 0x4000000000000000);
  time_query(chain, "float:  x * x == 2.0f", store.feq(store.fmul(f, f), two_f), 30);
  time_query(chain, "float:  x + 1.0f == x", store.feq(store.fadd(f, one_f), f), 30);
  time_query(chain, "double: x * x == 2.0, limit 10 s", store.feq(store.fmul(d, d), two_d), 10);
  time_query(chain, "double: x + 1.0 == x, limit 10 s", store.feq(store.fadd(d, one_d), d), 10);
}

}  // namespace

int main(int argc, char** argv) {
  unsigned paths = 60;
  uint64_t seed = 1, rounds = 8;
  bool all_to_core = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--groups") return run_groups(), 0;
    if (option == "--tables") return run_tables(), 0;
    if (option == "--floats") return run_floats(), 0;
    if (option == "--all-to-core")
      all_to_core = true;
    else if (option == "--paths" && i + 1 < argc)
      paths = unsigned(std::atoi(argv[++i]));
    else if (option == "--rounds" && i + 1 < argc)
      rounds = std::strtoull(argv[++i], nullptr, 10);
    else if (option == "--seed" && i + 1 < argc)
      seed = std::strtoull(argv[++i], nullptr, 10);
    else
      return std::fprintf(stderr,
                          "solve_streams: unknown option '%s'; see the top of bench/solve_streams.cpp\n",
                          argv[i]),
             2;
  }
  run_streams(paths, rounds, seed, all_to_core);
}
