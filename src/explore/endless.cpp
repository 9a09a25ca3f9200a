// Paths that never end: one that has run for longer than others is looked at closely. Its input is executed
// once more; if that comes to the very state in which it was before, with nothing printed in between, it will
// do so for ever: an error. And a path may be cut where it has executed more than it may.
#include <fmt/format.h>

#include <tuple>

#include "explore/explorer.h"
#include "explore/strategy.h"

namespace bonsai::explore {
namespace {

using exec::Outcome;
using exec::Path;

constexpr uint64_t least_length = 20'000;  // instructions of a run before it is looked at
constexpr unsigned most_blocks = 50'000;   // executed to find a state again
constexpr unsigned most_compared = 1000;   // states, for that is costly

class Endless : public Strategy {
 public:
  Endless(bool looks, uint64_t most) : looks_(looks), most_(most) {}

  void turned(Path& path, Outcome& outcome, Host& host) override {
    uint64_t begin = path.standing.run ? path.standing.run->begin : 0, length = path.instructions - begin;
    if (outcome.kind != Outcome::Kind::yielded) {
      longest_ = std::max(longest_, length);
      return;
    }
    uint64_t& next = path.standing.looked_at;  // its length when it is looked at
    next = std::max({next, least_length, 2 * longest_});
    bool can_look = !path.chopped.any && !path.merged && !path.is_lazy && !path.called_natively;
    if (looks_ && length > next && can_look) {
      next = 2 * length;
      look(path, outcome, host);
    }
    if (outcome.kind == Outcome::Kind::yielded && most_ && path.instructions > most_) {
      outcome.kind = Outcome::Kind::given_up;
      outcome.gap = base::Reason::length;
      outcome.reason = base::meaning(outcome.gap);
      outcome.place = host.machine().place_of(path);
      outcome.imposed = true;
    }
  }

 private:
  // Its input takes the program there once more, with nothing symbolic.
  void look(const Path& path, Outcome& outcome, Host& host) {
    exec::Machine& machine = host.machine();
    exec::Counters before = machine.counters();
    exec::Brought one = host.follow(path, path.instructions);
    machine.set_following(true);
    if (one.outcome.kind == Outcome::Kind::yielded)
      if (std::optional<Outcome> found = lap(*one.path, machine))
        outcome = std::move(*found), outcome.imposed = true;
    machine.set_following(false);
    machine.take_forked();
    machine.restore_doubts(before);
  }

  // Goes on until a state recurs.
  static std::optional<Outcome> lap(Path& probe, exec::Machine& machine) {
    uint32_t least = ~0u;  // calls under way where fewest are: states recur there if anywhere
    auto step = [&] {
      if (machine.run(probe, 1).kind != Outcome::Kind::yielded || !probe.top) return false;
      least = std::min(least, probe.top->depth);
      return true;
    };
    for (unsigned i = 0; i < 500; ++i)
      if (!step()) return std::nullopt;
    unsigned compared = 0, length = 64, since = 0;
    std::optional<Mark> anchor;
    for (unsigned left = most_blocks; left && compared < most_compared; --left, ++since) {
      uint32_t depth = least;
      if (!step()) return std::nullopt;
      if (probe.top->depth != least) continue;
      if (!anchor || since > length || least != depth) {
        if (anchor && least == depth) length *= 2;
        anchor = mark_of(probe);
        since = 0;
      } else if (probe.top->pc == anchor->pc && probe.top->function == anchor->function) {
        ++compared;
        if (exec::digest_of_state(probe) == anchor->digest && probe.output_bytes == anchor->output &&
            probe.condition.constraint_count() == anchor->constraints && probe.inputs.get() == anchor->newest)
          return tell(probe, since + 1, machine, least);
      }
    }
    return std::nullopt;
  }

  // What must be the same in two states.
  struct Mark {
    const ir::Function* function;
    uint32_t pc;
    uint64_t digest, output;
    size_t constraints;
    const exec::SymbolicInput* newest;  // input: another one may change everything
  };
  static Mark mark_of(const Path& path) {
    return {path.top->function,
            path.top->pc,
            exec::digest_of_state(path),
            path.output_bytes,
            path.condition.constraint_count(),
            path.inputs.get()};
  }

  // At the place of the lap that is the same wherever it was noticed: the first line where fewest calls are
  // under way.
  static Outcome tell(Path& probe, unsigned blocks, exec::Machine& machine, uint32_t depth) {
    auto line = [&] {
      const state::Frame& top = *probe.top;
      uint32_t at = top.function->locations[top.pc];
      const ir::Program& program = machine.program();
      while (program.locations[at].inlined_at) at = program.locations[at].inlined_at;
      return std::tuple(top.depth == depth ? 0 : 1, program.locations[at].line, top.pc);
    };
    auto least = line();
    for (unsigned i = 0; i <= 2 * blocks; ++i) {
      machine.run(probe, 1);
      least = std::min(least, line());
    }
    for (unsigned i = 0; i <= 2 * blocks && line() != least; ++i) machine.run(probe, 1);
    return machine.fail_at(
        probe, exec::ErrorKind::endless,
        "the program never ends: it came back to the same state, and nothing can change it");
  }

  bool looks_;
  uint64_t most_;
  uint64_t longest_ = 0;  // of runs that ended
};

}  // namespace

std::unique_ptr<Strategy> make_endless(const StrategyContext& context) {
  const Config& config = context.config;
  if (!config.check_endless && !config.max_run) return nullptr;
  return std::make_unique<Endless>(config.check_endless, config.max_run);
}

}  // namespace bonsai::explore
