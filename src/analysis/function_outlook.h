// What comes behind each place of one function: which variables may still be read, at which width, and how
// many questions to the solver are likely to depend on each (query count estimation: Kuznetsov et al.,
// Efficient state merging in symbolic execution, PLDI 2012).
//
// A variable is a register, or a private local: one of the frame whose address is never taken, so that
// LoadLocal and StoreLocal are all that touch it. Estimates follow data, not control. Made once, then only
// read; one thread. The room asks by outlook.h. Tested by outlook_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

struct Variable {
  bool live = false;   // may be read before it is written
  uint16_t width = 0;  // bits, as its readers read it; 0: none says, or they disagree
  float queries = 0;   // questions that will depend on it; -1: unknown
  float returned = 0;  // how much the function's result depends on it, 0 to 1
};

struct View {
  float queries = 0;                // all questions up to the function's end
  std::vector<Variable> registers;  // one per register
  std::vector<Variable> locals;     // one per Function::locals; those that are not private are live, -1
};

// What is known of a variable at some place.
struct Estimate {
  float queries = 0;
  float returned = 0;
  uint16_t width = 0;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// What callers know of a function.
struct Summary {
  float queries = 0;
  std::vector<Estimate> parameters;
};

class FunctionOutlook {
 public:
  // nullptr: nothing is known of this function, that has a body.
  using Summaries = std::function<const Summary*(ir::FunctionId)>;

  // REQUIRES: the function has a body.
  FunctionOutlook(const ir::Program& program, const ir::Function& function, const Summaries& summaries);

  // About to execute instruction `index`. Behind a call that may unwind, what its landing pad reads is live.
  View at(uint32_t index) const { return view(index, false); }
  // The same of a frame that waits for the call before `index`, whose results are yet to be written.
  View waiting(uint32_t index) const { return view(index, true); }
  Summary summary() const;
  // Per instruction: of a load, the questions that will depend on the value; else 0.
  std::vector<float> loaded() const;
  bool is_live_in(uint32_t block, uint32_t r) const { return has(live_.data() + size_t(block) * words_, r); }

 private:
  static constexpr float most_queries = 1e6f;
  static constexpr uint16_t mixed_width = 0xffff;

  // The estimates of all variables at one place. Those not in `touched` are nothing.
  struct Flow {
    std::vector<Estimate> of;
    std::vector<uint32_t> touched;
    float queries = 0;
    bool decides = false;  // the block's end has several ways to go

    Estimate take(uint32_t variable);
    void read(uint32_t variable, unsigned width, float queries, const Estimate& result = {});
    void read(ir::Operand operand, unsigned width, float queries, const Estimate& result = {});
  };

  // function_outlook.cpp
  void find_locals();
  void find_order();
  void find_live();
  void list_live();

  void step_live(uint64_t* live, uint32_t index) const;
  void live_behind(uint32_t block, uint64_t* live) const;
  View view(uint32_t index, bool waits) const;
  Variable variable(const Flow& flow, const uint64_t* live, uint32_t v) const;
  // When the call returns; a callee with another prototype may return less than is expected.
  bool writes_results(const ir::CallSite& site) const;
  uint32_t block_of(uint32_t index) const;

  // function_estimates.cpp
  void estimate();
  void add(Flow& flow, uint32_t block, float weight) const;
  void add_pad(Flow& flow, const ir::CallSite& site) const;
  void begin(Flow& flow, uint32_t block) const;
  void step(Flow& flow, uint32_t index) const;
  void step_call(Flow& flow, const ir::CallSite& site) const;
  void step_memory(Flow& flow, uint32_t index) const;

  static bool has(const uint64_t* bits, uint32_t v) { return bits[v / 64] >> (v % 64) & 1; }
  static void set(uint64_t* bits, uint32_t v) { bits[v / 64] |= uint64_t(1) << (v % 64); }
  static void clear(uint64_t* bits, uint32_t v) { bits[v / 64] &= ~(uint64_t(1) << (v % 64)); }

  const ir::Program& program_;
  const ir::Function& function_;
  Summaries summaries_;
  uint32_t variables_ = 0;                    // registers, then locals
  uint32_t words_ = 0;                        // of a set of variables
  bool returns_twice_ = false;                // calls setjmp: all is live everywhere
  std::vector<uint8_t> private_;              // by local
  std::vector<uint32_t> local_;               // by instruction: the private local that it accesses, or none
  std::vector<uint32_t> order_;               // blocks in postorder
  std::vector<uint32_t> begin_, successors_;  // of blocks by their terminators, each once
  std::vector<uint64_t> live_;                // by block: set of variables at its start
  // Of the live variables of each block at its start, one block behind the other.
  std::vector<uint32_t> first_, listed_;
  std::vector<Estimate> estimates_;
  std::vector<float> queries_;  // by block
};

}  // namespace bonsai::analysis
