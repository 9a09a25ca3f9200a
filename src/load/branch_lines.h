// Lines that hold nothing but a jump: `break;`, `continue;`, `goto out;`.
//
// Clang has code there, an unconditional branch in a block of its own, and passes fold it away, with the
// line. Where a line is asked for by name (Options::exact), its branches are marked: blocks of marked
// branches are not folded, and lowering gives each an instruction of its own, which has the line's location
// and executes when the jump is taken.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class BranchInst;
class Function;
}  // namespace llvm

namespace bonsai::load {

// Marks the unconditional branches at a line of a file, if the function has no other code at the line.
void mark_jumps_at(llvm::Function& function, const std::string& file, uint32_t line);

bool is_marked_jump(const llvm::BranchInst& branch);

}  // namespace bonsai::load
