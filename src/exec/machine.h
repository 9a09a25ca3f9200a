// The interpreter: runs one state until it ends or has used its share of instructions.
//
// Plain values take fast paths in dispatch.cpp, one small function per opcode, chained by guaranteed tail
// calls. Whatever is not plain (wide integers, terms, marks), and whatever is rare, goes through the members
// below: general.cpp and float.cpp for arithmetic, memory.cpp for accesses, call.cpp for calls, unwind.cpp
// for exceptions and longjmp, intrinsics*.cpp for functions that the engine provides itself.
//
// Whatever an instruction must know from outside goes through the few members of answers.cpp: they read the
// path's tape while there is any, and else ask the solver, note the answer and fork. An instruction asks all
// it needs before it changes anything, for the other side of a fork executes it again.
//
// A machine belongs to one worker. It shares nothing with others but the immutable Program and the map of
// what was covered.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/ledger.h"
#include "base/stop_signal.h"
#include "exec/coverage_map.h"
#include "exec/error.h"
#include "exec/external/external_process.h"
#include "exec/path.h"
#include "expr/store.h"
#include "ir/points.h"
#include "ir/program.h"
#include "solve/chain.h"

namespace bonsai::sandbox {
class HostFolder;
}

namespace bonsai::exec {

// The array that values of uninitialised memory are bytes of.
inline constexpr std::string_view uninitialised_name = "uninitialised memory";
inline constexpr uint64_t large_unwritten = 4096;  // bytes: larger objects have an array of their own

using ir::Instr;
using state::Object;
using state::State;
using state::Value;

// How a fault begins that says that a tape is not of this program. It may have been damaged where it was
// stored.
inline constexpr const char* tape_fault = "replay asked what the tape does not have";

// What a call of a function without a body does.
enum class External : uint8_t { error, concretise, symbolic };

struct Config {
  bool check_uninitialised = false;
  bool symbolic_uninitialised = false;  // uninitialised memory is an input instead of an error
  bool check_leaks = false;
  bool check_alignment = true;
  uint64_t stack_bytes = 8 << 20;
  uint64_t output_bytes = 64 << 20;    // of one state; more ends it
  std::string name;                    // argv[0]; empty: the name of ir::Program
  std::vector<std::string> arguments;  // argv[1] …
  std::string entry = "main";
  std::shared_ptr<const sandbox::HostFolder> host_folder;  // of the host, to be read; null: nothing
  External external = External::error;
  std::vector<std::string> external_functions;  // that may be called natively besides the known harmless ones
  double external_seconds = 5;                  // limit of one native call
  bool external_unconfined = false;             // outside of the sandbox
  uint64_t max_depth = 0;                       // forks on one path; 0: no limit
  uint64_t max_values = 256;                    // tried for a value that must be concrete
  uint64_t max_symbolic_size = 64 << 10;        // of an allocation whose size stays symbolic
  uint64_t fuzz_size = 64;                      // input of LLVMFuzzerTestOneInput
  bool yield_on_fork = false;                   // run() returns at the end of a block that forked
  bool strict_pointers = false;                 // no pointer leads from one object to another
  bool concolic = false;                        // a path goes the way of its model, the other waits unchecked
  // Paths are merged: they stop at joins that others may come to, and know where they parted. Laps are then
  // counted at the heads of loops, as analysis/joins.h says.
  struct LoopHead {
    uint32_t position;
    uint8_t level, mark;
  };
  bool merging = false;
  std::vector<LoopHead> loop_heads;
  std::shared_ptr<const Chop> chop;  // null: no call is skipped
  // By call: functions that a pointer may be which is an input of a path that began anywhere.
  std::vector<std::vector<ir::FunctionId>> lazy_callees;
};

// How a run of a state stopped.
struct Outcome {
  enum class Kind : uint8_t {
    yielded,
    exited,
    error,
    silent,     // an assumption cannot hold, or the harness ended the path
    given_up,   // the engine cannot or may not go on; `gap` and `reason` say why
    infeasible  // it was not checked before, and no input goes this way, or none was found: counted, no path
  };
  Kind kind = Kind::yielded;
  bool paused = false;    // yielded early because the solver worked much: to be run on, if there is time
  bool at_join = false;   // yielded where another path may come to the same place
  bool at_entry = false;  // yielded where a function begins that is watched
  bool imposed = false;   // the path could go on, but somebody else ended it
  Error error;
  base::Reason gap = base::Reason::fault;  // given_up: why, in what words, where
  std::string reason;
  base::CodePlace place;
};

// What a machine did, over all its paths.
struct Counters {
  uint64_t instructions = 0;  // replays included
  uint64_t forks = 0;
  uint64_t given_up = 0;     // sides that were not followed: unknown to the solver, or beyond a bound
  uint64_t concretised = 0;  // values fixed to one of several
  base::Ledger ledger;       // what was not explored, but for paths that ended: their outcomes say why
  uint64_t warnings = 0;
  uint64_t checked = 0;        // paths of concolic runs that were checked: this many were feasible,
  uint64_t infeasible = 0;     // and this many not
  uint64_t fixed = 0;          // of the feasible, those found only with words of the inputs fixed,
  uint64_t words_fixed = 0;    // that many in all
  uint64_t seeds_dropped = 0;  // seeds that an assumption excludes
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
  // `coverage`: of all machines of a run; null: this one is alone, and has its own.
  Machine(const ir::Program& program, solve::Chain& chain, const Config& config,
          CoverageMap* coverage = nullptr);

  const ir::Program& program() const { return program_; }
  expr::TermStore& terms() { return terms_; }
  state::Tags& tags() { return tags_; }

  // The state before the first instruction: globals, arguments, the entry function called.
  // REQUIRES: the entry function exists and has a body.
  std::unique_ptr<Path> initial_state() { return initial_state({}); }
  // The same with seeds, whose ways it and the paths that part from it will go.
  std::unique_ptr<Path> initial_state(const std::vector<std::shared_ptr<const Seed>>& seeds);

  // A path that begins at a function with nothing known of what was before: its arguments and the variables
  // of the program are inputs; all else, that of the C library and the model of Linux, is as in `from`.
  // Null: its frame does not fit the stack. REQUIRES: the function has a body.
  std::unique_ptr<Path> start_in(const ir::Function& function, Path& from);

  // Runs `path` until it ends or has executed `limit` more instructions (counted at the ends of blocks), or
  // pauses because the solver took long. Throws base::Stopped when the stop signal is set within an
  // instruction. Then `path` counts as standing before it, and its place in the tree holds the answers given
  // so far; its memory may be half changed, so that it can only go on from its tape.
  Outcome run(Path& path, uint64_t limit);
  // Paths that the running one has parted from, until take_forked().
  const std::vector<std::unique_ptr<Path>>& forked() const { return forked_; }
  // Every long loop of the machine and of its terms looks at `stop`, which outlives it.
  void set_stop(base::StopSignal& stop) {
    stop_ = &stop;
    terms_.set_stop(&stop);
  }
  // After run() threw: forgets how the path was run.
  void reset_modes() { following_ = replaying_ = false; }
  // The innermost place of the program's own code where the path stands, which is not running.
  base::CodePlace place_of(const Path& path) const;
  // An error where the path stands.
  Outcome fail_at(Path& path, ErrorKind kind, std::string message);
  // Another path that goes on from where `path`, which is not running, stands.
  std::unique_ptr<Path> copy(Path& path);
  // The paths that parted from those run since the last call, in order.
  std::vector<std::unique_ptr<Path>> take_forked() { return std::exchange(forked_, {}); }

  // While it is set, inputs are not symbolic but have the values of the path's model, and what is symbolic
  // for other reasons goes where the model says: nothing is asked about other ways.
  void set_following(bool following) { following_ = following; }
  // While it is set, whatever a path asks must be on its tape: everything else is a fault of ours.
  void set_replaying(bool replaying) { replaying_ = replaying; }

  // While a function is watched, a path yields when it has called it.
  void watch(ir::FunctionId function, bool watched);
  // While it is not empty, branches on symbolic conditions go the way of these points (ir/points.h), or end
  // the path where they cannot: those that the trace will have, from its beginning. No call is skipped.
  void set_guide(std::span<const uint32_t> points) { guide_ = points; }

  // A path that ended so, and skipped calls that may not return: they are recovered, and then it ends.
  void close(Path& path, const Outcome& outcome);
  // How many calls it skipped before the place where it has ended.
  uint32_t calls_passed(const Path& path) const;
  // Did it skip calls that are not known to return?
  bool has_open_calls(const Path& path) const;
  const ChopCounts& chop_counts() const { return chop_counts_; }

  // Terms that the machine itself holds between runs.
  void visit_roots(const expr::TermStore::Mark& mark) const {
    for (const Value& constant : constants_) mark(constant.term);
  }

  const Counters& counters() const { return counters_; }
  // What was tried besides the paths of the run says nothing of these.
  void restore_doubts(const Counters& before) {
    counters_.given_up = before.given_up;
    counters_.concretised = before.concretised;
    counters_.ledger = before.ledger;
  }
  // Warnings since the last call: what the program should hear of once.
  std::vector<std::string> take_warnings() { return std::exchange(warnings_, {}); }
  // A defect of ours that was noticed while running; empty if there was none.
  const std::string& fault() const { return fault_; }
  const ir::Points& points() const { return points_; }
  Value terms_add(Value a, Value b, unsigned width) { return general_binary(ir::Op::Add, width, a, b); }
  // What the paths of all machines of the run have covered.
  const CoverageMap& coverage() const { return *coverage_; }
  // Every point passed, in order, repetitions included, goes to `trace` while it is set: the first sixteen
  // million.
  void set_trace(std::vector<uint32_t>* trace) { trace_ = trace; }
  // What klee_is_symbolic and bonsai_is_symbolic answer goes to `answers` while it is set, a byte each: the
  // first sixteen million.
  void set_symbolic_answers(std::string* answers) { symbolic_answers_ = answers; }

  // One byte of an object as plain bits, a term or a mark.
  Value byte_at(const Object& object, uint64_t offset);

  // The points that a path covered, under its model: ascending, without repetition.
  std::vector<uint32_t> covered_by(const Path& path);
  // How often it passed each loop of the program's own code that it was in: the loop's number times
  // `lap_ranges`, plus which range the count is in: 1, 2, 3 to 4, 5 to 8 and so on. Without repetition.
  static constexpr uint32_t lap_ranges = 32;
  std::vector<uint32_t> loops_of(const Path& path);
  // Calls `visit` for the points that the path's model covers where the path itself chose no direction,
  // newest first, possibly repeatedly, until it returns false.
  void for_each_observed(const Path& path, const std::function<bool(uint32_t)>& visit);

  // While it is set, a path that passes a branch without choosing a direction asks for inputs that take those
  // directions of which the map, which outlives the machine, has none.
  void seek_untested(const CoverageMap* tested) { tested_ = tested; }
  // An input that is on a path, and a point that it covers there.
  struct FoundInput {
    solve::Model model;
    uint32_t point = 0;
  };
  // Asks for such inputs that follow a path which has ended.
  void seek_at_end(const Path& path);
  // Those found since the last call.
  std::vector<FoundInput> take_inputs();
  // Counts what executing one of them took.
  void charge_following(uint64_t instructions);
  // What was found did not cover the point after all: it is asked for less and less often.
  void note_failure(uint32_t point);

  // What the path prints and returns under its model.
  std::string output_of(const Path& path);
  int exit_status_of(const Path& path);

 private:
  friend struct Ops;
  friend class IntrinsicCall;
  friend class ExternalCall;

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
  bool fix_long_double(unsigned format, unsigned width, Value& value);
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
  // What the bytes of an object are until they are written, with --uninit=symbolic: cells of an array, the
  // first byte's at `shift`.
  const expr::Term* unwritten_array(const Object& object, uint64_t& shift);

  // --- answers (answers.cpp): all return false when the path ended
  // Marks the beginning of an instruction that may ask.
  // False: what it reads must be recovered first.
  bool begin(const Instr* pc, uint64_t left) {
    pc_ = pc;
    left_ = left;
    answers_.clear();
    changed_ = false;
    looked_ = 0;
    uninitialised_before_ = state_->uninitialised_bytes;
    return state_->chopped.count == 0 || is_ready();
  }
  // Which way a 1-bit value goes; forks when it can go both.
  bool decide(Value condition, bool& taken);
  bool decide(const expr::Term* condition, bool& taken);
  // The value as plain bits, for what cannot be symbolic; forks for each that it can have, up to a limit.
  bool concrete(Value value, const char* what, uint64_t& bits);
  // The same without forks: one value of several is kept, and counted.
  // Each of the first `most` values is a path of its own; on the last path it is fixed to one.
  bool concrete_few(const expr::Term* term, uint64_t most, const char* what, expr::Wide& value);
  bool concretise(const expr::Term* term, const char* what, expr::Wide& value);
  // Can it be true? No constraint; the model is one of it then, if `adopt`.
  bool can_be(const expr::Term* condition, bool adopt, bool& answer);
  // Some number that the path decides by itself, noted so that replay finds the same.
  uint64_t noted(const std::function<uint64_t()>& compute);
  std::string noted_bytes(const std::function<std::string()>& compute);
  std::optional<std::string> followed_input(const SymbolicInput& input);
  // The least and greatest value of a term, by search.
  void bounds(const expr::Term* term, uint64_t& low, uint64_t& high);
  uint64_t model_value(const expr::Term* term);
  bool assume(const expr::Term* condition);
  bool force(const expr::Term* condition, bool taken);

  // --- concolic runs and seeds (concolic.cpp)
  bool leave_open(const expr::Term* mine, const expr::Term* other, bool taken);
  bool check_way(const expr::Term* way, size_t settled);
  void read_fixed(bool settled);
  bool part_seeds(const expr::Term* condition, bool taken);
  void keep_seeds(const expr::Term* condition);
  solve::Reply another_seed(const expr::Term* condition);
  void give_seeds(const SymbolicInput& input);
  bool may_fork() const {
    return !state_->forking_off && (!config_.max_depth || state_->node->depth < config_.max_depth);
  }

  std::optional<uint32_t> guided() const;
  bool guided_way(bool& taken) const;
  // Is the running instruction the last of the trace? Calls and switches are noted before they ask.
  bool has_noted_itself() const {
    return trace_ && !trace_->empty() && trace_->back() == 2 * uint64_t(pc_ - code_base_);
  }
  // The next answer of the tape; nothing, and a fault, if it is not of the kind that is wanted.
  std::optional<state::Answer> next_answer(bool& settled, bool (state::Answer::*is_wanted)() const);
  void record(const state::Answer& answer);
  void note_replay_fault();
  void assume_noted(const expr::Term* condition);
  // The run's time is over, and what was asked has no answer: the path will begin the instruction again, in
  // this session or in another. REQUIRES: the instruction has changed nothing.
  void suspend() { suspend(answers_.size()); }
  void suspend(size_t settled);
  // The running instruction is executed once more: what it needs has been made meanwhile.
  void begin_again();
  bool is_late(const solve::Reply& reply) const;
  // Another path goes the other way, and has that condition and model.
  void fork(bool taken, const expr::Term* other, solve::Model model);
  // The path ends here for a reason of the engine's; `detail` is what the reason's meaning does not say.
  Step give_up(base::Reason reason, std::string detail = "");
  // Notes in the ledger that something is not explored where the path stands. Does nothing where the path is
  // brought back or follows a model: then it was noted before.
  void leave_out(base::Reason reason, std::string detail = "");
  // A direction is not followed.
  void leave_side(base::Reason reason) {
    ++counters_.given_up;
    leave_out(reason);
  }
  // Why may_fork() is false.
  base::Reason no_fork_reason() const {
    return state_->forking_off ? base::Reason::forking : base::Reason::depth;
  }
  // The innermost place of the program's own code; `library`: the function of the C library that it called.
  base::CodePlace place_of(const state::Frame* top, size_t index, std::string* library) const;
  std::string in_library(std::string detail, base::CodePlace& place) const;
  Step end_silently();
  // Does it read bytes that were never written, where that is an error?
  bool is_undefined(const expr::Term* term) const;
  // It depends on none; else the path ended. `term` may become a simpler one.
  bool is_defined(const expr::Term*& term, const char* what);
  const expr::Term* without_undefined(const expr::Term* term);

  // --- values that the model of Linux fixes (pinned.cpp)
  Value pin(uint64_t value, const std::string& name, uint64_t low, uint64_t high, uint64_t serial);
  bool is_pinned(const expr::Term* term) const;
  const expr::Term* unpinned(const expr::Term* term);
  Value unpinned(Value value);
  const expr::Term* pinned_domain(const expr::Term* term);
  bool is_indifferent_to_pinned() const;
  void leave_out_pinned(const expr::Term* term, const char* what);
  void note_pinned(const expr::Term* term, const expr::Term* fixed, const char* what);
  const expr::Term* bounded_pinned(const expr::Term* term);

  // The path's constraints are the state's own business from here on: an instruction changed something.
  void changing() { changed_ = true; }
  // Called for every `steps` steps of a loop whose length the program decides.
  // That memory is short ends only what takes long by itself; else the turn ends soon.
  void look(uint64_t steps = 1) {
    constexpr uint64_t long_instruction = 1 << 16;
    if (!stop_) return;
    looked_ += steps;
    if (looked_ >= long_instruction) return stop_->look(steps);
    stop_->look_for_end(steps);
    if (stop_->lacks_memory())
      yield_soon();
    else if (wants_pause())
      pause_soon();
  }
  uint64_t executed() const;
  void yield_soon();
  void pause_soon() {
    paused_ = true;
    yield_soon();
  }
  // A path that pauses goes on as if it had not, but for merging: it would not stop where others may come to.
  bool wants_pause() const {
    return stop_ && stop_->wants_pause() && !config_.merging && !replaying_ && !following_;
  }
  void warn(std::string text);
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
  // The object or local that holds [address, address + bytes), as far as its capacity goes. False: none.
  bool find_place(uint64_t address, uint64_t bytes, Place& place) const;
  bool check_access(const Place& place, uint64_t bytes, Intent intent);
  std::string describe(const Place& place) const;
  Step fail_access(uint64_t address, uint64_t bytes, Intent intent);
  bool load(uint64_t address, unsigned width, const ir::Access& access, Value& result);
  bool store(uint64_t address, unsigned width, const ir::Access& access, Value value);
  bool check_alignment(uint64_t address, unsigned align_log2, Intent intent);
  bool check_alignment(const expr::Term* address, unsigned align_log2, Intent intent);

  // --- skipped calls (chop.cpp)
  bool skips(uint32_t call, const ir::Function& callee);
  Step skip(const ir::Function& callee, const ir::CallSite& site);
  void mark_written(const Chop::Effects& effects, uint32_t number);
  void mark_object(const Object& object, std::span<const Chop::Bytes> bytes, uint64_t from, uint64_t size,
                   bool may_be_freed, uint32_t number);
  // What skipped calls left there, or may have freed, is there: for registers that the instruction reads, a
  // value, some bytes. False: it begins again when that has been recovered.
  bool is_ready();
  bool settle(Value& value);
  bool settle(uint64_t address, uint64_t bytes, Intent intent);
  bool settle_place(Place& place);
  bool need(uint32_t number, Chop::Wanted wanted);
  Chop::Wanted wanted_of(uint32_t number, const Object& object, uint64_t offset) const;
  bool take_over(const Object& object, uint32_t number, const Recovered& left);
  void bind_born(uint32_t number, const Recovered& left);
  uint32_t birth_of(uint64_t base, uint32_t before) const;
  const expr::Term* pending_at(uint64_t address, unsigned width, unsigned bytes);
  void write_pending(Object& object, uint64_t offset, unsigned bytes, const expr::Term* result);
  void recover(uint32_t number, Chop::Wanted wanted);
  Step end_recovery(const ir::CallSite& site);
  // False: it was a slice, and the call is executed again.
  [[nodiscard]] bool leave_recovery();
  void abandon_slice();
  bool is_in_slice() const { return state_->chopped.dependent && state_->chopped.dependent->slice; }
  void use_slice();
  // Names an allocation of a recovery: the same in each recovery of the call.
  uint64_t allocation_key(uint32_t site, uint64_t size, uint64_t align);
  void begin_closing(Path& path, const Outcome& outcome);
  bool recover_next();
  // Of a run that stopped: was it for something that skipped calls left?
  bool goes_on_chopped();

  // --- unconstrained starts (lazy.cpp): false when the instruction begins again, or the path ended
  // Puts the address of its object in place of a pointer among the inputs.
  bool settle_lazy(Value base, Value& address);
  bool lazy_object(const expr::Term* pointer);
  const LazyPointer* find_lazy(const expr::Term* pointer) const;
  // The pointer among the inputs that an address is computed from; null: none.
  const expr::Term* lazy_pointer_in(const expr::Term* address);
  void free_globals(Path& path);
  // Is the pointer one of these functions? Each is a path of its own.
  bool lazy_callee(const expr::Term* pointer, const ir::Function*& callee);
  bool concrete_address(Value value, uint64_t& bits);

  // --- memory at symbolic addresses (symbolic_memory.cpp)
  // An access by instruction: base, and what is added to it.
  bool load_symbolic(Value base, Value address, unsigned width, const ir::Access& access, Value& result);
  bool store_symbolic(Value base, Value address, unsigned width, const ir::Access& access, Value value);
  // An address in the object that an access means, or a guess at one; 0: not known.
  struct Hint {
    uint64_t address = 0;
    bool is_certain = false;
  };
  bool choose_base(Value& address, Hint& hint);
  const expr::Term* chosen_base(const expr::Term* address);
  bool has_origin(const expr::Term* address);
  const expr::Term* replace(const expr::Term* sum, const expr::Term* addend, const expr::Term* by);
  // The object that `address` lies in on this path, with all `bytes`; forks when there are several.
  bool locate(const expr::Term* address, Hint hint, uint64_t bytes, Intent intent, Place& place);
  const expr::Term* inside(const Place& place, const expr::Term* address, uint64_t bytes);
  uint64_t base_in(const expr::Term* address);
  bool load_candidates(const expr::Term* address, unsigned width, const ir::Access& access, Value& result);
  // A part of a place that an access at a symbolic offset may touch.
  struct Window {
    uint64_t first = 0;                 // offset in the object
    uint64_t count = 0;                 // elements
    unsigned element = 1;               // bytes
    const expr::Term* index = nullptr;  // which element, 64 bits
  };
  Window window(const Place& place, const expr::Term* address, unsigned bytes, Intent intent);
  Value read_window(const Object& object, const Window& window);
  const expr::Term* read_as_array(const Object& object, const Window& window, unsigned bytes);
  const expr::Term* as_array(const Object& object, uint64_t first, uint64_t count);
  const expr::Term* over_unwritten(const Object& object, uint64_t first, uint64_t count);
  void make_array(Object& object);
  void remember(const ir::Access& access, const Place& place, Intent intent);
  Value read_value(const Object& object, uint64_t offset, unsigned width, unsigned bytes);
  void write_value(Object& object, uint64_t offset, unsigned width, unsigned bytes, Value value);
  Value byte_of(const Object& object, uint64_t offset) {
    look();
    return byte_at(object, offset);
  }
  void set_byte(Object& object, uint64_t offset, Value value);
  Object* writable(const Object& object);
  // --- blocks (blocks.cpp): addresses and lengths may be symbolic
  bool copy_memory(Value to, Value from, Value bytes, bool may_overlap);
  bool set_memory(Value to, Value byte, Value bytes);
  bool block_bounds(Value& length, uint64_t& most);
  bool check_block(uint64_t address, Value length, uint64_t most, Intent intent, Place& place);
  void move_bytes(const Object& from, uint64_t in, Object& to, uint64_t out, uint64_t bytes);
  void move_portion(const Object& from, uint64_t in, Object& to, uint64_t out, uint64_t bytes);
  bool read_byte(uint64_t address, Value& byte);
  bool read_bytes(uint64_t address, void* to, uint64_t bytes);
  bool write_bytes(uint64_t address, const void* from, uint64_t bytes);
  bool read_string(uint64_t address, std::string& text);
  Object* allocate(uint64_t base, uint64_t size, const state::ObjectInfo& info, bool zeroed);
  // Makes [address, address + size) of its object a new input.
  bool make_symbolic(uint64_t address, uint64_t size, const std::string& name);
  const expr::Term* new_input(const std::string& name, uint64_t size);
  std::string unique_name(const std::string& given);
  void forget_memory() { memory_tag_ = state_->memory_tag = tags_.take(); }
  void forget_stack() { stack_tag_ = state_->stack_tag = tags_.take(), local_pages_ = nullptr; }
  state::Page* const* find_local_pages();

  // --- heap (heap.cpp)
  // An address of 0: it does not fit.
  void heap_allocate(uint64_t size, uint64_t align, bool zeroed, uint64_t& address,
                     const expr::Term* symbolic_size, state::Allocator allocator);
  // The largest request that does not fail.
  uint64_t heap_limit() const;
  // How much to reserve for a size that may be symbolic, and the term that bounds accesses if it stays so.
  bool allocation_size(Value size, uint64_t& reserved, const expr::Term*& symbolic_size);
  bool heap_free(uint64_t address, const char* function);
  bool is_freeable(uint64_t address, const char* function);
  // --- leaks (leaks.cpp)
  Step check_leaks();
  std::unordered_set<uint64_t> reachable_blocks();
  void visit_pointers(const Object& object, const std::function<void(uint64_t)>& visit);

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
  void stop_at_entry();
  Step start_next_phase();
  Step call_entry();
  Step exit(Value status);
  // The function that a call through a pointer goes to.
  const expr::Term* within_code(const expr::Term* pointer);
  bool callee_at(Value pointer, const ir::Function*& callee);
  Step call_external(const ir::Function& callee, const ir::CallSite& site);
  bool alloca_dynamic(const Instr& instr, Value* registers);
  void release_dynamic(uint64_t down_to);
  Step switch_to(const Instr& instr, Value value);
  const expr::Term* switch_condition(const ir::SwitchTable& table, const expr::Term* value, uint32_t target);
  bool symbolic_switch(const ir::SwitchTable& table, uint32_t table_index, const expr::Term* value,
                       uint32_t& target);
  void enter(state::Frame& frame);
  void save_pc() { frame_->pc = uint32_t(pc_ - code_of(*frame_)); }
  const Instr* code_of(const state::Frame& frame) const {
    return code_.data() + points_.first_of(frame.function->id);
  }
  Value operand(ir::Operand operand, const Value* registers) const {
    return operand.is_constant() ? constants_[operand.index()] : registers[operand.index()];
  }
  ir::LocationId location() const;
  ir::LocationId own_location() const;

  // --- unwinding (unwind.cpp)
  Step throw_exception(uint64_t object, uint64_t type_info, uint64_t destructor, const ir::CallSite& from);
  Step unwind(const ir::CallSite* from);
  Step resume(const Instr& instr, Value* registers);
  bool landing_pad_matches(const ir::LandingPad& pad, uint64_t type_info, uint64_t object, int64_t& selector,
                           uint64_t& adjusted);
  bool catches(uint64_t handler, uint64_t thrown, uint64_t& object, unsigned depth);
  bool is_pointer_type(uint64_t type_info) const;
  Step long_jump(uint64_t serial, uint32_t pc, Value value);

  void specialise();

  // --- branches that became values (observe.cpp)
  void observe(const Instr* pc, uint64_t left, Value condition, Value guard);
  void note_observed(size_t point);
  bool seek(const solve::PathCondition& condition, uint32_t point, const expr::Term* direction);
  void seek_observed(const Path& path);
  bool may_seek(uint32_t point);
  bool has_used_free_work() const;

  // --- coverage (coverage.cpp)
  void note(size_t point);
  void begin_laps(size_t head);
  void count_lap(const Instr* from, const Instr* to);
  void note_switch(uint32_t table, uint32_t target);
  void start_coverage(const Path& path);
  void flush_coverage();

  const ir::Program& program_;
  solve::Chain& chain_;
  expr::TermStore& terms_;
  Config config_;
  state::Tags tags_;
  ir::Points points_;
  std::vector<Instr> code_;  // of all functions: the IR with opcodes replaced by handlers (specialise.cpp)
  std::vector<Value> constants_;
  std::vector<Intrinsic> intrinsics_;  // per function; null: none
  std::vector<CallPlan> plans_;        // per call site
  std::vector<SiteCache> sites_;
  std::unique_ptr<external::Process> external_process_;  // null until the first native call

  // The running state and mirrors of what fast paths need of it.
  Path* state_ = nullptr;
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
  solve::Work slow_at_ = 0;  // of the solver, at which this run pauses
  bool paused_ = false;
  bool yields_fork_ = false;
  bool replaying_ = false;
  bool following_ = false;
  const Instr* resumed_at_ = nullptr;  // where the run began: there a join does not stop it
  bool at_join_ = false;
  std::vector<uint8_t> watched_;  // by function; empty: none
  bool at_entry_ = false;
  std::span<const uint32_t> guide_;
  uint32_t needed_ = 0;  // number of the skipped call that the running instruction needs
  Chop::Wanted wanted_;  // and what of it
  bool left_slice_ = false;
  const Chop::Slice* slice_ = nullptr;                    // that the code is changed for
  std::vector<std::pair<uint32_t, Instr>> changed_code_;  // as it was
  bool begins_again_ = false;
  bool recovered_one_ = false;  // of a path that has ended
  ChopCounts chop_counts_;
  uint64_t limit_ = 0;  // executed so far in this run: limit_ - left_
  Outcome outcome_;
  base::StopSignal* stop_ = nullptr;

  // The running instruction.
  state::Tape answers_;  // given so far
  bool changed_ = false;
  uint64_t looked_ = 0;  // steps of its loops
  std::string fault_;
  uint64_t uninitialised_before_ = 0;
  bool has_pinned_ = false;  // some path has met a pinned value
  std::unordered_map<const expr::Term*, const expr::Term*>
      unpinned_;  // of this run: terms without pinned values
  std::map<std::pair<ir::FunctionId, uint32_t>, uint32_t> pinned_questions_;
  std::unordered_set<uint64_t>
      never_pinned_;  // hashes of conditions on pinned values that none of them makes true

  std::vector<std::unique_ptr<Path>> forked_;
  Counters counters_;
  std::vector<std::string> warnings_;
  uint64_t next_path_ = 0;

  // Coverage.
  uint8_t* seen_ = nullptr;           // per point: noted for the running path; in seen_storage_
  const Instr* code_base_ = nullptr;  // code_.data()
  std::vector<uint8_t> seen_storage_;
  std::vector<uint32_t> noted_;    // points set in seen_
  std::vector<uint32_t> journal_;  // of them, not yet in the path's list
  // Per instruction: how often a jump backwards led to it since the path's list was last brought up to date;
  // of the C library's something else.
  uint32_t* laps_ = nullptr;  // in laps_storage_
  std::vector<uint32_t> laps_storage_;
  std::vector<uint32_t> heads_;    // instructions with such a number
  uint64_t covered_path_ = ~0ull;  // the path that seen_ belongs to
  std::unique_ptr<CoverageMap> own_coverage_;
  CoverageMap* coverage_;
  std::vector<uint64_t> covered_bits_;  // scratch of covered_by()
  std::vector<uint32_t> lap_sums_;      // scratch of loops_of()
  const CoverageMap* tested_ = nullptr;
  std::vector<FoundInput> found_inputs_;
  solve::Work seek_work_ = 0;  // what was spent on looking for them
  struct Tries {
    uint32_t failures = 0;
    uint64_t left_out = 0;  // times that it will not be asked for
  };
  std::unordered_map<uint32_t, Tries> tries_;     // by point
  std::unordered_set<uint64_t> never_taken_;      // directions that no input takes, on whatever path, by hash
  std::unordered_set<uint64_t> asked_of_inputs_;  // those of which it was asked
  std::vector<uint32_t>* trace_ = nullptr;
  std::string* symbolic_answers_ = nullptr;
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
  void result(int bits) { result(Value::plain(uint64_t(int64_t(bits)))); }

  // What intrinsics may do to the machine, forwarded so that they need no friendship of their own.
  Step fail(ErrorKind kind, std::string message, std::string detail = "") {
    Step step = m.fail(kind, std::move(message));
    m.outcome_.error.detail = std::move(detail);
    return step;
  }
  Path& state() { return *m.state_; }
  uint64_t pointer_mask() const { return m.pointer_mask_; }
  const Config& config() const { return m.config_; }
  bool copy(Value to, Value from, Value bytes, bool may_overlap) {
    return m.copy_memory(to, from, bytes, may_overlap);
  }
  bool set(Value to, Value byte, Value bytes) { return m.set_memory(to, byte, bytes); }
  bool byte(uint64_t address, Value& value) { return m.read_byte(address, value); }
  // Is the byte at an address the low byte of a value? Forks when it may or may not be.
  bool same_byte(uint64_t address, Value wanted, bool& same);
  bool decide(Value condition, bool& taken) { return m.decide(condition, taken); }
  bool decide(const expr::Term* condition, bool& taken) { return m.decide(condition, taken); }
  // An argument as a term of its width. REQUIRES: not a mark.
  const expr::Term* term(unsigned i) { return m.term(value(i), width(i)); }
  expr::TermStore& terms() { return m.terms_; }
  void look() { m.look(); }
  bool assume(const expr::Term* condition) { return m.assume(condition); }
  // False: the value depends on memory that was never written, and the state ended in an error. Else the term
  // is one that does not read such memory.
  bool is_defined(const expr::Term*& term, const char* what) { return m.is_defined(term, what); }
  std::string noted_bytes(const std::function<std::string()>& compute) { return m.noted_bytes(compute); }
  bool concretise(const expr::Term* term, const char* what, expr::Wide& value) {
    return m.concretise(term, what, value);
  }
  bool concrete_few(const expr::Term* term, uint64_t most, const char* what, expr::Wide& value) {
    return m.concrete_few(term, most, what, value);
  }
  bool make_symbolic(uint64_t address, uint64_t size, const std::string& name) {
    return m.make_symbolic(address, size, name);
  }
  const expr::Term* new_input(const std::string& name, uint64_t size) { return m.new_input(name, size); }
  Step end_silently() { return m.end_silently(); }
  Step give_up(base::Reason reason, std::string detail) { return m.give_up(reason, std::move(detail)); }
  void leave_out(base::Reason reason, std::string detail) { m.leave_out(reason, std::move(detail)); }
  // Other paths may come to the place behind this call.
  void stop_at_join() {
    if (!m.config_.merging || m.frame_->serial > m.state_->shared_calls) return;
    m.at_join_ = true;
    if (int64_t(m.left_) < 0) return;
    m.limit_ -= m.left_ + 1;  // right behind the call
    m.left_ = uint64_t(-1);
  }
  void warn(std::string text) { m.warn(std::move(text)); }
  void bounds(const expr::Term* term, uint64_t& low, uint64_t& high) { m.bounds(term, low, high); }
  uint64_t model_value(const expr::Term* term) {
    return m.noted([&] { return m.model_value(term); });
  }
  Value pin(uint64_t value, const std::string& name, uint64_t low, uint64_t high, uint64_t serial) {
    return m.pin(value, name, low, high, serial);
  }
  Value unpinned(Value value) { return m.unpinned(value); }
  void note_symbolic(bool is_symbolic) {
    if (m.symbolic_answers_ && m.symbolic_answers_->size() < 16 << 20)
      m.symbolic_answers_->push_back(char(is_symbolic));
  }
  const ir::Function& callee() const;
  bool read(uint64_t address, void* to, uint64_t bytes) { return m.read_bytes(address, to, bytes); }
  bool write(uint64_t address, const void* from, uint64_t bytes) {
    return m.write_bytes(address, from, bytes);
  }
  // Can all of it be written, or read? Else the path has ended in an error.
  bool is_accessible(uint64_t address, uint64_t bytes) {
    Machine::Place place;
    return bytes == 0 || m.resolve(address, bytes, Machine::Intent::write, place);
  }
  bool is_readable(uint64_t address, uint64_t bytes) {
    Machine::Place place;
    return m.resolve(address, bytes, Machine::Intent::read, place);
  }
  // The size of the object or local at an address, and the term of a symbolic one. False: there is none.
  bool size_at(uint64_t address, uint64_t& bytes, const expr::Term*& symbolic) {
    Machine::Place place;
    if (!m.find_place(address, 0, place)) return false;
    bytes = place.size;
    symbolic = place.object->info().symbolic_size;
    return true;
  }
  bool string(uint64_t address, std::string& text) { return m.read_string(address, text); }
  void allocate(uint64_t size, uint64_t align, bool zeroed, uint64_t& address,
                const expr::Term* symbolic_size = nullptr,
                state::Allocator allocator = state::Allocator::malloc) {
    m.heap_allocate(size, align, zeroed, address, symbolic_size, allocator);
  }
  bool allocation_size(Value size, uint64_t& reserved, const expr::Term*& symbolic_size) {
    return m.allocation_size(size, reserved, symbolic_size);
  }
  bool is_freeable(uint64_t address, const char* function) { return m.is_freeable(address, function); }
  void move(uint64_t to, uint64_t from, uint64_t bytes);
  bool free(uint64_t address, const char* function) { return m.heap_free(address, function); }
  const Object* object_at(uint64_t address) { return m.state_->memory.find(address); }
  Step exit(Value status) { return m.exit(status); }
  Step throw_exception(uint64_t object, uint64_t type_info, uint64_t destructor) {
    return m.throw_exception(object, type_info, destructor, site_);
  }
  Step rethrow() { return m.unwind(&site_); }
  Step call(const ir::Function& function, const Value* arguments, unsigned count) {
    return m.call_function(function, nullptr, arguments, count, Value());
  }
  state::Frame& frame() { return *m.frame_; }
  uint32_t next_pc() const { return uint32_t(m.pc_ - m.code_of(*m.frame_)) + 1; }
  Step long_jump(uint64_t serial, uint32_t pc, Value value) { return m.long_jump(serial, pc, value); }

 private:
  const ir::CallSite& site_;
};

// The engine's function of that name that any program may call, or nullptr (intrinsic.def).
Intrinsic find_intrinsic(const std::string& name);
// What the engine executes in place of the function, or nullptr. Functions for the model of Linux are bound
// only where the C library declares them, not where the program under test does.
Intrinsic find_intrinsic(const ir::Function& function);
bool is_for_model(const std::string& name);
// It gives way to a C library's function of that name.
bool is_standin(const std::string& name);
// Functions of the harness interface are the engine's even where the program has a body for them.
bool is_harness_function(const std::string& name);

}  // namespace bonsai::exec
