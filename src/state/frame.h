// A stack frame: registers, where it goes on, and where its locals lie. Frames form a persistent stack: a
// frame below the top is never written, and a top frame that another state shares is copied before it runs.
#pragma once

#include <cstdint>

#include "base/persistent_map.h"
#include "base/ref.h"
#include "ir/program.h"
#include "state/value.h"

namespace bonsai::state {

struct Frame {
  uint32_t refs = 0;
  uint32_t depth = 0;
  mutable uint64_t epoch = 0;  // of the last collection of terms that came by
  base::Owner owner = 0;
  base::Ref<Frame> parent;
  const ir::Function* function = nullptr;
  const ir::CallSite* call =
      nullptr;                   // of the parent; null for the first frame and for frames the engine pushed
  uint32_t pc = 0;               // index of the next instruction; kept up to date only while not running
  uint64_t locals = 0;           // address of the static locals, 0 if there are none
  uint64_t stack_pointer = 0;    // lowest address in use
  uint64_t dynamic_pointer = 0;  // where dynamic locals began when the frame was entered
  uint64_t serial = 0;           // number of the call in this path; names the frame in a jmp_buf
  uint64_t activation = 0;       // one and the same in all paths that are in this call; in no other
  uint32_t laps[6] = {};         // of the loops around pc, outermost first; counted where paths are merged
  Value registers[];

  // Registers from `filled` on are plain zero; those below are left for the caller to fill.
  static Frame* make(base::Owner owner, const ir::Function& function, uint32_t filled = 0);
  Frame* copy(base::Owner owner) const;
  static void destroy(Frame* frame);
};

using FrameRef = base::Ref<Frame>;

}  // namespace bonsai::state
