// One path of the program under test: memory, frames, and how it ended.
//
// Copying a State is O(1); fork() is how it is done, for it also gives both sides new owner tags, so that
// neither writes what they share. A state belongs to one worker.
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

// What the program wrote to its standard output, as a list of pieces that forks share. A piece with a term is
// printed when the path has ended and the term a value: `text` is then the directive of printf for it.
struct Output {
  uint32_t refs = 0;
  base::Ref<Output> before;
  std::string text;
  const expr::Term* term = nullptr;
  static void destroy(Output* output);
};

// A C++ exception that was thrown and not yet destroyed.
struct Exception {
  uint64_t object = 0;
  uint64_t type_info = 0;
  uint64_t destructor = 0;
  uint64_t adjusted = 0;  // the object as its handler sees it: a base of the thrown class
  uint32_t handlers = 0;  // handlers that are running for it
};

// The exceptions of a state: those alive, those being handled (innermost last), and the one in flight.
struct Exceptions {
  std::vector<Exception> alive;
  std::vector<uint64_t> caught;
  uint64_t in_flight = 0;
  int64_t selector = 0;  // what the landing pad is told
  Exception* find(uint64_t object) {
    for (Exception& each : alive)
      if (each.object == object) return &each;
    return nullptr;
  }
};

// A function registered with atexit (no argument) or __cxa_atexit.
struct ExitHandler {
  uint64_t function = 0;
  uint64_t argument = 0;
  bool has_argument = false;
};

// Which part of the program's life the bottom frame belongs to.
enum class Phase : uint8_t { constructors, entry, exit_handlers, destructors, done };

// Calls mark for every term held; what is shared is visited once per epoch.
template <typename Mark>
void visit_memory(const AddressSpace& memory, const Mark& mark, uint64_t epoch) {
  memory.for_each([&](const Object& object) { object.visit_terms(mark, epoch); });
}
template <typename Mark>
void visit_frames(const Frame* top, const Mark& mark, uint64_t epoch) {
  for (const Frame* frame = top; frame && frame->epoch != epoch; frame = frame->parent.get()) {
    frame->epoch = epoch;
    for (uint32_t i = 0; i < frame->function->register_count; ++i) mark(frame->registers[i].term);
  }
}

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

  // Calls mark for every term held; what states share is visited once per epoch. REQUIRES: a new epoch for
  // each collection, from 1 on.
  template <typename Mark>
  void visit_terms(const Mark& mark, uint64_t epoch) const {
    visit_memory(memory, mark, epoch);
    visit_frames(top.get(), mark, epoch);
    for (const Output* piece = written.get(); piece; piece = piece->before.get()) mark(piece->term);
    mark(exit_status.term);
  }

  // The top frame, made writable.
  Frame& own_top() {
    if (top->owner != owner) top = FrameRef(top->copy(owner));
    return *top;
  }
  void write_output(std::string_view text);
  void write_output(std::string directive, const expr::Term* term);
  // Oldest first.
  std::vector<const Output*> output() const;

  base::Owner owner = 0;
  uint64_t memory_tag = 0;  // changes when a cached look-up of a global or heap object may be wrong
  uint64_t stack_tag = 0;   // the same for locals
  AddressSpace memory;
  FrameRef top;
  uint64_t dynamic_pointer = 0;  // where the next dynamic local goes
  uint64_t calls = 0;            // calls made so far; numbers the frames
  uint64_t instructions = 0;
  uint64_t uninitialised_bytes = 0;  // symbolic bytes given out for uninitialised memory
  uint32_t pinned_operations = 0;    // with values that the model of Linux fixes
  Exceptions exceptions;
  Phase phase = Phase::constructors;
  uint32_t phase_next = 0;  // constructors and destructors: which comes next
  Value exit_status;
  uint64_t argument_count = 0;   // argc
  uint64_t argument_vector = 0;  // argv
  std::vector<ExitHandler> exit_handlers;
  base::Ref<Output> written;
  uint64_t output_bytes = 0;
};

}  // namespace bonsai::state
