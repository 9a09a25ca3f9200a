#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "solve/smtlib/operators.h"
#include "solve/smtlib/sexpr.h"

// TermReader: S-expressions to sorts and values.
//
// Idea: a machine with its own stack of frames, so that depth is bounded by memory. let and the expansion of
// defined functions open a level of local names. Work is bounded: functions that expand each other can
// describe a term that is exponentially larger than the script.

namespace bonsai::solve::smtlib {

// A defined function with parameters, expanded where it is used.
struct Macro {
  std::shared_ptr<const Tree> tree;
  uint32_t body = 0;
  std::vector<std::pair<std::string, Sort>> parameters;
  Sort result;
};

struct Symbol {
  std::optional<Value> value;          // a constant
  std::shared_ptr<const Macro> macro;  // or a function
  bool is_declared = false;            // by declare-fun or declare-const: part of a model
};

class TermReader {
 public:
  explicit TermReader(expr::TermStore& store) : store_(store), operators_(store) {}

  std::unordered_map<std::string, Symbol> symbols;
  std::unordered_map<std::string, Sort> sorts;  // defined names

  // Empty on failure: see fault().
  std::optional<Sort> sort(const Tree& tree, uint32_t node);
  std::optional<Value> value(std::shared_ptr<const Tree> tree, uint32_t node);
  // The value of a macro's body for arguments of its parameters' sorts.
  std::optional<Value> expand(const std::shared_ptr<const Macro>& macro, std::vector<Value> arguments);
  std::optional<uint32_t> number(const Tree& tree, uint32_t node);
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  static constexpr uint64_t kMostSteps = 20'000'000;    // for one term
  static constexpr uint64_t kMostExpansions = 200'000;  // of functions, for one term

  using Locals = std::unordered_map<std::string, std::vector<Value>>;
  enum class Form : uint8_t { apply, let, annotation, expansion };
  struct Frame {
    Form form = Form::apply;
    std::shared_ptr<const Tree> tree;
    uint32_t node = 0;
    uint32_t next = 1;  // element to evaluate next
    size_t first_result = 0;
    std::vector<std::string> bound{};  // local names to forget at the end
    std::shared_ptr<const Macro> macro{};
  };

  std::nullopt_t fail(const Tree& tree, uint32_t node, std::string message);
  std::optional<Value> run();
  bool step();
  bool enter(std::shared_ptr<const Tree> tree, uint32_t node);
  bool atom(const Tree& tree, uint32_t node);
  bool underscore(const Tree& tree, uint32_t node);
  bool step_let();
  bool step_apply();
  bool finish_apply(Frame& frame);
  bool call(const Frame& frame, const std::shared_ptr<const Macro>& macro);
  bool constant_array(const Tree& tree, uint32_t node, const Value& element);
  bool decimal_float(const Tree& tree, uint32_t node);
  void bind(const std::string& name, Value value);
  void leave(Frame& frame);

  expr::TermStore& store_;
  Operators operators_;
  std::vector<Frame> frames_;
  std::vector<Value> results_;
  std::vector<Locals> locals_;
  uint64_t steps_ = 0;
  uint64_t expansions_ = 0;
  std::optional<Fault> fault_;
};

}  // namespace bonsai::solve::smtlib
