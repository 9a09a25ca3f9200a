#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/smtlib_writer.h"
#include "solve/core.h"
#include "solve/solver_process.h"

// Core 2: any SMT-LIB 2 solver as a child process.
//
// Work: z3 and cvc5 count resources, and give up by the count that the limit of work comes to; any other
// solver has only the clock. What z3 spent is read after each query, for others a query counts as little when
// decided and as all of the limit when not.
//
// Idea: the constraints stand in scopes of the process, in their order; the next query pops what it does not
// share with the last one and pushes the rest. The process is not trusted: every reply is parsed strictly, a
// marker is echoed after each command so that warnings and garbage are seen, and whatever is not as expected
// kills the process and makes the answer unknown. The next query starts a new one.
//
// Threads: one worker.

namespace bonsai::solve {

struct SmtlibStatistics {
  uint64_t starts = 0;
  uint64_t timeouts = 0;     // killed at the limit
  uint64_t crashes = 0;      // ended by itself: crash, out of memory, killed by somebody else
  uint64_t bad_replies = 0;  // neither sat, unsat nor unknown, or a model that cannot be read
};

class SmtlibCore : public Core {
 public:
  // `memory_limit` bounds the process's address space, in bytes; 0: none.
  explicit SmtlibCore(expr::TermStore& store, std::string command = "z3 -in", uint64_t memory_limit = 0);

  Answer check(std::span<const expr::Term* const> constraints, const expr::Term* question,
               const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) override;
  Spent spent() const override { return spent_; }
  void visit_roots(const expr::TermStore::Mark&) const override {}  // holds ids, no terms

  const SmtlibStatistics& statistics() const { return statistics_; }
  // Why no process can be started, or what the last one replied instead of an answer; one line.
  const std::optional<std::string>& problem() const { return problem_; }
  pid_t process_id() const { return process_.pid(); }

 private:
  using Deadline = SolverProcess::Deadline;
  enum class Product : uint8_t { z3, cvc5, other };

  Answer check_within(std::span<const expr::Term* const> constraints, const expr::Term* question,
                      const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core);
  bool start(Work work);
  void limit_resources(Work work);
  // Cuts what z3 says about its resources off the reply, and counts it.
  void take_resources(std::string_view& reply);
  void fail(SolverProcess::Status status);
  void sync_scopes(std::span<const expr::Term* const> constraints);
  void prepare(std::span<const expr::Term* const> constraints, const expr::Term* question);
  // Sends what the writer holds and gives the reply; empty on failure, which is then dealt with.
  std::optional<std::string> exchange(Deadline deadline);
  bool read_model(expr::Assignment& model, Deadline deadline);
  void reject(std::string_view reply);

  std::vector<std::string> command_;
  Product product_;
  uint64_t memory_limit_;
  SolverProcess process_;
  expr::SmtlibWriter writer_;
  std::vector<std::vector<uint64_t>> scopes_;  // ids of the constraints asserted in each
  uint64_t marker_ = 0;
  uint64_t resource_limit_ = 0;  // that the process knows
  uint64_t resources_ = 0;       // that it had spent before
  Spent spent_;
  bool hopeless_ = false;    // the command cannot be run
  unsigned early_ends_ = 0;  // processes in a row that ended before they answered
  std::optional<std::string> problem_;
  SmtlibStatistics statistics_;
};

}  // namespace bonsai::solve
