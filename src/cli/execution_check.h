// Holds the analyses against executions: every load, store and call of a run must be among what points_to.h
// and mod_ref.h foresee. A missed target is the worst that an analysis can do, so this is what they are
// tested by.
//
// Nothing is woven into the interpreter: the program that runs is a copy with a Count before each instruction
// that touches memory, and behind each call. A machine that may count nothing stops there, and the registers
// of the frame tell what the instruction is about to do. For bonsai-check-analyses
// (execution_check_main.cpp).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/function_models.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "exec/machine.h"
#include "ir/program.h"

namespace bonsai::cli {

// A copy of a program that can be stopped before its memory accesses.
struct SteppedProgram {
  explicit SteppedProgram(const ir::Program& program);
  ir::Program program;
  std::vector<std::vector<uint32_t>> original;  // per function and instruction: its index before, or ir::none
};

class ExecutionCheck {
 public:
  // REQUIRES: all outlive this; `config` starts the program that the analyses know.
  ExecutionCheck(const ir::Program& program, const analysis::PointsTo& points_to,
                 const analysis::ModRef& mod_ref, exec::Config config, solve::Chain& chain);

  struct Limits {
    uint64_t stops = 20'000'000;  // of all paths
    uint64_t paths = 20;
    double seconds = 60;
  };
  void run(const Limits& limits);

  const std::vector<std::string>& misses() const { return misses_; }
  uint64_t checked() const { return checked_; }    // accesses and calls
  uint64_t unknown() const { return unknown_; }    // of them: through addresses that are taken to be anything
  uint64_t symbolic() const { return symbolic_; }  // not checked: at symbolic addresses
  uint64_t paths() const { return paths_; }

 private:
  using HeapSites = std::unordered_map<uint64_t, analysis::SiteId>;
  struct Execution {
    std::unique_ptr<exec::Path> path;
    HeapSites heap;  // by address of the object
  };
  // An object as the analyses know it.
  struct Found {
    analysis::SiteId site = 0;
    uint64_t offset = 0;
    uint32_t depth = ir::none;  // of the frame that a local belongs to
  };
  // An allocation that is about to happen.
  struct Allocation {
    bool is_one = false;
    bool is_stored = false;  // its address goes to memory
    uint64_t stored_at = 0;
    uint32_t result = ir::none;
    uint64_t serial = 0;
    uint32_t calls[3] = {ir::none, ir::none, ir::none};
  };

  // Whether the path may go on.
  bool step(Execution& execution);
  void check(Execution& execution);
  void check_call(Execution& execution, const ir::Instr& instr, uint32_t index);
  void check_span(Execution& execution, const ir::CallSite& call, const analysis::Span& span, bool writes);
  void check_access(Execution& execution, uint64_t address, uint64_t bytes, bool writes);
  void check_frames(const Execution& execution, const Found& found, uint64_t bytes, bool writes);
  bool find(const Execution& execution, uint64_t address, Found& found) const;
  void note_allocation(Execution& execution);
  bool value(const Execution& execution, ir::Operand operand, uint64_t& bits);
  void miss(const Execution& execution, const std::string& what);
  std::string name(analysis::SiteId site) const;

  const ir::Program& program_;
  const analysis::PointsTo& points_to_;
  const analysis::ModRef& mod_ref_;
  SteppedProgram stepped_;
  exec::Machine machine_;
  Allocation allocation_;
  ir::FunctionId function_ = 0;  // of the instruction at hand
  uint32_t index_ = 0;           // before the copy
  std::unordered_map<uint64_t, analysis::Accesses> accesses_;
  std::unordered_set<uint64_t> known_;  // accesses of functions that were checked before
  std::vector<std::string> misses_;
  std::unordered_set<std::string> told_;
  uint64_t checked_ = 0, unknown_ = 0, symbolic_ = 0, paths_ = 0;
};

}  // namespace bonsai::cli
