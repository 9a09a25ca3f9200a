// Making one path of several that stand at the same place in the same call.
//
// With C what they have in common and D1, D2 … what each decided since they parted, the path that they become
// has the condition C ∧ (D1 ∨ D2 …); a register or byte that differs becomes a choice between theirs by
// these conditions (decision_tree.h). What nobody will read any more (analysis/outlook.h) does not count.
// Joining the same paths again gives the same path: replay relies on it. Tested by join_test.cpp.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "analysis/outlook.h"
#include "exec/machine.h"
#include "exec/path.h"

namespace bonsai::explore {

// How two paths at the same place differ.
struct Comparison {
  const char* refused = nullptr;  // why they cannot become one; null: they can
  // A live register of some frame. `frame` is one of the first path's.
  struct Register {
    const state::Frame* frame;
    uint32_t index;
    bool is_plain;  // in at least one of them
  };
  // Bytes of an object, from the first that differs to the last.
  struct Bytes {
    const state::Object* object;
    uint64_t first, last;
    bool is_plain;
  };
  std::vector<Register> registers;
  std::vector<Bytes> objects;
};

class Joiner {
 public:
  // `chain` is the machine's. The first two outlive it.
  Joiner(exec::Machine& machine, solve::Chain& chain, bool checks_leaks)
      : machine_(machine), chain_(chain), outlook_(machine.program()), checks_leaks_(checks_leaks) {}

  // REQUIRES: both are at rest.
  Comparison compare(const exec::Path& a, const exec::Path& b);
  // The path that they become, with the model of the first; it has no place in the tree yet. Null: they do
  // not fit. They stay as they are.
  std::unique_ptr<exec::Path> join(std::span<exec::Path* const> paths);

  uint64_t new_activation() { return machine_.tags().take(); }
  const ir::Program& program() const { return machine_.program(); }
  analysis::Outlook& outlook() { return outlook_; }
  // The frame whose static locals an object is, or null.
  static const state::Frame* frame_of(const exec::Path& path, const state::Object& object);
  // What is read of a frame from where it will go on; of one that waits for a call: when that has returned.
  const analysis::Outlook::View& view(const state::Frame& frame, bool waits) {
    return waits ? outlook_.waiting(frame.function->id, frame.pc) : outlook_.at(frame.function->id, frame.pc);
  }

 private:
  void compare_frames(const exec::Path& a, const exec::Path& b, Comparison& result);
  void compare_memory(const exec::Path& a, const exec::Path& b, Comparison& result);
  const char* compare_objects(const exec::Path& path, const state::Object& a, const state::Object& b,
                              Comparison& result);
  bool is_dead(const exec::Path& path, const state::Object& object, uint64_t offset);
  bool join_frames(std::span<exec::Path* const> paths, const class DecisionTree& tree, exec::Path& joined);
  bool join_memory(std::span<exec::Path* const> paths, const class DecisionTree& tree, exec::Path& joined);

  exec::Machine& machine_;
  solve::Chain& chain_;
  analysis::Outlook outlook_;
  bool checks_leaks_;
};

}  // namespace bonsai::explore
