// For tests of the draft passes: random drafts, and a reference interpreter that runs a draft or a function
// and tells everything observable (calls with arguments, numbered branches, stores, errors, results, counts),
// so that runs can be compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "load/draft.h"

namespace bonsai::load::test {

inline ir::Instr make(ir::Op op, unsigned width, uint32_t dst = 0, uint32_t a = 0, uint32_t b = 0,
                      uint64_t imm = 0) {
  return {op, 0, uint16_t(width), dst, a, b, imm, ir::mask_of(width)};
}

// Adds a block whose terminator counts `weight`.
void add_block(Draft& draft, std::vector<ir::Instr> code, uint8_t weight);

std::vector<ir::Op> ops(const std::vector<ir::Instr>& code);

// A chain of loops and diamonds of that many blocks, with values that live for long and for short.
Draft large_draft(uint32_t blocks);

// The same blocks in a row with nothing improved, for comparison.
ir::Function flatten(ir::Program& program, const Draft& draft);

struct Outcome {
  std::vector<std::string> events;
  bool out_of_fuel = false;
};

// Memory that was never written, results of calls, and what is thrown depend on `seed` alone.
Outcome interpret(const ir::Program& program, const ir::Function& function,
                  const std::vector<uint64_t>& arguments, uint64_t seed, uint64_t fuel);

// A well-formed draft in SSA form but for the copies of its phis: any control flow, with switches, calls,
// exceptions, memory and checks. Equal seeds give equal drafts.
Draft random_draft(ir::Program& program, uint64_t seed);

// Empty when the two runs cannot be told apart.
std::string difference(const Outcome& expected, const Outcome& actual);

}  // namespace bonsai::load::test
