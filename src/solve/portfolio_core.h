#pragma once

#include <memory>

#include "solve/core.h"

// Two cores in turn: the first within half of the work, the second for what it gives up on. What the
// first does not support (floats) it refuses at once.

namespace bonsai::solve {

class PortfolioCore : public Core {
 public:
  PortfolioCore(std::unique_ptr<Core> first, std::unique_ptr<Core> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  Answer check(std::span<const expr::Term* const> constraints, const expr::Term* question,
               const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) override;
  Spent spent() const override { return spent_; }
  void visit_roots(const expr::TermStore::Mark& mark) const override {
    first_->visit_roots(mark);
    second_->visit_roots(mark);
  }

 private:
  Spent spent_;
  std::unique_ptr<Core> first_;
  std::unique_ptr<Core> second_;
};

}  // namespace bonsai::solve
