// A function on its way from LLVM to IR: blocks apart, registers virtual, targets still block numbers.
//
// lower.cpp fills a Draft; fuse() and allocate_registers() improve it; lay_out() makes the final ir::Function
// of it. In a Draft every jump target (Instr fields, SwitchTable entries, CallSite::unwind) is an index into
// `blocks`; lay_out turns all of them into indices into Function::code. Registers are virtual: one per scalar
// SSA value, the parameters first (register `parameters` holds the address of the variadic arguments if the
// function is variadic). A CallSite's results and a LandingPad's two results are consecutive registers. A
// virtual register may be assigned more than once only through the Moves that stand for phis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace bonsai::load {

struct DraftBlock {
  std::string name;
  std::vector<ir::Instr> code;            // ends in a terminator
  std::vector<ir::LocationId> locations;  // parallel to code
  ir::BranchId branch = ir::none;         // of the terminator
  bool inverted = false;                  // its targets are the other way round (ir::BranchSite)
  uint32_t observation = ir::none;        // of the terminator, in ir::Program::observations
};

struct Draft {
  ir::Function function;           // all but code, locations, blocks and register_count
  std::vector<DraftBlock> blocks;  // the first is the entry
  uint32_t registers = 0;          // virtual registers used
  bool returns_twice = false;      // calls setjmp: registers must not be shared
};

// Joins instructions that stand for one: comparison and branch, address arithmetic and access, access to a
// local, a division's check and the division. Only where the first one's result has no other use. What is not
// needed goes, and constants leave loops.
void fuse(ir::Program& program, Draft& draft);

// Renumbers the registers so that values that are never live together share one, phi copies disappear where
// they can, and the frame is small. Parameters stay first.
void allocate_registers(ir::Program& program, Draft& draft);

// Puts the blocks in a row (dropping unreachable and merely forwarding ones where nothing is lost), resolves
// targets and adds the function's code to it.
ir::Function lay_out(ir::Program& program, Draft draft);

}  // namespace bonsai::load
