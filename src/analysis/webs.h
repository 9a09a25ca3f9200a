// The values of a function that its registers hold one after the other. Register allocation gives many values
// the same register; a web is one of them: writes that reach a common read, and what reads them (Muchnick,
// Advanced Compiler Design and Implementation, 16.3.3).
//
// In a function that calls setjmp a register is one web: longjmp comes back from any call. Immutable once
// made. Tested by webs_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

class Webs {
 public:
  // REQUIRES: the function has a body.
  Webs(const ir::Program& program, const ir::Function& function, bool returns_twice = false);

  uint32_t count() const { return count_; }
  // The web of a register that the instruction reads, or writes. REQUIRES: it does.
  uint32_t read(uint32_t index, uint32_t r) const { return find(reads_, read_begin_, index, r); }
  uint32_t written(uint32_t index, uint32_t r) const { return find(writes_, write_begin_, index, r); }
  // What arrives in register r; the address of the variadic arguments is the last one.
  uint32_t parameter(uint32_t r) const { return parameters_[r]; }

  struct Reference {
    uint32_t r;
    uint32_t web;
  };
  std::span<const Reference> reads(uint32_t index) const { return of(reads_, read_begin_, index); }
  std::span<const Reference> writes(uint32_t index) const { return of(writes_, write_begin_, index); }

 private:
  static std::span<const Reference> of(const std::vector<Reference>& all, const std::vector<uint32_t>& begin,
                                       uint32_t index) {
    return {all.data() + begin[index], all.data() + begin[index + 1]};
  }
  static uint32_t find(const std::vector<Reference>& all, const std::vector<uint32_t>& begin, uint32_t index,
                       uint32_t r);

  std::vector<Reference> reads_, writes_;
  std::vector<uint32_t> read_begin_, write_begin_;  // per instruction, and one past the last
  std::vector<uint32_t> parameters_;
  uint32_t count_ = 0;
};

}  // namespace bonsai::analysis
