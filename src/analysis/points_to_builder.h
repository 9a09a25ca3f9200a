// Makes the constraints of points_to.h from a program, and keeps what its questions are answered from.
// One thread, until it is made. Tested by cli/analyses_test.cpp.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/allocation_wrappers.h"
#include "analysis/call_targets.h"
#include "analysis/function_models.h"
#include "analysis/points_to.h"

namespace bonsai::analysis {

class PointsToBuilder {
 public:
  using Node = PointsToSolver::Node;

  PointsToBuilder(const ir::Program& program, const std::string& entry);

  // A function as called from one place, or with one value of the parameter that it chooses by, if that makes
  // a difference.
  struct Instance {
    ir::FunctionId function = ir::none;
    uint32_t caller = ir::none, callers_caller = ir::none;
    std::optional<uint64_t> choice;
    Node results = 0;             // first of its results
    std::vector<Node> webs;       // none: not needed so far
    std::vector<uint8_t> blocks;  // which of the function's may be executed
    std::vector<PointsTo::Call> calls;
  };

  const ir::Program& program_;
  PointsToSolver solver_;
  AllocationWrappers wrappers_;
  CallTargets taken_;
  std::vector<Site> sites_;
  SiteId arguments_ = 0;  // the vector; the next one is the strings
  SiteId first_global_ = 0, first_function_ = 0;
  std::vector<SiteId> first_local_;  // by function
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, SiteId> heap_;
  std::deque<Instance> instances_;
  std::vector<std::vector<uint32_t>> instances_of_;   // by function
  std::vector<std::unique_ptr<Webs>> webs_;           // by function
  std::vector<std::vector<ir::FunctionId>> callees_;  // by call
  Node thrown_ = 0;                                   // exceptions
  PointsTo::Statistics statistics_;

  // Facts that an address among the program's constants stands for.
  std::vector<Target> targets_of(uint64_t address) const;
  std::vector<Target> targets_in_frame(const ir::Function& function, uint64_t offset) const;
  std::optional<uint64_t> number(ir::FunctionId function, uint32_t index, ir::Operand operand) const;
  // How base + index * scale + offset moves the base.
  Move indexed(ir::FunctionId function, uint32_t index, ir::Address address, uint32_t index_register) const;
  bool holds_numbers(ir::FunctionId function, uint32_t index, uint32_t r) const {
    return traits_[function][webs_[function]->read(index, r)].is_number;
  }
  // Without those that others of the same site include.
  std::vector<Target> sorted(const IdSet& facts) const;

 private:
  // What the code says of a web, whatever it holds.
  struct WebTraits {
    bool is_computed = false;    // by arithmetic on integers, not loaded, passed or moved as pointers are
    bool is_number = true;       // only constants that are no addresses are written
    uint64_t number = 0;         // the last of them
    bool varies = false;         // there are several
    uint64_t stride = 0;         // its value is a multiple of it
    uint32_t writer = ir::none;  // the only instruction that writes it, if there is one
  };

  // points_to_builder.cpp
  void add_sites();
  SiteId add_site(const Site& site, bool has_memory = true, bool is_writable = true);
  void add_initial_content();
  void add_roots(const std::string& entry);
  void call_root(ir::FunctionId function, bool has_arguments);
  uint32_t instance(ir::FunctionId function, uint32_t call_site, const Instance* caller,
                    std::optional<uint64_t> choice = {});
  Node web_node(Instance& at, uint32_t web) {
    if (at.webs[web] == ir::none) at.webs[web] = solver_.add_nodes(1);
    return at.webs[web];
  }
  void drain();
  // Webs and their traits.
  void prepare(ir::FunctionId function);
  void find_strides(ir::FunctionId function);
  // points_to_choices.cpp
  // The parameter that decides a switch of the function, or of one that it hands it on to; or ir::none.
  uint32_t choosing_parameter(ir::FunctionId function);
  uint32_t parameter_returned(ir::FunctionId function);
  uint32_t parameter_behind(ir::FunctionId function, uint32_t index, ir::Operand operand, unsigned depth = 0);
  std::optional<uint64_t> value(const Instance& at, uint32_t index, ir::Operand operand, unsigned depth = 0);
  void find_blocks(Instance& at);
  // points_to_code.cpp
  void add_code(Instance& at);
  void add_instruction(Instance& at, uint32_t index);
  void add_arithmetic(Instance& at, uint32_t index);
  void add_memory_block(Instance& at, uint32_t index);
  Node constant_node(uint64_t value);
  Node read(Instance& at, uint32_t index, uint32_t r) {
    return web_node(at, webs_[at.function]->read(index, r));
  }
  Node written(Instance& at, uint32_t index, uint32_t r) {
    return web_node(at, webs_[at.function]->written(index, r));
  }
  // A register or a constant that may be an address.
  std::optional<Node> operand(Instance& at, uint32_t index, ir::Operand operand);
  void flow(std::optional<Node> from, std::optional<Node> to, const Move& move = {}) {
    if (from && to) solver_.flow(*from, *to, move);
  }
  // points_to_calls.cpp
  void add_call(Instance& at, uint32_t index);
  void bind(Instance& at, uint32_t index, ir::FunctionId callee);
  uint32_t enter(Instance& at, uint32_t index, ir::FunctionId callee);
  void add_model(Instance& at, uint32_t index, const FunctionModel& model);
  void add_special(Instance& at, uint32_t index, const FunctionModel& model);
  void add_unknown(Instance& at, uint32_t index);
  // The engine calls what `function` points to: in this call, or when the program ends (nullptr).
  void call_later(Node function, std::optional<Node> argument, Instance* at, uint32_t index);
  void note_call(Instance& at, uint32_t index, ir::FunctionId callee, uint32_t instance);
  SiteId heap_site(const Instance& at, uint32_t call_site, uint64_t size = PointsToSolver::unknown_size);
  uint64_t size_made(ir::FunctionId function, uint32_t index, const FunctionModel& model) const;

  std::map<std::tuple<uint32_t, uint32_t, uint32_t, std::optional<uint64_t>>, uint32_t> instance_numbers_;
  std::unordered_map<ir::FunctionId, uint32_t> choosing_, returned_;
  std::vector<std::vector<WebTraits>> traits_;  // by function
  std::unordered_map<uint64_t, Node> constants_;
  std::vector<uint32_t> open_;  // instances whose code is not added yet
  bool draining_ = false;
  Node unknown_ = 0;      // what is outside
  Node caught_ = 0;       // what handlers of them see
  Node destructors_ = 0;  // of exceptions
  Node jump_value_ = 0;   // given to longjmp
};

}  // namespace bonsai::analysis
