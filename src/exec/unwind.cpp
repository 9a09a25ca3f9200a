// Exceptions and longjmp: leaving several frames at once.
//
// As in the Itanium C++ ABI an exception is thrown in two phases: first a handler is looked for, and only if
// there is one are the frames above it left, through their clean-ups. A handler matches if its type is the
// thrown one, or a base of it, which the type_info objects in the program's memory tell: (vtable, name) for a
// class without bases, (vtable, name, base) with one, (vtable, name, flags, count, {base, offset and flags}…)
// with several.
#include <fmt/format.h>

#include "exec/machine.h"

namespace bonsai::exec {

using state::Frame;

Step Machine::throw_exception(uint64_t object, uint64_t type_info, uint64_t destructor,
                              const ir::CallSite& from) {
  state::Exception exception;
  exception.object = object;
  exception.type_info = type_info;
  exception.destructor = destructor;
  exception.adjusted = object;
  state_->exceptions.alive.push_back(exception);
  state_->exceptions.in_flight = object;
  return unwind(&from);
}

// `from` is the call in the top frame through which the exception in flight arrives.
Step Machine::unwind(const ir::CallSite* from) {
  state::Exception* exception = state_->exceptions.find(state_->exceptions.in_flight);
  if (!exception) return fail(ErrorKind::abort, "an exception is rethrown, but none is being handled");
  // First phase: is there a handler?
  const ir::CallSite* site = from;
  bool handled = false;
  int64_t selector = 0;
  uint64_t adjusted = 0;
  for (Frame* frame = frame_; frame && !handled; site = frame->call, frame = frame->parent.get())
    if (site && site->unwind != ir::none)
      handled = landing_pad_matches(program_.landing_pads[site->landing_pad], exception->type_info,
                                    exception->object, selector, adjusted);
  if (outcome_.kind == Outcome::Kind::error) return Step::stopped;
  if (!handled) return fail(ErrorKind::abort, "an exception is not caught");
  // Second phase: to the first landing pad on the way that handles it or cleans up.
  for (site = from;;) {
    if (site && site->unwind != ir::none) {
      const ir::LandingPad& pad = program_.landing_pads[site->landing_pad];
      bool matches = landing_pad_matches(pad, exception->type_info, exception->object, selector, adjusted);
      if (matches) exception->adjusted = adjusted;
      if (matches || pad.cleanup) {
        if (!leave_recovery()) return Step::stopped;
        state_->exceptions.selector = matches ? selector : 0;
        pc_ = code_of(*frame_) + site->unwind;
        return Step::jumped;
      }
    }
    site = frame_->call;
    pop_frame();
  }
}

Step Machine::resume(const Instr& instr, Value* registers) {
  uint64_t object;
  if (!concrete(registers[instr.a], "exception", object)) return Step::stopped;
  state_->exceptions.in_flight = object;
  const ir::CallSite* site = frame_->call;
  if (!frame_->parent) return fail(ErrorKind::abort, "an exception is not caught");
  pop_frame();
  return unwind(site);
}

bool Machine::landing_pad_matches(const ir::LandingPad& pad, uint64_t type_info, uint64_t object,
                                  int64_t& selector, uint64_t& adjusted) {
  for (const ir::LandingPad::Clause& clause : pad.clauses) {
    bool any = false;
    uint64_t matched = 0;
    for (uint64_t handler : clause.type_infos) {
      adjusted = object;
      if (handler == 0 || catches(handler, type_info, adjusted, 0)) {
        any = true;
        matched = handler;
        break;
      }
    }
    // A filter lists what may pass: it stops everything else.
    if (clause.filter == any) continue;
    if (clause.filter) adjusted = object;
    // The handler of a thrown pointer is given the pointer, not the place that holds it.
    if (is_pointer_type(type_info)) {
      adjusted = 0;
      if (!read_bytes(object, &adjusted, program_.pointer_bytes)) return false;
    }
    selector = clause.filter ? -1 : int64_t(matched & 0x7fffffff);
    return true;
  }
  return false;
}

// Told by the mangled name, for the type_info objects of pointers to basic types are not in the program.
bool Machine::is_pointer_type(uint64_t type_info) const {
  const Object* object = state_->memory.find(type_info);
  if (!object || object->base() != type_info || object->info().kind != state::ObjectKind::global)
    return false;
  return program_.globals[object->info().index].name.rfind("_ZTIP", 0) == 0;
}

// Whether a handler for type `handler` takes an object of type `thrown`; moves `object` to the base that the
// handler sees.
bool Machine::catches(uint64_t handler, uint64_t thrown, uint64_t& object, unsigned depth) {
  if (handler == thrown) return true;
  constexpr unsigned deepest = 64;
  if (depth > deepest) return false;
  const unsigned pointer = program_.pointer_bytes;
  const Object* info = state_->memory.find(thrown);
  if (!info || info->base() != thrown || info->info().external) return false;
  auto word_at = [&](uint64_t offset, unsigned bytes) {
    uint64_t bits = 0;
    if (info->contains(thrown + offset, bytes) && info->is_plain(offset, bytes))
      info->read_plain(offset, &bits, bytes);
    return bits;
  };
  uint64_t size = info->size();
  if (size == 3 * pointer) return catches(handler, word_at(2 * pointer, pointer), object, depth + 1);
  if (size < 2 * pointer + 8) return false;
  uint64_t count = word_at(2 * pointer + 4, 4);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t entry = 2 * pointer + 8 + i * 2 * pointer;
    uint64_t base = word_at(entry, pointer);
    uint64_t flags = word_at(entry + pointer, pointer);
    if (pointer == 4) flags = uint64_t(int64_t(int32_t(flags)));
    constexpr uint64_t is_virtual = 1, is_public = 2;
    if (!(flags & is_public)) continue;
    uint64_t moved = object;
    int64_t offset = int64_t(flags) >> 8;
    if (flags & is_virtual) {
      uint64_t vtable = 0;
      int64_t in_object = 0;
      if (!read_bytes(moved, &vtable, pointer) || !read_bytes(vtable + uint64_t(offset), &in_object, pointer))
        return false;
      offset = pointer == 4 ? int64_t(int32_t(in_object)) : in_object;
    }
    moved += uint64_t(offset);
    if (catches(handler, base, moved, depth + 1)) {
      object = moved;
      return true;
    }
  }
  return false;
}

Step Machine::long_jump(uint64_t serial, uint32_t pc, Value value) {
  Frame* target = frame_;
  while (target && target->serial != serial) target = target->parent.get();
  if (!target) return fail(ErrorKind::bad_call, "longjmp to a function that has returned");
  if (pc == 0 || pc >= target->function->code.size() || target->function->code[pc - 1].op != ir::Op::Call)
    return fail(ErrorKind::bad_call, "longjmp with a jmp_buf that setjmp did not fill");
  while (frame_->serial != serial) pop_frame();  // the target may be copied on the way: `target` is stale
  if (!leave_recovery()) return Step::stopped;
  const ir::CallSite& site = program_.calls[frame_->function->code[pc - 1].imm];
  if (site.result_count) frame_->registers[site.result] = value;
  pc_ = code_of(*frame_) + pc;
  return Step::jumped;
}

}  // namespace bonsai::exec
