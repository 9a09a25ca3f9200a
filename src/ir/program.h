// A whole program in Bonsai's IR: what `load` makes and everything later reads.
//
// Invariants (checked by verify()): registers, targets and table indices are in range; code of a function
// with a body ends every block with a terminator; function, global and block addresses are assigned and
// disjoint. A Program is immutable once loaded and may be read by any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/opcode.h"
#include "ir/types.h"

namespace bonsai::ir {

using FunctionId = uint32_t;
using LocationId = uint32_t;  // index into Program::locations; 0 is "unknown"
using BranchId = uint32_t;    // index into Program::branches
inline constexpr uint32_t none = 0xffffffffu;

struct Location {
  uint32_t file = 0;  // index into Program::strings
  uint32_t line = 0;  // 0: unknown
  uint32_t column = 0;
  uint32_t rank = 0;      // among accesses or calls of one kind at this place, as a macro makes them
  uint32_t function = 0;  // index into Program::strings: name of the source function
  LocationId inlined_at = 0;
};

// A constant that does not fit an immediate: `words` little-endian, or poison.
struct Constant {
  uint32_t width = 0;
  bool poison = false;
  std::vector<uint64_t> words;
  friend bool operator==(const Constant&, const Constant&) = default;
};

// Targets by value. Cases are sorted by value and unique. `dense` is filled when the values are close
// together: the target of `first + i`, or the default.
struct SwitchTable {
  struct Case {
    uint64_t value = 0;
    uint32_t target = 0;
  };
  std::vector<Case> cases;
  uint32_t default_target = none;  // none for indirectbr
  uint64_t first = 0;
  std::vector<uint32_t> dense;
  // Wider than 64 bits: values are indices into Program::constants, cases keep source order, no dense table.
  bool wide = false;
};

// How a native call would pass a value, for calls that leave the program. What is none of these (a structure
// by value, a vector) is an aggregate.
enum class Passing : uint8_t { integer, signed_integer, pointer, floating, aggregate };

// One call in the code. `arguments` are in order, aggregates flattened to scalars, variadic ones included;
// `variadic` is the address of the variadic arguments laid out in the caller's frame, or none.
struct CallSite {
  FunctionId callee = none;  // none: indirect, through `pointer`
  Operand pointer;
  std::vector<Operand> arguments;
  std::vector<uint16_t> argument_widths;
  std::vector<Passing> argument_passing;  // parallel to them, or empty: integers
  Operand variadic;
  uint32_t result = 0;  // first of `result_count` consecutive registers
  uint16_t result_count = 0;
  std::vector<uint16_t> result_widths;
  Passing result_passing = Passing::integer;
  uint32_t unwind = none;       // invoke: target when the callee throws; else none
  uint32_t landing_pad = none;  // invoke: index into Program::landing_pads
  uint32_t site = 0;            // number of the call in the program; keys heap addresses
};

struct LandingPad {
  struct Clause {
    bool filter = false;
    std::vector<uint64_t> type_infos;  // addresses; a catch has one, 0 for catch (...)
  };
  std::vector<Clause> clauses;
  bool cleanup = false;
};

// A local in memory: a static one has a fixed byte offset in the frame, a dynamic one (alloca, VLA) has none.
struct Local {
  std::string name;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint64_t align = 1;
  bool dynamic = false;
  LocationId location = 0;
  TypeId type = 0;
};

// A source variable and where it lives, for reports.
struct Variable {
  enum class Place : uint8_t { local, reg };
  std::string name;
  TypeId type = 0;
  Place place = Place::local;
  uint32_t index = 0;  // Function::locals or register
  uint32_t line = 0;
  bool parameter = false;
};

struct Block {
  uint32_t first = 0;  // index of the first instruction
  uint32_t end = 0;    // one past the terminator
  std::string name;
};

// An instruction that stands for a numbered branch of the module it was lowered from.
struct BranchSite {
  uint32_t index = 0;  // of the instruction in its function
  BranchId id = 0;
  bool inverted = false;        // the instruction's first target is where the module's branch goes if false
  uint32_t observation = none;  // index into Program::observations; none: no branch of the source
};

// A conditional branch or switch of the program as it was written, before any pass of --opt. Coverage counts
// these. Copies that the passes make of one (a loop's condition in front of the loop, an inlined function)
// have its number.
struct SourceBranch {
  LocationId location = 0;
  uint32_t rank = 0;  // among the branches of its function at that place, in order
  // Directions: of a conditional branch 0 where it is true and 1 where it is false; of a switch 0 for the
  // default, then one per target in order of the cases.
  uint32_t ways = 2;
  struct Case {
    uint64_t value = 0;
    uint32_t way = 0;
  };
  std::vector<Case> cases;  // of a switch, by value
  // Whoever takes the direction `way` of this branch takes direction `by_way` of a later one.
  struct Implied {
    uint32_t way = 0, branch = 0, by_way = 0;
  };
  std::vector<Implied> implied;
  // By direction: where the code stands that is executed right behind it and nowhere else. The passes may
  // have left nothing of it.
  std::vector<std::vector<LocationId>> code;
};

// What an instruction says of a source branch: a two-way branch (with a BranchSite), a switch, or an Observe
// instruction, whose points (ir/points.h) are then those of the two outcomes of its operand.
struct Observation {
  uint32_t branch = none;  // index into Program::source_branches
  uint32_t yes = 0;        // the direction that it takes if the condition holds, and if not; none: another
  uint32_t no = 1;
  // Of a switch: it tests the source's value plus `offset`, in so many bits.
  uint64_t offset = 0;
  uint32_t width = 64;
  uint64_t tested(uint64_t value) const { return (value + offset) & mask_of(width); }
};

// A conditional branch, switch or indirect branch of the LLVM module, as it was right before lowering,
// numbered in module order. A native build of that module tells its path by these numbers
// (load/native_module.h). Each is at most one instruction here. It is untraced, and no part of such a path,
// if it is none (folded, unreachable), if all its targets are one, or if its value cannot be compared with a
// native one (indirect branches, switches of more than 64 bits).
struct Branch {
  FunctionId function = none;
  uint32_t index = none;  // of its instruction
  bool is_traced() const { return index != none; }
};

struct Function {
  FunctionId id = 0;
  std::string name;         // the linker's
  std::string source_name;  // the source's, or the same
  LocationId location = 0;
  uint64_t address = 0;
  bool has_body = false;
  bool variadic = false;  // register `parameters` then holds the address of the variadic arguments
  bool no_return = false;
  bool is_runtime = false;  // of the C library or the model of Linux, not of the program under test
  uint32_t parameters = 0;  // arrive in registers 0 …
  std::vector<uint16_t> parameter_widths;
  std::vector<uint16_t> result_widths;
  TypeId type = 0;
  uint32_t register_count = 0;
  uint64_t frame_bytes = 0;  // of the static locals, gaps included
  uint64_t frame_align = 16;
  std::vector<Instr> code;
  std::vector<LocationId> locations;  // parallel to code
  std::vector<Block> blocks;          // in code order; the first is the entry
  std::vector<Local> locals;          // static ones first, sorted by offset
  std::vector<Variable> variables;
  std::vector<BranchSite> branch_sites;  // sorted by index

  const BranchSite* branch_site(uint32_t index) const;  // nullptr: the instruction has no number
};

struct Global {
  std::string name;
  uint64_t address = 0;
  uint64_t size = 0;
  uint64_t align = 1;
  bool read_only = false;
  bool thread_local_ = false;
  bool is_runtime = false;     // of the C library or the model of Linux
  bool external = false;       // declared, not defined: any access is an error
  std::vector<uint8_t> bytes;  // initial content; shorter than size: the rest is zero
  // Where addresses of globals, functions or blocks stand in it, or what was computed of one: offsets,
  // ascending.
  std::vector<uint64_t> addresses;
  LocationId location = 0;
  TypeId type = 0;
};

// Where things lie in the program's address space. Deterministic, so that a path can be replayed anywhere.
// Heap addresses are keyed by allocation site: `heap_regions` regions of `heap_region_bytes` from heap_begin,
// then one for what does not fit.
struct AddressMap {
  uint64_t code_begin, globals_begin, heap_begin, heap_region_bytes, heap_regions, heap_overflow_begin,
      heap_overflow_end;
  uint64_t dynamic_stack_begin, dynamic_stack_end, stack_begin, stack_end;
};
const AddressMap& address_map(unsigned pointer_bytes);

// Bytes that separate two neighbouring objects, so that a small overflow hits neither.
constexpr uint64_t gap_after(uint64_t size, uint64_t least, uint64_t most) {
  return size < least ? least : size > most ? most : size;
}

struct Program {
  std::string name;
  unsigned pointer_bytes = 8;
  std::vector<Function> functions;
  std::vector<Global> globals;  // sorted by address
  std::vector<Constant> constants;
  std::vector<Operand> operands;
  std::vector<SwitchTable> switches;
  std::vector<CallSite> calls;
  std::vector<LandingPad> landing_pads;
  std::vector<Branch> branches;
  std::vector<SourceBranch> source_branches;  // empty: nothing is known of the program before its passes
  std::vector<Observation> observations;
  std::vector<Location> locations{Location{}};
  std::vector<std::string> strings{std::string()};
  std::vector<Type> types{Type{}};
  std::vector<FunctionId> constructors;  // in order of execution
  std::vector<FunctionId> destructors;
  uint32_t access_sites = 0;
  uint32_t call_sites = 0;

  unsigned pointer_width() const { return pointer_bytes * 8; }
  const Function* find_function(const std::string& name) const;
  const Function* function_at(uint64_t address) const;  // nullptr: no function starts there
  const std::string& file_of(LocationId id) const { return strings[locations[id].file]; }

  std::unordered_map<std::string, FunctionId> function_by_name;
  std::unordered_map<uint64_t, FunctionId> function_by_address;
};

}  // namespace bonsai::ir
