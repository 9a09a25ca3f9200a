// One path of a symbolic run: a state, its path condition with a model, and its place in the execution tree.
//
// Forking happens inside an instruction, before the instruction has changed anything: the other side starts
// the instruction again, with the answers given so far (and its own) read from `replayed` instead of asked.
// Replay of a whole path is the same with the whole tape. So "what does this instruction do on that side" is
// written once, in the instruction.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/persistent_map.h"
#include "exec/chop.h"
#include "expr/store.h"
#include "solve/path_condition.h"
#include "state/state.h"
#include "state/tree.h"

namespace bonsai::exec {

// A symbolic object that the program made, in a list that forks share.
struct SymbolicInput {
  uint32_t refs = 0;
  base::Ref<SymbolicInput> before;
  std::string name;  // unique on its path: repeated names get a suffix
  uint64_t size = 0;
  const expr::Term* array = nullptr;
  static void destroy(SymbolicInput* input);
};

// Points that were covered (ir/points.h), and laps of loops of the program's own code, in a list that forks
// share.
struct Covered {
  struct Laps {
    uint32_t head = 0;  // position among all instructions, to which a jump leads backwards
    uint32_t count = 0;
  };
  uint32_t refs = 0;
  base::Ref<Covered> before;
  std::vector<uint32_t> points;
  std::vector<Laps> laps;  // a head may be there several times
  static void destroy(Covered* covered);
};

// A branch of the source that the path passed without one direction being chosen (ir::Op::Observe), in a list
// that forks share: where `guard` holds, `condition` says which point was covered.
struct Observed {
  uint32_t refs = 0;
  base::Ref<Observed> before;
  uint32_t point = 0;  // if the condition holds; else the next one
  const expr::Term* condition = nullptr;
  const expr::Term* guard = nullptr;
  bool is_excluded[2] = {false, false};  // directions that the path condition of then excluded
  mutable uint64_t epoch = 0;            // of the last collection that came by
  static void destroy(Observed* observed);
};

// A question about a file of the host that the model of Linux asked (--fs), in a list that forks share.
struct HostAccess {
  enum class Kind : uint8_t { status, content, names, target };
  uint32_t refs = 0;
  base::Ref<HostAccess> before;
  Kind kind = Kind::status;
  std::string path;  // relative to Config::host_folder
  static void destroy(HostAccess* access);
};

// A condition that a test should satisfy if it can.
struct Preference {
  uint32_t refs = 0;
  base::Ref<Preference> before;
  const expr::Term* condition = nullptr;
  static void destroy(Preference* preference);
};

// A pointer among the inputs of a path that began anywhere, and the address that it was given when it was
// first used (lazy.cpp).
struct LazyPointer {
  uint32_t refs = 0;
  base::Ref<LazyPointer> before;
  const expr::Term* pointer = nullptr;
  uint64_t address = 0;
  static void destroy(LazyPointer* pointer);
};

// Where a path parted from others, in a list that all of them share: what was common to them ends there. Kept
// where paths are merged.
struct Parting {
  uint32_t refs = 0;
  uint32_t depth = 0;  // partings before
  base::Ref<Parting> before;
  solve::PathCondition condition;  // of all of them
  static void destroy(Parting* parting);
};

// Inputs that a path should begin with: bytes by name, or raw bytes for whatever inputs come. Those that
// nothing is said of are zeros, or random.
struct Seed {
  std::vector<std::pair<std::string, std::string>> inputs;
  std::string raw;
  bool is_raw = false;
  std::optional<uint64_t> random;  // the number that chance begins with
};

// The seeds whose way a path goes, each with the model that it has become by now and how much of its raw
// bytes is used. The first is the path's own: its model is the path's.
struct SeedOnPath {
  std::shared_ptr<const Seed> seed;
  solve::Model model;
  uint64_t used = 0;
};
using Seeds = std::vector<SeedOnPath>;

// A concolic run, as those see it who choose the next: how many points it covered that none had covered.
struct ConcolicRun {
  uint64_t number = 0;
  uint64_t fresh = 0;
  uint64_t begin = 0;  // instructions executed before it
};

// Answers that are read instead of asked. Those before `settled` are in the path condition already.
struct Replayed {
  std::shared_ptr<const state::Tape> tape;
  size_t position = 0;
  size_t settled = 0;  // byte position in the tape
  bool is_over() const { return !tape || position >= tape->size(); }
};

// Which core conditions a path has, by the numbers of explore/prune.
struct PathFeatures {
  std::shared_ptr<const std::vector<uint32_t>> conditions;  // ascending; null: none
  size_t decisions = 0;                                     // looked at so far,
  uint64_t merged = 0;                                      // while it was made of so many others
  float score = 0;                                          // when it was last scored
};

// What those who choose between paths know of one. The other side of a fork begins with the same.
struct Standing {
  uint64_t covered_new_at = 0;  // instructions executed when it last covered what no path had
  uint64_t core_queries = 0;    // questions on this path that cost most: those that the core was asked
  uint32_t places[6] = {};      // where searchers keep it
  uint64_t looked_at = 0;  // how long it must be before it is asked whether it ends (explore/endless.cpp)
  uint32_t refusals = 0;   // times in a row that it met others and was not merged
  bool is_held = false;    // a strategy holds it back: no searcher has it
  bool is_parked = false;  // it is set aside: nobody but who did that knows it
  uint64_t piece = 0;      // of the last checkpoint that has it (explore/pieces.h); 0: none
  uint32_t position = 0;   // in that
  PathFeatures features;
  std::shared_ptr<ConcolicRun> run;  // that it is, or, of a path that is not checked, parted from
};

struct Path : state::State {
  using State::State;

  solve::PathCondition condition;
  state::TreeNodeRef node;
  Replayed replayed;
  base::Ref<SymbolicInput> inputs;  // newest first
  // By the hash of a name that an input has: the suffix to try when the program gives that name again.
  base::PersistentMap<uint64_t, uint32_t> next_suffix;
  base::Ref<Covered> covered;
  base::Ref<Observed> observed;                        // newest first
  base::PersistentMap<uint64_t, uint8_t> is_observed;  // the same by hash
  base::Ref<Preference> preferences;
  base::Ref<HostAccess> host_accesses;  // newest first; an access may be there twice
  uint64_t id = 0;                      // in order of creation; of the path set's first state 0
  Standing standing;
  base::Ref<Parting> parted;  // the last time
  // Calls with a serial up to this one may be under way in other paths as well.
  uint64_t shared_calls = 0;
  uint64_t merged = 0;  // paths that it was made of, beyond itself
  Chopped chopped;
  // How it ended, while calls that it skipped are recovered nevertheless: those before `closing_end`.
  std::shared_ptr<const struct Outcome> closing;
  uint32_t closing_end = 0;
  // It began at some function, with nothing known of what was before (Machine::start_in).
  bool is_lazy = false;
  base::Ref<LazyPointer> pointers;  // newest first
  uint32_t traced = 0;              // points of the trace that were passed when it parted from another
  // What it assumes first when it runs, since it parted from another path; null: that is in the condition.
  const expr::Term* awaited = nullptr;
  // Nobody has asked whether the last answer of `replayed`, with which it parted from another path, is
  // possible: the model is still that of the other (concolic.cpp).
  bool unchecked = false;
  std::shared_ptr<const Seeds> seeds;  // null: none
  bool leaks_checked = false;
  bool called_natively = false;  // an external function: who knows what it would return next time
  uint64_t forking_off = 0;      // klee_set_forking(0): decisions follow the model

  std::vector<const SymbolicInput*> all_inputs() const;  // oldest first
  void note_host_access(HostAccess::Kind kind, std::string path);
  // Without repetition, in the order of their first occurrence.
  std::vector<const HostAccess*> all_host_accesses() const;
  // Notes that another path parts from it here.
  void part();
  // As State::visit_terms.
  void visit_roots(const expr::TermStore::Mark& mark, uint64_t epoch) const;
};

// Is the frame, which does not run, at a place where paths may become one: a join, or right behind a call of
// klee_close_merge?
bool is_join(const ir::Program& program, const state::Frame& frame);
bool is_close_merge(const ir::Program& program, const state::Frame& frame);

// What a digest of two paths that are in the same state has in common: memory, frames, condition, model,
// inputs, output, counters. For tests of replay.
uint64_t digest(const Path& path);
// Of what the program has: memory and frames.
uint64_t digest_of_state(const Path& path);
// The same in words, one line per part, for saying what differs.
std::vector<std::string> describe_parts(const Path& path);

}  // namespace bonsai::exec
