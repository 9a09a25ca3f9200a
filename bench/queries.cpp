// Asks the queries that `bonsai run --log-queries DIR` wrote of core 1 and of one z3 process, and compares
// answers and times.
//
//   queries NAME DIR [--rounds N]      one row of a table; --head prints its head
//
// The files are read in order into one term store. A query that repeats an earlier one is left out. Then all
// are asked, in order, of a fresh core 1, which keeps what it learns from one to the next, and of one z3
// process with push and pop, `rounds` times each (default 3), in turns; the median of a query's times counts.
// Answers that differ from each other or from the one in the file are counted; an unknown is not an answer.
// bench/run_queries makes the logs.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "solve/bitblast_core.h"
#include "solve/chain.h"
#include "solve/smtlib_core.h"
#include "solve/smtlib_reader.h"

using namespace bonsai;
using namespace bonsai::solve;
using expr::Term;

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

struct Logged {
  std::vector<const Term*> constraints;
  const Term* question;
  Answer answer = Answer::unknown;  // as the file says
  std::vector<double> core, z3;     // microseconds, of each round
};

// Keeps what it is asked, answers nothing.
class KeepingCore : public Core {
 public:
  explicit KeepingCore(std::vector<Logged>& log) : log_(log) {}
  Answer check(std::span<const Term* const> constraints, const Term* question, const Limits&,
               expr::Assignment*, std::vector<uint32_t>*) override {
    std::vector<uint64_t> ids{question->id()};
    for (const Term* constraint : constraints) ids.push_back(constraint->id());
    std::sort(ids.begin(), ids.end());
    if (asked_.insert(std::move(ids)).second)
      log_.push_back({{constraints.begin(), constraints.end()}, question, Answer::unknown, {}, {}});
    return Answer::unknown;
  }
  void visit_roots(const expr::TermStore::Mark&) const override {}

 private:
  std::vector<Logged>& log_;
  std::set<std::vector<uint64_t>> asked_;
};

// Reads all queries of a folder; false with a message when one cannot be read.
bool read_queries(const std::string& folder, expr::TermStore& store, std::vector<Logged>& log,
                  size_t& files) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".smt2") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  Config config;
  config.rewrite = config.ranges = config.reuse = config.repair = config.cache = config.enumerate = false;
  Chain chain(store, config, {std::make_unique<KeepingCore>(log), nullptr});
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const size_t before = log.size();
    std::ostringstream ignored;
    if (auto done = run_script(text, chain, ignored); !done)
      return std::fprintf(stderr, "%s: %s\n", path.c_str(), done.error().message.c_str()), false;
    const bool sat = text.find(":status sat") != std::string::npos,
               unsat = text.find(":status unsat") != std::string::npos;
    // A script that the chain takes apart into several queries tells the answer of none of them.
    if (log.size() == before + 1 && sat != unsat) log.back().answer = sat ? Answer::sat : Answer::unsat;
  }
  files = paths.size();
  return true;
}

double quantile(std::vector<double> all, double q) {
  if (all.empty()) return 0;
  std::sort(all.begin(), all.end());
  return all[std::min(all.size() - 1, size_t(q * double(all.size())))];
}

struct Counts {
  size_t different = 0, unknown = 0;
};

void ask(Core& core, std::vector<Logged>& log, std::vector<double> Logged::* times, Counts& counts) {
  for (Logged& query : log) {
    expr::Assignment model;
    const auto start = Clock::now();
    const Answer answer = core.check(query.constraints, query.question, Limits{}, &model, nullptr);
    (query.*times).push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    if (answer == Answer::unknown) {
      ++counts.unknown;
    } else if (query.answer == Answer::unknown) {
      query.answer = answer;
    } else {
      counts.different += answer != query.answer;
    }
  }
}

int run(const std::string& name, const std::string& folder, unsigned rounds) {
  expr::TermStore store;
  std::vector<Logged> log;
  size_t files = 0;
  if (!read_queries(folder, store, log, files)) return 2;
  Counts core_counts, z3_counts;
  for (unsigned round = 0; round < rounds; ++round) {
    BitblastCore core(store);
    ask(core, log, &Logged::core, core_counts);
    SmtlibCore z3(store);
    ask(z3, log, &Logged::z3, z3_counts);
  }
  std::vector<double> core, z3;
  double core_sum = 0, z3_sum = 0;
  size_t sat = 0;
  for (const Logged& query : log) {
    core.push_back(quantile(query.core, 0.5));
    z3.push_back(quantile(query.z3, 0.5));
    core_sum += core.back();
    z3_sum += z3.back();
    sat += query.answer == Answer::sat;
  }
  std::printf("%-20s %8zu %8zu %6.0f %8.1f %8.0f %9.1f %8.1f %8.0f %9.1f %7.1f %7.1f %9zu %7zu\n",
              name.c_str(), files, log.size(), log.empty() ? 0 : 100.0 * double(sat) / double(log.size()),
              quantile(core, 0.5), quantile(core, 0.99), core_sum / 1000, quantile(z3, 0.5),
              quantile(z3, 0.99), z3_sum / 1000,
              quantile(core, 0.5) > 0 ? quantile(z3, 0.5) / quantile(core, 0.5) : 0,
              core_sum > 0 ? z3_sum / core_sum : 0, core_counts.different + z3_counts.different,
              core_counts.unknown + z3_counts.unknown);
  return core_counts.different + z3_counts.different ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--head") {
    std::printf("%-20s %8s %8s %6s %27s %27s %15s\n", "", "", "", "", "core 1", "z3 incremental",
                "z3 / core 1");
    std::printf("%-20s %8s %8s %6s %8s %8s %9s %8s %8s %9s %7s %7s %9s %7s\n", "run", "logged", "distinct",
                "sat %", "med us", "p99 us", "sum ms", "med us", "p99 us", "sum ms", "median", "total",
                "different", "unknown");
    return 0;
  }
  unsigned rounds = 3;
  if (argc == 5 && std::string(argv[3]) == "--rounds")
    rounds = unsigned(std::max(1, std::atoi(argv[4])));
  else if (argc != 3)
    return std::fprintf(stderr, "queries: NAME DIR [--rounds N]; see the top of bench/queries.cpp\n"), 2;
  return run(argv[1], argv[2], rounds);
}
