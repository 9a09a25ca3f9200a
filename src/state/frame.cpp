#include "state/frame.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace bonsai::state {
namespace {

Frame* allocate(uint32_t registers) {
  void* memory = std::malloc(sizeof(Frame) + registers * sizeof(Value));
  if (!memory) throw std::bad_alloc();
  return static_cast<Frame*>(memory);
}

}  // namespace

Frame* Frame::make(base::Owner owner, const ir::Function& function, uint32_t filled) {
  Frame* frame = new (allocate(function.register_count)) Frame;
  frame->owner = owner;
  frame->function = &function;
  std::memset(static_cast<void*>(frame->registers + filled), 0,
              (function.register_count - filled) * sizeof(Value));
  return frame;
}

Frame* Frame::copy(base::Owner new_owner) const {
  uint32_t count = function->register_count;
  Frame* frame = new (allocate(count)) Frame(*this);
  frame->refs = 0;
  frame->owner = new_owner;
  std::copy_n(registers, count, frame->registers);
  return frame;
}

void Frame::destroy(Frame* frame) {
  // A long chain of frames is released in a loop, not by recursion.
  while (frame) {
    base::Ref<Frame> parent = std::move(frame->parent);
    frame->~Frame();
    std::free(frame);
    Frame* next = parent.get();
    if (!next || next->refs > 1) return;
    frame = next;
    ++frame->refs;  // keeps it alive past `parent`, then released by hand
    parent = nullptr;
    --frame->refs;
  }
}

}  // namespace bonsai::state
