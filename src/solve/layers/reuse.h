#pragma once

#include <array>

#include "solve/query.h"

// Tries models that exist already: the path condition's own, then recent answers.
//
// Idea: siblings ask similar questions, so that a model found for one often answers the other; evaluating
// costs far less than search. Tested by layers_test.cpp.

namespace bonsai::solve {

class ReuseLayer : public Layer {
 public:
  std::string_view name() const override { return "reuse"; }
  Reply ask(Query& query) override;
  void learn(Query& query, const Reply& reply, const std::vector<uint32_t>* core) override;

 private:
  static constexpr size_t kRecent = 8;

  std::array<Model, kRecent> recent_;
  size_t next_ = 0;
};

}  // namespace bonsai::solve
