#pragma once

#include <array>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "expr/store.h"

// Random straight-line programs over terms, with a reference that knows nothing of rewriting: each step names
// an operation and earlier steps; it is built through a TermStore and computed on Wide values. For tests
// only.

namespace bonsai::expr::testing {

// BONSAI_SEED in the environment, else a fixed seed; tests print it when they fail.
inline uint64_t seed_from_environment() {
  const char* text = std::getenv("BONSAI_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 0) : 20240607;
}

enum class Op : uint8_t {
  Variable,
  Constant,
  Not,
  Neg,
  Zext,
  Sext,
  Trunc,
  Extract,
  Concat,
  Ite,
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  And,
  Or,
  Xor,
  Shl,
  LShr,
  AShr,
  Eq,
  Ne,
  Ult,
  Ule,
  Ugt,
  Uge,
  Slt,
  Sle,
  Sgt,
  Sge,
  Table,
  Array,
  Store,
  Read,
  FAdd,
  FSub,
  FMul,
  FDiv,
  FEq,
  FLt,
  FLe,
  FConvert
};

struct Step {
  Op op;
  Width width = 0;  // of the result, or of an array's elements
  int a = -1, b = -1, c = -1;
  Width low = 0;  // Extract; first byte of a Variable
  Wide constant{};
};

inline constexpr uint64_t kBytes = 64;       // of the array behind the variables
inline constexpr uint64_t kArrayBytes = 16;  // of the array that is read at symbolic indices
std::vector<uint64_t> table_elements();

class ProgramMaker {
 public:
  explicit ProgramMaker(uint64_t seed) : rng_(seed) {}
  std::vector<Step> make(unsigned length, bool floats);
  uint64_t below(uint64_t n) { return rng_() % n; }
  Wide interesting(Width width);

 private:
  int add(Step step);
  int pick(Width width);  // a step of that width, made if need be
  int pick_index();
  int pick_array();
  Width any_width();
  int add_random();
  int add_rejoined();
  void add_float();

  std::mt19937_64 rng_;
  std::vector<Step> steps_;
  Width base_ = 8;
};

// The term of each step.
std::vector<const Term*> build(TermStore& store, const std::vector<Step>& steps);
// The value of each step, arrays excepted. `bytes` has kBytes + kArrayBytes cells.
std::vector<Wide> compute(const std::vector<Step>& steps, const std::vector<uint8_t>& bytes);
Assignment assign(TermStore& store, const std::vector<uint8_t>& bytes);
std::string describe(const std::vector<Step>& steps, size_t upto);

}  // namespace bonsai::expr::testing
