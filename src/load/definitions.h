// Who writes and who reads each virtual register of a draft, for passes that rewrite instructions in place.
//
// A pass that makes an instruction needless turns it into a Count of nothing (gone()), so that positions
// stay; remove_dead() sweeps those up. REQUIRES: no instruction is inserted or erased while a Definitions is
// alive.
#pragma once

#include <cstdint>
#include <vector>

#include "load/draft.h"

namespace bonsai::load {

class Definitions {
 public:
  Definitions(const ir::Program& program, Draft& draft);

  struct Place {
    uint32_t block = ir::none;
    uint32_t index = 0;
  };

  // The one instruction that writes r, or nullptr: none, several, a parameter.
  ir::Instr* only(uint32_t r) {
    return writes_[r] == 1 && place_[r].block != ir::none
               ? &draft_.blocks[place_[r].block].code[place_[r].index]
               : nullptr;
  }
  Place place(uint32_t r) const { return place_[r]; }
  // Written at most once, so whoever may read its value finds it unchanged.
  bool is_single(uint32_t r) const { return writes_[r] <= 1; }
  uint32_t reads(uint32_t r) const { return reads_[r]; }
  // Of the reads, those as the base of an address; and those as the base of a plain Load or Store.
  uint32_t address_reads(uint32_t r) const { return address_reads_[r]; }
  uint32_t access_reads(uint32_t r) const { return access_reads_[r]; }

  // Replaces an instruction, and forgets its old reads for its new ones; what is then never read and pure
  // goes too.
  void replace(ir::Instr& old, const ir::Instr& by);

 private:
  void count(const ir::Instr& instr, int change);

  const ir::Program& program_;
  Draft& draft_;
  std::vector<Place> place_;
  std::vector<uint32_t> writes_, reads_, address_reads_, access_reads_;
};

inline ir::Instr gone() {
  ir::Instr instr;
  instr.op = ir::Op::Count;
  return instr;
}
inline bool is_gone(const ir::Instr& instr) { return instr.op == ir::Op::Count && instr.imm == 0; }

// Erases what is gone, and every pure instruction whose result is not needed (loads from locals are pure in
// this sense).
void remove_dead(const ir::Program& program, Draft& draft);

// The parts of fuse().
void fuse_addresses(ir::Program& program, Draft& draft);
void fuse_branches(ir::Program& program, Draft& draft);
void drop_needless_checks(ir::Program& program, Draft& draft);
void hoist_constants(ir::Program& program, Draft& draft);

}  // namespace bonsai::load
