// Random terms and a z3 process as referee, for the tests of core 1.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "expr/store.h"

namespace bonsai::solve {

// A small generator that is the same everywhere.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}
  uint64_t next() { return base::hash_mix(state_ += 0x9e3779b97f4a7c15u, 0xd6e8feb86659fd93u); }
  uint64_t below(uint64_t n) { return next() % n; }

 private:
  uint64_t state_;
};

class RandomTerms {
 public:
  RandomTerms(expr::TermStore& store, uint64_t seed) : store_(store), dice_(seed) {}

  std::vector<const expr::Term*> leaves;  // of any width
  std::vector<const expr::Term*> arrays;  // of any element width
  expr::Width max_width = 12;

  const expr::Term* value(expr::Width width, unsigned depth);
  const expr::Term* boolean(unsigned depth);
  const expr::Term* array(unsigned depth);
  Dice& dice() { return dice_; }

 private:
  const expr::Term* leaf(expr::Width width);
  const expr::Term* index(unsigned depth) {
    return store_.zext(value(1 + dice_.below(8), depth), expr::kIndexWidth);
  }

  expr::TermStore& store_;
  Dice dice_;
};

class Referee {
 public:
  Referee();
  ~Referee();
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;

  bool available() const { return pid_ > 0; }
  // "sat", "unsat", or what z3 said instead.
  std::string check(std::span<const expr::Term* const> assertions);

 private:
  int pid_ = -1;
  int to_ = -1;
  int from_ = -1;
};

}  // namespace bonsai::solve
