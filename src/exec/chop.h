// Chopped calls: what is skipped, what a skipped call may have changed, and what is kept of it until somebody
// reads that.
//
// A call of a chopped function is not entered. The path keeps a snapshot of itself, numbers the call, and
// marks all bytes that the function may write (and its result) as pending: expr::Term::pending(number). A
// store overwrites a mark as it overwrites anything else; whoever reads one needs the call: then the path
// becomes the snapshot, with the condition, model and tape that it has by now, executes the call, and goes on
// where it was, at the instruction that read. What the call left is kept: a pending byte is what lies at the
// same address in the memory that the call ended with, which may be a mark of a call skipped before it. So
// the last writer wins, whatever the order in which calls are recovered, and nobody has to note stores.
//
// Where a slice of the function is known that computes what is wanted, it is executed instead, and what it
// left counts for that alone. A slice that does not return, or comes to an error, says nothing: then all of
// the function is executed. Whatever is executed of a call, its allocations have the same addresses.
//
// Tested by tests/programs/chop and tests/check_chop.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "base/persistent_map.h"
#include "base/ref.h"
#include "ir/program.h"
#include "state/state.h"

namespace bonsai::exec {

// What to skip. By whoever analysed the program; the machine only looks.
struct Chop {
  struct Bytes {
    uint64_t first = 0;
    uint64_t end = ~0ull;
  };
  // Objects of one origin.
  struct Target {
    state::ObjectKind kind = state::ObjectKind::global;
    uint32_t index = 0;        // as in ObjectInfo: global, function of a local, or call that allocates
    uint32_t local = 0;        // a local's index in its function; heap: as in ObjectInfo, or 0 for any
    uint32_t caller = 0;       // heap: the same
    std::vector<Bytes> bytes;  // that may be written, offsets in the object or local
    bool may_be_freed = false;
  };
  struct Effects {
    bool anything = false;  // whatever is not constant may be written, and whatever is on the heap freed
    std::vector<Target> targets;
    // Objects that no declaration or call of the program made: arguments of main.
    bool arguments = false;
  };

  // What of a function's effects is wanted.
  struct Wanted {
    static constexpr uint32_t everything = ~0u, result = ~0u - 1;
    uint32_t target = everything;  // or result, or an index into Effects::targets
    uint32_t bytes = 0;            // and into its bytes
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };
  // What is left out of a function, and of those that it calls: instructions, as indices into the code of all
  // functions (ir::Points), and how far to go on from there.
  struct Slice {
    std::vector<std::pair<uint32_t, int32_t>> jumps;
  };
  class Slices {
   public:
    virtual ~Slices() = default;
    // Null: better execute all of it. Any thread may ask, and is always told the same.
    virtual const Slice* find(ir::FunctionId function, Wanted wanted) = 0;
  };

  // Is this call, an index into Program::calls, of that function skipped?
  bool skips(uint32_t call, ir::FunctionId callee) const {
    return functions[callee] || sites.contains({call, callee});
  }

  std::vector<uint8_t> functions;                       // by id: skipped wherever it is called
  std::set<std::pair<uint32_t, ir::FunctionId>> sites;  // single calls
  std::vector<std::shared_ptr<const Effects>> effects;  // by function; null: never skipped
  std::shared_ptr<Slices> slices;                       // null: there are none
};

// All of a path that belongs to a moment of the program's execution, and not to the path's history.
struct Moment {
  explicit Moment(const state::State& state);
  void restore(state::State& state) const;
  template <typename Mark>
  void visit_terms(const Mark& mark, uint64_t epoch) const {
    state::visit_memory(memory, mark, epoch);
    state::visit_frames(top.get(), mark, epoch);
    mark(exit_status.term);
  }

  state::AddressSpace memory;
  state::FrameRef top;
  uint64_t dynamic_pointer;
  state::Exceptions exceptions;
  state::Phase phase;
  uint32_t phase_next;
  state::Value exit_status;
  std::vector<state::ExitHandler> exit_handlers;
};

// What a call left, once it was executed.
struct Recovered {
  explicit Recovered(const state::AddressSpace& memory) : after(memory) {}
  Chop::Wanted wanted;  // all that is known
  state::AddressSpace after;
  std::vector<state::Value> results;
  std::vector<uint64_t> born;  // bases of heap objects that were not there before
  mutable uint64_t epoch = 0;
};

// Where the heap objects of a call are: by what was allocated where and how often (Machine::allocation_key).
using Allocations = base::PersistentMap<uint64_t, uint64_t>;

// A call that was skipped. It never changes; when it has been recovered, another one takes its place.
struct SkippedCall {
  uint32_t refs = 0;
  mutable uint64_t epoch = 0;
  const ir::Function* function = nullptr;
  std::shared_ptr<const Moment> before;                 // at the call
  std::shared_ptr<const Recovered> whole;               // null until it is recovered
  std::vector<std::shared_ptr<const Recovered>> parts;  // by slices
  Allocations allocations;
  const Recovered* known(Chop::Wanted wanted) const {
    for (const std::shared_ptr<const Recovered>& each : parts)
      if (!whole && each->wanted == wanted) return each.get();
    return whole.get();
  }
  static void destroy(SkippedCall* call) { delete call; }
};

// What waits for a recovery.
struct Dependent {
  uint32_t refs = 0;
  mutable uint64_t epoch = 0;
  base::Ref<Dependent> below;  // that waits for the one here
  Moment moment;
  uint32_t call = 0;   // number of the call that is being recovered
  uint32_t depth = 0;  // of the frame that made it
  Chop::Wanted wanted = {};
  const Chop::Slice* slice = nullptr;  // null: all of it is executed
  // Of what waits, where it is a recovery itself.
  Allocations allocations;
  base::PersistentMap<uint64_t, uint32_t> allocated;
  static void destroy(Dependent* dependent) { delete dependent; }
};

// The skipped calls of a path, and its recoveries under way.
struct Chopped {
  base::PersistentMap<uint32_t, base::Ref<SkippedCall>> calls;  // by number, from 1 on
  base::Ref<Dependent> dependent;
  // Of the recovery under way: addresses that are known, and how often was allocated where.
  Allocations allocations;
  base::PersistentMap<uint64_t, uint32_t> allocated;
  bool any = false;        // a call was skipped, perhaps one that turned out not to return
  uint32_t count = 0;      // calls skipped so far
  uint32_t recovered = 0;  // of them
  // Of a path that is followed, which skips none: how many of those calls have returned, and the depth of the
  // frame of the one that it is in.
  uint32_t returned = 0;
  uint32_t within = 0;

  const SkippedCall& call(uint32_t number) const { return *calls.find(number)->value; }
  bool is_recovering() const { return bool(dependent); }
  // As State::visit_terms.
  template <typename Mark>
  void visit_terms(const Mark& mark, uint64_t epoch) const {
    calls.for_each([&](uint32_t, const base::Ref<SkippedCall>& each) {
      if (each->epoch == epoch) return;
      each->epoch = epoch;
      each->before->visit_terms(mark, epoch);
      auto visit = [&](const std::shared_ptr<const Recovered>& recovered) {
        if (!recovered || recovered->epoch == epoch) return;
        recovered->epoch = epoch;
        state::visit_memory(recovered->after, mark, epoch);
        for (const state::Value& value : recovered->results) mark(value.term);
      };
      visit(each->whole);
      for (const std::shared_ptr<const Recovered>& part : each->parts) visit(part);
    });
    for (const Dependent* each = dependent.get(); each && each->epoch != epoch; each = each->below.get()) {
      each->epoch = epoch;
      each->moment.visit_terms(mark, epoch);
    }
  }
};

// What came of chopping, by function and by place that needed a call.
struct ChopCounts {
  struct Function {
    uint64_t skipped = 0;
    uint64_t recovered = 0;
    std::map<ir::LocationId, uint64_t> needed_at;
  };
  std::map<ir::FunctionId, Function> functions;
  uint64_t reused = 0;     // reads of what a call recovered before had left
  uint64_t sliced = 0;     // recoveries by slices
  uint64_t abandoned = 0;  // of them: the whole function was executed after all
  uint64_t closed = 0;     // paths whose end depended on whether skipped calls return
};

}  // namespace bonsai::exec
