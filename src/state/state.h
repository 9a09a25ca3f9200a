// One path of the program under test: memory, frames, and how it ended.
//
// Copying a State is O(1); fork() is how it is done, for it also gives both sides new owner tags, so that neither writes what
// they share. A state belongs to one worker.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/persistent_map.h"
#include "state/address_space.h"
#include "state/frame.h"

namespace bonsai::state {

// Numbers that are never given out twice by one worker: owner tags and the validity tags of cached look-ups.
class Tags {
 public:
  uint64_t take() { return next_++; }

 private:
  uint64_t next_ = 1;
};

// What the program wrote to its standard output, as a list of pieces that forks share.
struct Output {
  uint32_t refs = 0;
  base::Ref<Output> before;
  std::string text;
  static void destroy(Output* output);
};

// A C++ exception in flight: the object and what the landing pad is told.
struct Exception {
  Value object;
  Value selector;
};

struct State {
  State(unsigned pointer_bytes, Tags& tags) : memory(pointer_bytes) { renew(tags); }

  // Another state that goes on from here.
  std::unique_ptr<State> fork(Tags& tags) {
    auto other = std::make_unique<State>(*this);
    renew(tags);
    other->renew(tags);
    return other;
  }
  void renew(Tags& tags) {
    owner = tags.take();
    memory_tag = tags.take();
    stack_tag = tags.take();
  }

  // The top frame, made writable.
  Frame& own_top() {
    if (top->owner != owner) top = FrameRef(top->copy(owner));
    return *top;
  }
  void write_output(std::string_view text);
  std::string output() const;

  base::Owner owner = 0;
  uint64_t memory_tag = 0;  // changes when a cached look-up of a global or heap object may be wrong
  uint64_t stack_tag = 0;   // the same for locals
  AddressSpace memory;
  FrameRef top;
  uint64_t dynamic_pointer = 0;  // where the next dynamic local goes
  uint64_t calls = 0;            // calls made so far; numbers the frames
  uint64_t instructions = 0;
  Exception exception;
  base::Ref<Output> written;
  uint64_t output_bytes = 0;
};

}  // namespace bonsai::state
