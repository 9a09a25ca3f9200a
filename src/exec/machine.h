// The interpreter: runs one state until it ends or has used its share of instructions.
//
// Plain values take fast paths in dispatch.cpp, one small function per opcode, chained by guaranteed tail
// calls. Whatever is not plain (wide integers, terms, marks), and whatever is rare, goes through the members
// below: general.cpp and float.cpp for arithmetic, memory.cpp for accesses, call.cpp for calls, unwind.cpp
// for exceptions and longjmp, intrinsics*.cpp for functions that the engine provides itself.
//
// A machine belongs to one worker. It shares nothing with others but the immutable Program.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/error.h"
#include "expr/store.h"
#include "ir/program.h"
#include "state/state.h"

namespace bonsai::exec {

using ir::Instr;
using state::Object;
using state::State;
using state::Value;

struct Config {
  bool check_uninitialised = false;
  bool check_alignment = true;
  uint64_t stack_bytes = 8 << 20;
  uint64_t output_bytes = 256 << 20;   // of one state; more ends it
  std::vector<std::string> arguments;  // argv[1] …
  std::string entry = "main";
};

// How a run of a state stopped.
struct Outcome {
  enum class Kind : uint8_t { yielded, exited, error };
  Kind kind = Kind::yielded;
  int exit_status = 0;
  Error error;
};

// Remembers for one load or store of the program where it last went: an object (or local) and its pages.
// Valid while `tag` is the state's memory or stack tag. `span` is the number of valid start addresses from
// `low` on; `skew` the offset of `low` in its object.
struct SiteCache {
  uint64_t tag = 0;
  uint64_t low = 0;
  uint32_t span = 0;
  uint32_t skew = 0;
  state::Page* const* pages = nullptr;
};

enum class Step : uint8_t;
class Machine;
class IntrinsicCall;
using Intrinsic = Step (*)(IntrinsicCall&);

// What is known of a call site before it executes.
struct CallPlan {
  const ir::Function* callee = nullptr;  // null: through a pointer
  Intrinsic intrinsic = nullptr;
  bool direct = false;  // to a body, with arguments as the callee declares them: nothing to check
};

// What a call or another step that may change the frame did.
enum class Step : uint8_t {
  next,    // go on behind the instruction
  jumped,  // frame or pc changed: go on at machine.pc_
  stopped  // the state ended
};

class Machine {
 public:
  Machine(const ir::Program& program, expr::TermStore& terms, const Config& config);

  const ir::Program& program() const { return program_; }
  expr::TermStore& terms() { return terms_; }
  state::Tags& tags() { return tags_; }

  // The state before the first instruction: globals, arguments, the entry function called.
  // REQUIRES: the entry function exists and has a body.
  std::unique_ptr<State> initial_state();

  // Runs `state` until it ends or has executed `limit` more instructions (counted at the ends of blocks).
  Outcome run(State& state, uint64_t limit);

 private:
  friend struct Ops;
  friend class IntrinsicCall;

  // --- errors (error.cpp)
  Step fail(ErrorKind kind, std::string message);
  std::string describe(const Object& object) const;
  std::string describe_location(ir::LocationId location) const;

  // --- general values (general.cpp, float.cpp)
  // Executes an arithmetic instruction whose operands are not all plain, or that is rare. False: the state
  // ended.
  bool general(const Instr& instr, Value* registers);
  Value general_binary(ir::Op op, unsigned width, Value a, Value b);
  bool general_division(ir::Op op, unsigned width, Value a, Value b, Value& result);
  Value general_unary(ir::Op op, unsigned width, Value a);
  Value general_cast(ir::Op op, unsigned from, unsigned to, Value a);
  Value general_funnel(ir::Op op, unsigned width, Value a, Value b, Value c);
  bool general_check(const Instr& instr, Value a, Value b);
  Value float_binary(ir::Op op, unsigned width, Value a, Value b);
  Value float_function(ir::FloatFunction function, unsigned width, Value a, Value b);
  Value float_fma(unsigned width, Value a, Value b, Value c);
  Value float_compare(unsigned set, unsigned width, Value a, Value b);
  Value float_cast(ir::Op op, unsigned from, unsigned to, Value a);
  Value select(Value condition, Value a, Value b, unsigned width);
  // The value as a term of `width` bits. REQUIRES: not poison.
  const expr::Term* term(Value value, unsigned width);
  // Fresh symbolic bytes that stand for an uninitialised value.
  const expr::Term* uninitialised(unsigned width);
  // Which way a 1-bit value goes. False: it is undefined, and the state ended.
  bool decide(Value condition, bool& taken);
  // The value as plain bits, for an address, a length, a switch. False: it has none, and the state ended.
  bool concrete(Value value, const char* what, uint64_t& bits);
  Step fail_undefined(Value value, const char* what);
  static bool is_shift(ir::Op op);
  bool memory_block(const Instr& instr, Value* registers);

  // --- memory (memory.cpp)
  struct Place {
    const Object* object = nullptr;
    uint64_t low = 0;  // bounds of the object, or of the local in its frame
    uint64_t size = 0;
    uint64_t offset(uint64_t address) const { return address - object->base(); }
  };
  enum class Intent : uint8_t { read, write };
  bool resolve(uint64_t address, uint64_t bytes, Intent intent, Place& place);
  Step fail_access(uint64_t address, uint64_t bytes, Intent intent);
  bool load(uint64_t address, unsigned width, const ir::Access& access, Value& result);
  bool store(uint64_t address, unsigned width, const ir::Access& access, Value value);
  bool check_alignment(uint64_t address, unsigned align_log2, Intent intent);
  void remember(const ir::Access& access, const Place& place, Intent intent);
  Value read_value(const Object& object, uint64_t offset, unsigned width, unsigned bytes);
  void write_value(Object& object, uint64_t offset, unsigned width, unsigned bytes, Value value);
  Object* writable(const Object& object);
  bool copy_memory(uint64_t to, uint64_t from, uint64_t bytes, bool may_overlap);
  bool set_memory(uint64_t to, Value byte, uint64_t bytes);
  bool read_bytes(uint64_t address, void* to, uint64_t bytes);
  bool write_bytes(uint64_t address, const void* from, uint64_t bytes);
  bool read_string(uint64_t address, std::string& text);
  Object* allocate(uint64_t base, uint64_t size, const state::ObjectInfo& info, bool zeroed);
  void forget_memory() { memory_tag_ = state_->memory_tag = tags_.take(); }
  void forget_stack() { stack_tag_ = state_->stack_tag = tags_.take(), local_pages_ = nullptr; }
  state::Page* const* find_local_pages();

  // --- heap (heap.cpp)
  bool heap_allocate(uint64_t size, uint64_t align, bool zeroed, uint64_t& address);
  bool heap_free(uint64_t address, const char* function);

  // --- control (call.cpp)
  Step call(const Instr& instr);
  Step call_function(const ir::Function& function, const ir::CallSite* site, const Value* arguments,
                     unsigned count, Value variadic);
  Step ret(const Value* results, unsigned count);
  Step ret_many(const Instr& instr, const Value* registers);
  // A new frame, not yet entered; its registers from `filled` on are zero. Null: the stack is full, and the
  // state ended.
  state::Frame* new_frame(const ir::Function& function, const ir::CallSite* site, unsigned filled);
  Step push_frame(state::Frame* frame);
  void pop_frame();
  Step start_next_phase();
  Step exit(int status);
  bool alloca_dynamic(const Instr& instr, Value* registers);
  void release_dynamic(uint64_t down_to);
  Step switch_to(const Instr& instr, Value value);
  void enter(state::Frame& frame);
  void save_pc() { frame_->pc = uint32_t(pc_ - code_of(*frame_)); }
  const Instr* code_of(const state::Frame& frame) const { return code_[frame.function->id].data(); }
  Value operand(ir::Operand operand, const Value* registers) const {
    return operand.is_constant() ? constants_[operand.index()] : registers[operand.index()];
  }
  ir::LocationId location() const;

  // --- unwinding (unwind.cpp)
  Step throw_exception(uint64_t object, uint64_t type_info, uint64_t destructor, const ir::CallSite& from);
  Step unwind(const ir::CallSite* from);
  Step resume(const Instr& instr, Value* registers);
  bool landing_pad_matches(const ir::LandingPad& pad, uint64_t type_info, uint64_t object, int64_t& selector,
                           uint64_t& adjusted);
  bool catches(uint64_t handler, uint64_t thrown, uint64_t& object, unsigned depth);
  bool is_pointer_type(uint64_t type_info) const;
  Step long_jump(uint64_t serial, uint32_t pc, uint64_t value);

  void specialise();

  const ir::Program& program_;
  expr::TermStore& terms_;
  Config config_;
  state::Tags tags_;
  std::vector<std::vector<Instr>>
      code_;  // per function: the IR with opcodes replaced by handlers (specialise.cpp)
  std::vector<Value> constants_;
  std::vector<Intrinsic> intrinsics_;  // per function; null: none
  std::vector<CallPlan> plans_;        // per call site
  std::vector<SiteCache> sites_;

  // The running state and mirrors of what fast paths need of it.
  State* state_ = nullptr;
  state::Frame* frame_ = nullptr;
  const Instr* pc_ = nullptr;  // of the current instruction; exact only in slow paths
  base::Owner owner_ = 0;
  uint64_t memory_tag_ = 0;
  uint64_t stack_tag_ = 0;
  state::Page* const* local_pages_ = nullptr;  // of the top frame's locals; null: not looked up yet
  uint64_t pointer_mask_ = 0;
  const Value* constant_values_ = nullptr;
  SiteCache* site_caches_ = nullptr;
  uint64_t left_ = 0;
  Outcome outcome_;
};

// A call of an engine function: arguments and result.
class IntrinsicCall {
 public:
  IntrinsicCall(Machine& machine, const ir::CallSite& site) : m(machine), site_(site) {}
  Machine& m;

  const ir::CallSite& site() const { return site_; }
  unsigned count() const { return unsigned(site_.arguments.size()); }
  unsigned width(unsigned i) const { return site_.argument_widths[i]; }
  Value value(unsigned i) const { return m.operand(site_.arguments[i], m.frame_->registers); }
  // The argument as plain bits. False: it has none, and the state ended.
  bool plain(unsigned i, uint64_t& bits);
  // True if there are at least `n` arguments; else the state ended.
  bool has(unsigned n);
  void result(Value value);
  void result(uint64_t bits) { result(Value::plain(bits)); }

  // What intrinsics may do to the machine, forwarded so that they need no friendship of their own.
  Step fail(ErrorKind kind, std::string message) { return m.fail(kind, std::move(message)); }
  State& state() { return *m.state_; }
  uint64_t pointer_mask() const { return m.pointer_mask_; }
  const Config& config() const { return m.config_; }
  bool copy(uint64_t to, uint64_t from, uint64_t bytes, bool may_overlap) {
    return m.copy_memory(to, from, bytes, may_overlap);
  }
  bool set(uint64_t to, Value byte, uint64_t bytes) { return m.set_memory(to, byte, bytes); }
  bool read(uint64_t address, void* to, uint64_t bytes) { return m.read_bytes(address, to, bytes); }
  bool write(uint64_t address, const void* from, uint64_t bytes) {
    return m.write_bytes(address, from, bytes);
  }
  bool string(uint64_t address, std::string& text) { return m.read_string(address, text); }
  bool allocate(uint64_t size, uint64_t align, bool zeroed, uint64_t& address) {
    return m.heap_allocate(size, align, zeroed, address);
  }
  bool free(uint64_t address, const char* function) { return m.heap_free(address, function); }
  const Object* object_at(uint64_t address) { return m.state_->memory.find(address); }
  Step exit(int status) { return m.exit(status); }
  Step throw_exception(uint64_t object, uint64_t type_info, uint64_t destructor) {
    return m.throw_exception(object, type_info, destructor, site_);
  }
  Step rethrow() { return m.unwind(&site_); }
  Step call(const ir::Function& function, const Value* arguments, unsigned count) {
    return m.call_function(function, nullptr, arguments, count, Value());
  }
  state::Frame& frame() { return *m.frame_; }
  uint32_t next_pc() const { return uint32_t(m.pc_ - m.code_of(*m.frame_)) + 1; }
  Step long_jump(uint64_t serial, uint32_t pc, uint64_t value) { return m.long_jump(serial, pc, value); }

 private:
  const ir::CallSite& site_;
};

// The engine's function of that name, or nullptr (intrinsic.def).
Intrinsic find_intrinsic(const std::string& name);

}  // namespace bonsai::exec
