// Which loads read which global, as far as the code names it: by its address, moved by constants and indices.
// A global whose address is used for anything else (stored, passed, chosen, kept in another global) escapes,
// and any load may read it.
//
// Functions are added one by one; one thread. Tested by outlook_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

class GlobalUses {
 public:
  struct Load {
    uint32_t index;   // of the instruction in its function
    uint32_t global;  // in Program::globals
  };
  // Whether a register may be read from the start of a block on.
  using IsLive = std::function<bool(uint32_t block, uint32_t r)>;

  explicit GlobalUses(const ir::Program& program);

  // The loads of a function that has a body. Notes what escapes.
  std::vector<Load> add(const ir::Function& function, const IsLive& is_live);
  bool escapes(uint32_t global) const { return escapes_[global]; }

 private:
  uint32_t global_at(uint64_t address) const;  // ir::none: no global's
  uint32_t made_by(const ir::Instr& instr) const;
  uint32_t held(uint32_t r) const { return block_of_[r] == block_ ? here_[r] : everywhere_[r]; }
  void escape(uint32_t global) {
    if (global != ir::none) escapes_[global] = 1;
  }
  void find_constants(const ir::Function& function);
  void use(const ir::Instr& instr);
  void leave(uint32_t to, const IsLive& is_live);

  const ir::Program& program_;
  std::vector<uint8_t> escapes_;
  // Of the function at hand, by register: the global whose address it holds, or none.
  std::vector<uint32_t> everywhere_;  // written once
  std::vector<uint32_t> here_;        // if written in this block so far
  std::vector<uint32_t> block_of_;    // that here_ is of
  std::vector<uint32_t> written_;     // in this block, with a global's address
  uint32_t block_ = 0;
};

}  // namespace bonsai::analysis
