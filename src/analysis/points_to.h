// What pointers may point to: for each register that an instruction reads, the objects and offsets that its
// value may be an address in. Inclusion-based, insensitive to the order of instructions and to callers, but
// for functions that return what they allocate (allocation_wrappers.h): those are looked at once per direct
// call, and the objects of each are sites of their own. Calls through pointers are resolved on the way, and
// code that is not reached from the entry is not looked at.
//
// What is taken for granted, as compilers do: an address is made from a pointer into the same object. An
// access beyond the object's end that happens to hit another one, and a pointer made of the distance of two
// objects, are not foreseen.
//
// Immutable once made: any number of threads may read it. Tested by cli/analyses_test.cpp, and against
// executions by tests/check_points_to.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/points_to_solver.h"
#include "analysis/webs.h"
#include "ir/program.h"

namespace bonsai::analysis {

// An object of the program, or all objects that one allocation makes.
struct Site {
  enum class Kind : uint8_t {
    outside,    // unknown: an input taken for an address, what an unknown function returns
    arguments,  // the program's arguments, before the first instruction: index 0 the vector, 1 the strings
    global,
    local,
    heap,
    function,  // no memory, but something to call
  };
  Kind kind = Kind::outside;
  uint32_t index = 0;  // global: in Program::globals; local, function: the function; heap: number of the call
  uint32_t local = 0;  // in Function::locals
  // Heap, of functions that return what they allocate: number of the call of the function, and of its caller
  // if that is one as well. ir::none: it makes no difference.
  uint32_t caller = ir::none, callers_caller = ir::none;
  uint64_t size = PointsToSolver::unknown_size;
  friend bool operator==(const Site&, const Site&) = default;
};

struct Target {
  SiteId site = 0;
  Offsets place;
  friend auto operator<=>(const Target&, const Target&) = default;
};

class PointsToBuilder;

class PointsTo {
 public:
  static constexpr SiteId outside = PointsToSolver::outside;

  // Of a run that begins with the entry function (and the program's constructors). All functions are reached
  // if there is none of that name. REQUIRES: `program` outlives this.
  explicit PointsTo(const ir::Program& program, const std::string& entry = "main");
  ~PointsTo();
  PointsTo(const PointsTo&) = delete;
  PointsTo& operator=(const PointsTo&) = delete;

  const ir::Program& program() const;
  std::span<const Site> sites() const;
  // Of the vector of arguments, and of the strings.
  SiteId site_of_arguments(bool strings) const;
  SiteId site_of_global(uint32_t index) const;
  SiteId site_of_local(ir::FunctionId function, uint32_t local) const;
  SiteId site_of_function(ir::FunctionId function) const;
  // Of an object that was allocated by the call with that number, by a function that was called by the call
  // `caller`, in a function that was called by `callers_caller` (ir::none: none of the program's calls).
  // Nothing: no execution comes there.
  std::optional<SiteId> site_of_heap(uint32_t call_site, uint32_t caller, uint32_t callers_caller) const;
  // All objects of an allocation, whoever called.
  std::vector<SiteId> sites_of_heap(uint32_t call_site) const;
  // The local whose bytes lie at an offset of the frame, or ir::none.
  static uint32_t local_at(const ir::Function& function, uint64_t frame_offset);

  // Whether executions may come to the function.
  bool is_reached(ir::FunctionId function) const;
  // A function is looked at once for each of its instances: per call, if it returns what it allocates, and
  // per value of a parameter that it chooses by.
  using InstanceId = uint32_t;
  static constexpr InstanceId every_instance = ir::none;
  uint32_t instance_count() const;
  std::span<const InstanceId> instances(ir::FunctionId function) const;
  ir::FunctionId function_of(InstanceId instance) const;
  // Whether the instance may come to an instruction of its function.
  bool is_executed(InstanceId instance, uint32_t index) const;
  struct Call {
    uint32_t index = 0;  // of the instruction
    ir::FunctionId callee = 0;
    InstanceId instance = ir::none;  // none: an engine function, or one without a body
    friend auto operator<=>(const Call&, const Call&) = default;
  };
  // Sorted.
  std::span<const Call> calls(InstanceId instance) const;
  std::optional<SiteId> site_of_heap(InstanceId instance, uint32_t call_site) const;

  // What the value may point to of a register that the instruction reads; writes. Sorted; a site whose
  // offset is unknown stands there once. REQUIRES: the function has a body.
  std::vector<Target> read(ir::FunctionId function, uint32_t index, uint32_t r,
                           InstanceId instance = every_instance) const;
  std::vector<Target> written(ir::FunctionId function, uint32_t index, uint32_t r) const;
  // The same of an operand: a register that is read, or a constant.
  std::vector<Target> read(ir::FunctionId function, uint32_t index, ir::Operand operand,
                           InstanceId instance = every_instance) const;
  std::vector<Target> parameter(ir::FunctionId function, uint32_t number,
                                InstanceId instance = every_instance) const;
  // What the words of a site may hold that lie in these bytes.
  std::vector<Target> content(SiteId site, Offsets place, uint64_t bytes) const;
  // Exceptions that may be thrown.
  std::vector<Target> thrown() const;
  // The functions that a call (index into Program::calls) may go to, sorted: engine functions and those
  // without a body included.
  std::span<const ir::FunctionId> callees(uint32_t call) const;
  const Webs& webs(ir::FunctionId function) const;
  // The value of an operand that is always the same number, and no address.
  std::optional<uint64_t> number(ir::FunctionId function, uint32_t index, ir::Operand operand) const;
  // How an address of the instruction (LoadX, StoreX) moves its base.
  Move indexed(ir::FunctionId function, uint32_t index) const;
  // Whether a register that is read holds constant numbers alone, so that no address can be based on it.
  bool holds_numbers(ir::FunctionId function, uint32_t index, uint32_t r) const;

  struct Statistics {
    uint32_t functions = 0;     // reached, with a body
    uint32_t instances = 0;     // of them, once per call where that is done
    uint64_t instructions = 0;  // of the functions reached
    uint32_t sites = 0;
    uint32_t nodes = 0;
    uint64_t constraints = 0;
    uint32_t waves = 0;
    double seconds = 0;
  };
  const Statistics& statistics() const;

 private:
  std::unique_ptr<PointsToBuilder> made_;
};

}  // namespace bonsai::analysis
