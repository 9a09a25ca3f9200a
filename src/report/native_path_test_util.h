// For tests of native paths: programs that tell what they do by calls of mark_a() … mark_h(), and a walk over
// the IR that is led by a trace alone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/uses.h"
#include "report/native_path.h"

namespace bonsai::report {

struct MarkedProgram {
  const char* name;
  const char* text;
  bool is_cpp = false;
};

// Definitions of the marks: each writes its letter to standard output.
inline const char* mark_definitions =
    "long write(int, const void *, unsigned long);\n"
    "#define MARK(x) void mark_##x(void) { write(1, #x, 1); }\n"
    "MARK(a) MARK(b) MARK(c) MARK(d) MARK(e) MARK(f) MARK(g) MARK(h)\n";

// Walks from the entry and computes nothing: at each branch the next event says where to go. What it finds on
// its way must be what the native run did.
class PathWalk {
 public:
  PathWalk(const ir::Program& program, std::span<const BranchEvent> events)
      : program_(program), events_(events) {}

  void run() {
    for (ir::FunctionId id : program_.constructors) function(program_.functions[id]);
    function(*program_.find_function("main"));
    if (problem.empty() && next_ != events_.size()) problem = "events are left over";
  }

  std::string problem;            // why the walk could not go on; empty if it came to the end
  std::string marks;              // called on the way
  std::vector<BranchStep> steps;  // as an engine would record them

 private:
  void function(const ir::Function& f) {
    for (uint32_t pc = 0; problem.empty();) {
      const ir::Instr& instr = f.code[pc];
      if (instr.op == ir::Op::Jump) {
        pc = instr.dst;
      } else if (ir::is_two_way(instr.op) || instr.op == ir::Op::Switch) {
        pc = branch(f, pc);
      } else if (instr.op == ir::Op::Ret || instr.op == ir::Op::RetVoid || instr.op == ir::Op::RetMany) {
        return;
      } else if (instr.op == ir::Op::Call) {
        call(program_.calls[instr.imm]);
        ++pc;
      } else if (ir::is_terminator(instr.op)) {
        problem = "the walk came to an end of " + f.name + " that the run did not";
      } else {
        ++pc;
      }
    }
  }

  void call(const ir::CallSite& site) {
    if (site.callee == ir::none) return;
    const ir::Function& callee = program_.functions[site.callee];
    if (callee.has_body) {
      function(callee);
    } else if (callee.name.starts_with("mark_")) {
      marks += callee.name.substr(5);
    }
  }

  uint32_t branch(const ir::Function& f, uint32_t pc) {
    const ir::Instr& instr = f.code[pc];
    const ir::BranchSite* site = f.branch_site(pc);
    bool is_switch = instr.op == ir::Op::Switch;
    if (!site || next_ == events_.size() || events_[next_].id != site->id ||
        events_[next_].is_switch != is_switch) {
      problem = "no event, or another, for the branch at " + f.name + " " + std::to_string(pc);
      return pc;
    }
    uint64_t outcome = events_[next_++].outcome;
    if (is_switch) {
      const ir::SwitchTable& table = program_.switches[instr.imm];
      uint32_t target = table.default_target;
      for (const ir::SwitchTable::Case& one : table.cases)
        if (one.value == outcome) target = one.target;
      steps.push_back({f.id, pc, target});
      return target;
    }
    bool first = (outcome != 0) != site->inverted;
    steps.push_back({f.id, pc, first});
    if (first) return instr.dst;
    return ir::info(instr.op).format == ir::Format::BranchCompare ? uint32_t(instr.imm) : instr.b;
  }

  const ir::Program& program_;
  std::span<const BranchEvent> events_;
  size_t next_ = 0;
};

}  // namespace bonsai::report
