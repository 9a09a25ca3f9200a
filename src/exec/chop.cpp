// Skipping calls, and recovering what they would have done; see chop.h.
#include "exec/chop.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "exec/dispatch.h"
#include "exec/machine.h"
#include "ir/uses.h"

namespace bonsai::exec {

using expr::Term;
using ir::Op;
using state::Frame;
using state::FrameRef;
using state::ObjectKind;

namespace {

// Parts of a skipped call: its memory is 0; of result r the whole value, and byte i.
constexpr uint32_t parts_of_result = 40;
uint32_t result_part(uint32_t r) { return 1 + parts_of_result * r; }
uint32_t byte_part(uint32_t part, uint32_t i) { return part + 1 + i; }
uint32_t result_of_part(uint32_t part) { return (part - 1) / parts_of_result; }
uint32_t byte_of_part(uint32_t part) { return (part - 1) % parts_of_result - 1; }

// The first pending mark among some bytes of an object, from `offset` on, which becomes its place; or null.
const Term* pending_in(const Object& object, uint64_t& offset, uint64_t bytes) {
  if (object.array() || object.info().freed) return nullptr;
  for (uint64_t end = std::min(offset + bytes, object.size()); offset < end;) {
    const state::Page* page = object.page(offset >> state::page_bits);
    uint64_t here = std::min(end, ((offset >> state::page_bits) + 1) << state::page_bits);
    for (uint64_t i = offset; page->shadow && i < here; ++i) {
      const Term* term = page->shadow->terms[i & (state::page_bytes - 1)];
      if (!term || !term->is_pending()) continue;
      offset = i;
      return term;
    }
    offset = here;
  }
  return nullptr;
}

// Calls f(base) for the objects with bases in [begin, end).
template <typename F>
void for_each_between(const state::AddressSpace& memory, uint64_t begin, uint64_t end, F&& f) {
  for (const Object* object = memory.find_above(begin - 1); object && object->base() < end;
       object = memory.find_above(object->base()))
    f(*object);
}

}  // namespace

Moment::Moment(const state::State& state)
    : memory(state.memory),
      top(state.top),
      dynamic_pointer(state.dynamic_pointer),
      exceptions(state.exceptions),
      phase(state.phase),
      phase_next(state.phase_next),
      exit_status(state.exit_status),
      exit_handlers(state.exit_handlers) {}

void Moment::restore(state::State& state) const {
  state.memory = memory;
  state.top = top;
  state.dynamic_pointer = dynamic_pointer;
  state.exceptions = exceptions;
  state.phase = phase;
  state.phase_next = phase_next;
  state.exit_status = exit_status;
  state.exit_handlers = exit_handlers;
}

bool Machine::skips(uint32_t call, const ir::Function& callee) {
  // What is recovered executes all of it; so does a path that is followed, or follows a guide.
  Chopped& chopped = state_->chopped;
  if (chopped.is_recovering() || chopped.within || !guide_.empty()) return false;
  if (!config_.chop->skips(call, callee.id) || !config_.chop->effects[callee.id]) return false;
  if (following_) chopped.within = frame_->depth + 1;
  return !following_;
}

Step Machine::skip(const ir::Function& callee, const ir::CallSite& site) {
  changing();
  Chopped& chopped = state_->chopped;
  save_pc();
  auto moment = std::make_shared<Moment>(*state_);
  moment->top = FrameRef(frame_->copy(tags_.take()));
  // What both share now is written by neither.
  owner_ = state_->owner = tags_.take();
  frame_->owner = owner_;
  base::Ref<SkippedCall> call(new SkippedCall);
  call->function = &callee;
  call->before = std::move(moment);
  chopped.any = true;
  uint32_t number = ++chopped.count;
  chopped.calls.set(owner_, number, std::move(call));
  mark_written(*config_.chop->effects[callee.id], number);
  for (uint32_t i = 0; i < site.result_count; ++i)
    frame_->registers[site.result + i] = {0, Term::pending(number, result_part(i))};
  if (!replaying_) ++chop_counts_.functions[callee.id].skipped;
  return Step::next;
}

// The bytes of an object that may be written become pending.
void Machine::mark_object(const Object& object, std::span<const Chop::Bytes> bytes, uint64_t from,
                          uint64_t size, bool may_be_freed, uint32_t number) {
  if (object.info().freed || object.info().read_only || object.info().external) return;
  bool copied;
  Object* mine = state_->memory.writable(owner_, object.base(), copied);
  const Term* mark = Term::pending(number, 0);
  for (const Chop::Bytes& each : bytes)
    mine->fill(owner_, from + std::min(each.first, size), from + std::min(each.end, size), mark);
  if (may_be_freed && mine->info().kind == ObjectKind::heap) mine->set_may_be_freed(number);
}

// Is a heap object one of a target's?
static bool is_of(const state::ObjectInfo& info, const Chop::Target& target) {
  return info.kind == target.kind && info.index == target.index &&
         (target.local == 0 || info.local == target.local) &&
         (target.caller == 0 || info.caller == target.caller);
}

void Machine::mark_written(const Chop::Effects& effects, uint32_t number) {
  static const Chop::Bytes all[] = {{}};
  const state::AddressSpace& memory = state_->memory;
  const ir::AddressMap& map = memory.layout();
  std::vector<const Object*> found;
  auto mark_found = [&](std::span<const Chop::Bytes> bytes, bool may_be_freed) {
    for (const Object* object : found) mark_object(*object, bytes, 0, object->size(), may_be_freed, number);
    found.clear();
  };
  auto keep = [&](const Object& object) { found.push_back(&object); };
  if (effects.anything) {
    memory.for_each(keep);
    mark_found(all, true);
  }
  for (const Chop::Target& target : effects.targets) {
    if (effects.anything) break;
    auto keep_its = [&](const Object& object) {
      if (is_of(object.info(), target)) keep(object);
    };
    switch (target.kind) {
      case ObjectKind::global:
        if (const Object* object = memory.find(program_.globals[target.index].address)) keep(*object);
        mark_found(target.bytes, false);
        break;
      case ObjectKind::heap: {
        uint64_t begin = map.heap_begin + target.index % uint32_t(map.heap_regions) * map.heap_region_bytes;
        for_each_between(memory, begin, begin + map.heap_region_bytes, keep_its);
        for_each_between(memory, map.heap_overflow_begin, map.heap_overflow_end, keep_its);
        mark_found(target.bytes, target.may_be_freed);
        break;
      }
      case ObjectKind::local_frame:
      case ObjectKind::dynamic_local: {
        const ir::Local& local = program_.functions[target.index].locals[target.local];
        if (local.dynamic) {
          for_each_between(memory, map.dynamic_stack_begin, state_->dynamic_pointer,
                           [&](const Object& object) {
                             if (object.info().index == target.index && object.info().local == target.local)
                               keep(object);
                           });
          mark_found(target.bytes, false);
          break;
        }
        for (const Frame* frame = frame_; frame; frame = frame->parent.get())
          if (frame->function->id == target.index && frame->locals)
            mark_object(*memory.find(frame->locals), target.bytes, local.offset, local.size, false, number);
        break;
      }
    }
  }
  if (effects.arguments && !effects.anything) {
    memory.for_each([&](const Object& object) {
      if (object.info().kind == ObjectKind::global && object.info().index == ir::none) keep(object);
    });
    mark_found(all, false);
  }
  forget_memory();
  forget_stack();
}

// The instruction needs what a skipped call left, and begins again when that is known. Always false.
bool Machine::need(uint32_t number, Chop::Wanted wanted) {
  if (changed_ && fault_.empty())
    fault_ = fmt::format("instruction {} of {} changed the state before it read what a skipped call left",
                         uint64_t(pc_ - code_of(*frame_)), frame_->function->source_name);
  needed_ = number;
  wanted_ = wanted;
  begin_again();
  return false;
}

bool Machine::is_ready() {
  const Instr& instr = frame_->function->code[size_t(pc_ - code_of(*frame_))];
  bool ready = true;
  auto use = [&](uint32_t r) { ready = ready && settle(frame_->registers[r]); };
  switch (ir::info(instr.op).format) {
    // A value is stored, passed and returned as it is.
    case ir::Format::StoreX: use(instr.dst); [[fallthrough]];
    case ir::Format::Store: use(instr.a); [[fallthrough]];
    case ir::Format::StoreLocal: break;
    case ir::Format::Call:
      if (plans_[instr.imm].direct) break;
      ir::for_each_use(program_, instr, use);
      break;
    case ir::Format::Ret:
    case ir::Format::RetMany:
      if (frame_->call && frame_->call->result_widths == frame_->function->result_widths) break;
      ir::for_each_use(program_, instr, use);
      break;
    default: ir::for_each_use(program_, instr, use);
  }
  return ready;
}

bool Machine::settle(Value& value) {
  while (value.is_pending()) {
    uint32_t number = value.term->pending_call();
    const Chop::Wanted wanted{.target = Chop::Wanted::result};
    const Recovered* known = state_->chopped.call(number).known(wanted);
    if (!known) return need(number, wanted);
    value = known->results[result_of_part(value.term->pending_part())];
    bind_born(number, *known);
  }
  return true;
}

bool Machine::settle(uint64_t address, uint64_t bytes, Intent intent) {
  for (;;) {
    const Object* object = state_->memory.find(address);
    if (!object || !object->contains(address, 0)) return true;
    uint32_t number = object->info().may_be_freed;
    Chop::Wanted wanted;
    uint64_t offset = address - object->base();
    const Term* mark = !number && intent == Intent::read ? pending_in(*object, offset, bytes) : nullptr;
    if (mark) number = mark->pending_call();
    if (!number) return true;
    if (mark && mark->pending_part())
      wanted.target = Chop::Wanted::result;
    else if (mark)
      wanted = wanted_of(number, *object, offset);
    const Recovered* known = state_->chopped.call(number).known(wanted);
    if (!known) return need(number, wanted);
    ++chop_counts_.reused;
    if (!take_over(*object, number, *known)) return false;
  }
}

namespace {

// The range of bytes of a target that a byte of an object is in: an index into its bytes, or -1.
int range_of(const ir::Program& program, const Chop::Target& target, const Object& object, uint64_t at) {
  const state::ObjectInfo& info = object.info();
  uint64_t from = 0, size = object.size();
  switch (target.kind) {
    case ObjectKind::heap:
      if (!is_of(info, target)) return -1;
      break;
    case ObjectKind::global:
      if (info.kind != ObjectKind::global || info.index != target.index) return -1;
      break;
    default: {
      const ir::Local& local = program.functions[target.index].locals[target.local];
      if (info.index != target.index) return -1;
      if (info.kind != (local.dynamic ? ObjectKind::dynamic_local : ObjectKind::local_frame)) return -1;
      if (local.dynamic && info.local != target.local) return -1;
      if (!local.dynamic) from = local.offset, size = local.size;
    }
  }
  if (at < from || at - from >= size) return -1;
  for (size_t i = 0; i < target.bytes.size(); ++i)
    if (at - from >= target.bytes[i].first && at - from < target.bytes[i].end) return int(i);
  return -1;
}

// A range of bytes of a target in an object of it, as offsets there.
Chop::Bytes range_in(const ir::Program& program, const Chop::Target& target, uint32_t bytes,
                     const Object& object) {
  uint64_t from = 0, size = object.size();
  if (object.info().kind == ObjectKind::local_frame) {
    const ir::Local& local = program.functions[target.index].locals[target.local];
    from = local.offset, size = local.size;
  }
  const Chop::Bytes& range = target.bytes[bytes];
  return {from + std::min(range.first, size), from + std::min(range.end, size)};
}

}  // namespace

// What to ask a call for that may have written a byte.
Chop::Wanted Machine::wanted_of(uint32_t number, const Object& object, uint64_t offset) const {
  const SkippedCall& call = state_->chopped.call(number);
  const Chop::Effects& effects = *config_.chop->effects[call.function->id];
  Chop::Wanted wanted;
  if (call.whole || effects.anything || !config_.chop->slices) return wanted;
  for (uint32_t i = 0; i < effects.targets.size(); ++i) {
    int range = range_of(program_, effects.targets[i], object, offset);
    if (range < 0) continue;
    if (wanted.target != Chop::Wanted::everything) return {};
    wanted = {i, uint32_t(range)};
  }
  return wanted;
}

// What a recovered call left in an object, as far as it is known. False: more of it must be.
bool Machine::take_over(const Object& object, uint32_t number, const Recovered& left) {
  const SkippedCall& call = state_->chopped.call(number);
  const bool is_whole = left.wanted.target == Chop::Wanted::everything;
  const uint64_t base = object.base();
  const Chop::Effects& effects = *config_.chop->effects[call.function->id];
  auto at_base = [&](const state::AddressSpace& memory) -> const Object* {
    const Object* there = memory.find(base);
    return there && there->base() == base ? there : nullptr;
  };
  const Object* theirs = at_base(left.after);
  bool is_known_before = at_base(call.before->memory) != nullptr;
  if (!is_whole && (theirs ? theirs->info().freed : is_known_before)) return need(number, {});
  bind_born(number, left);
  forget_memory();
  forget_stack();
  // Freed long ago.
  if (!theirs && is_known_before) return state_->memory.unbind(owner_, base), true;
  // An object of an earlier call, which this one did not come to see; or one that was made later, and has
  // bytes of its result.
  uint32_t birth = theirs ? 0 : birth_of(base, number);
  Chop::Bytes wanted{0, 0};  // offsets in the object
  if (!is_whole && left.wanted.target != Chop::Wanted::result)
    wanted = range_in(program_, effects.targets[left.wanted.target], left.wanted.bytes, object);
  auto is_theirs = [&](uint64_t i) {
    const Term* term = object.array() ? nullptr : object.term(i);
    if (!term || !term->is_pending() || term->pending_call() != number) return false;
    if (is_whole) return true;
    if (term->pending_part()) return left.wanted.target == Chop::Wanted::result;
    return i >= wanted.first && i < wanted.end;
  };
  bool is_all = is_whole && theirs;
  for (uint64_t i = 0; i < object.size() && is_all; ++i)
    is_all = is_theirs(i) && object.term(i)->pending_part() == 0;
  if (is_all || (theirs && theirs->info().freed))
    return state_->memory.bind(owner_, state::ObjectRef(const_cast<Object*>(theirs))), true;
  bool copied;
  state::ObjectRef kept(const_cast<Object*>(&object));
  Object* mine = state_->memory.writable(owner_, base, copied);
  for (uint64_t i = 0; i < mine->size(); ++i) {
    // Most pages of a large object carry no mark.
    if ((i & (state::page_bytes - 1)) == 0 && !mine->page(i >> state::page_bits)->shadow) {
      i += state::page_bytes - 1;
      continue;
    }
    if (!is_theirs(i)) continue;
    const Term* term = object.term(i);
    Value byte;
    if (uint32_t part = term->pending_part()) {
      Value whole = left.results[result_of_part(part)];
      uint32_t at = byte_of_part(part);
      if (whole.is_pending())
        byte.term = Term::pending(whole.term->pending_call(), byte_part(whole.term->pending_part(), at));
      else if (whole.is_plain())
        byte.bits = uint8_t(at < 8 ? whole.bits >> 8 * at : 0);
      else if (whole.is_mark())
        byte = whole;
      else
        byte =
            Value::of(terms_.extract(terms_.zext(whole.term, (whole.term->width() + 7) / 8 * 8), at * 8, 8));
    } else if (theirs) {
      byte = byte_of(*theirs, i);
    } else {
      if (!birth && fault_.empty())
        fault_ = fmt::format("an object of which nobody knows who made it is to be what {} left",
                             call.function->source_name);
      byte.term = Term::pending(birth, 0);
    }
    mine->write_byte(owner_, i, uint8_t(byte.bits), byte.term);
  }
  if (is_whole && mine->info().may_be_freed == number)
    mine->set_may_be_freed(theirs ? theirs->info().may_be_freed : 0);
  return true;
}

// The call before another one that made an object; 0: none.
uint32_t Machine::birth_of(uint64_t base, uint32_t before) const {
  auto has = [&](const std::shared_ptr<const Recovered>& left) {
    return left && std::find(left->born.begin(), left->born.end(), base) != left->born.end();
  };
  for (uint32_t i = before; --i > 0;) {
    const SkippedCall& call = state_->chopped.call(i);
    if (has(call.whole) || std::any_of(call.parts.begin(), call.parts.end(), has)) return i;
  }
  return 0;
}

// Objects that a recovered call made are where its effects are taken over: as the last recovered call that
// knew them left them, and pending for those skipped later. Of a slice's objects nothing but their place is
// known.
void Machine::bind_born(uint32_t number, const Recovered& left) {
  const Chopped& chopped = state_->chopped;
  static const Chop::Bytes all[] = {{}};
  uint32_t end = chopped.dependent ? chopped.dependent->call : chopped.count + 1;
  for (uint64_t base : left.born) {
    const Object* there = state_->memory.find(base);
    if (there && there->base() == base) continue;
    uint32_t last = number;
    const Object* object = left.after.find(base);
    for (uint32_t i = end; --i > number;) {
      const SkippedCall& call = chopped.call(i);
      const Object* version = call.whole ? call.whole->after.find(base) : nullptr;
      if (!version || version->base() != base) continue;
      last = i;
      object = version;
      break;
    }
    state_->memory.bind(owner_, state::ObjectRef(const_cast<Object*>(object)));
    auto mark = [&](uint32_t i, bool made_it) {
      const Chop::Effects& effects = *config_.chop->effects[chopped.call(i).function->id];
      const Object& mine = *state_->memory.find(base);
      bool may_be_freed = effects.anything;
      for (const Chop::Target& target : effects.targets) {
        if (!is_of(mine.info(), target)) continue;
        may_be_freed |= target.may_be_freed;
        if (!effects.anything && !made_it)
          mark_object(*state_->memory.find(base), target.bytes, 0, object->size(), false, i);
      }
      if (effects.anything || made_it) mark_object(mine, all, 0, object->size(), false, i);
      if (may_be_freed) mark_object(*state_->memory.find(base), {}, 0, 0, true, i);
    };
    if (last == number && left.wanted.target != Chop::Wanted::everything) mark(number, true);
    for (uint32_t i = last + 1; i < end; ++i)
      if (!chopped.call(i).whole) mark(i, false);
  }
}

// A result that was stored and not used yet is loaded as it is. Null: it is something else.
const Term* Machine::pending_at(uint64_t address, unsigned width, unsigned bytes) {
  Place place;
  if (!find_place(address, bytes, place) || place.object->array() || place.object->info().may_be_freed)
    return nullptr;
  const Term* first = place.object->term(place.offset(address));
  if (!first || !first->is_pending() || !first->pending_part() || byte_of_part(first->pending_part()) != 0)
    return nullptr;
  uint32_t number = first->pending_call(), whole = first->pending_part() - 1;
  for (unsigned i = 1; i < bytes; ++i)
    if (place.object->term(place.offset(address) + i) != Term::pending(number, byte_part(whole, i)))
      return nullptr;
  const std::vector<uint16_t>& widths = state_->chopped.call(number).function->result_widths;
  uint32_t r = result_of_part(whole);
  return r < widths.size() && widths[r] == width ? Term::pending(number, whole) : nullptr;
}

// A pending result as bytes in memory.
void Machine::write_pending(Object& object, uint64_t offset, unsigned bytes, const Term* result) {
  for (unsigned i = 0; i < bytes; ++i)
    object.write_byte(owner_, offset + i, 0,
                      Term::pending(result->pending_call(), byte_part(result->pending_part(), i)));
}

// The path becomes what it was at the call, with all it knows by now, and executes the call.
void Machine::recover(uint32_t number, Chop::Wanted wanted) {
  Chopped& chopped = state_->chopped;
  const SkippedCall& call = chopped.call(number);
  // A call that is asked for one thing after another is executed once for all.
  constexpr size_t most_parts = 4;
  const Chop::Slice* slice = nullptr;
  if (wanted.target != Chop::Wanted::everything && config_.chop->slices && call.parts.size() < most_parts)
    slice = config_.chop->slices->find(call.function->id, wanted);
  if (frame_) save_pc();
  if (!replaying_) {
    ChopCounts::Function& counts = chop_counts_.functions[call.function->id];
    ++counts.recovered;
    chop_counts_.sliced += slice != nullptr;
    if (frame_) ++counts.needed_at[location()];
  }
  base::Ref<Dependent> dependent(new Dependent{
      .below = chopped.dependent, .moment = Moment(*state_), .allocations = {}, .allocated = {}});
  dependent->call = number;
  dependent->depth = call.before->top->depth;
  dependent->wanted = slice ? wanted : Chop::Wanted();
  dependent->slice = slice;
  dependent->allocations = std::move(chopped.allocations);
  dependent->allocated = std::move(chopped.allocated);
  chopped.allocations = call.allocations;
  chopped.allocated = {};
  chopped.dependent = std::move(dependent);
  call.before->restore(*state_);
  owner_ = state_->owner = tags_.take();
  state_->memory.skip_addresses(owner_, chopped.dependent->moment.memory);
  state_->top = FrameRef(call.before->top->copy(owner_));
  forget_memory();
  forget_stack();
  use_slice();
  enter(*state_->top);
}

// The code becomes that of the slice that the path is in, or whole again.
void Machine::use_slice() {
  const Chop::Slice* slice = is_in_slice() ? state_->chopped.dependent->slice : nullptr;
  if (slice == slice_) return;
  for (const auto& [index, instr] : changed_code_) code_[index] = instr;
  changed_code_.clear();
  slice_ = slice;
  if (!slice) return;
  for (const auto& [index, distance] : slice->jumps) {
    Instr& instr = code_[index];
    changed_code_.emplace_back(index, instr);
    instr.op = Op(Handler::SlicedJump);
    instr.dst = uint32_t(distance);
  }
}

uint64_t Machine::allocation_key(uint32_t site, uint64_t size, uint64_t align) {
  Chopped& chopped = state_->chopped;
  uint64_t stack = base::hash_combine(base::hash_combine(site, size), align);
  for (const Frame* frame = frame_; frame->depth > chopped.dependent->depth; frame = frame->parent.get()) {
    uint64_t pc = frame == frame_ ? uint64_t(pc_ - code_of(*frame)) : frame->pc;
    stack = base::hash_combine(base::hash_combine(stack, frame->function->id), pc);
  }
  const auto* before = chopped.allocated.find(stack);
  uint32_t count = before ? before->value : 0;
  chopped.allocated.set(owner_, stack, count + 1);
  return base::hash_combine(stack, count);
}

namespace {

bool may_write(const ir::Program& program, const Chop::Target& target, const Object& object, uint64_t at) {
  return range_of(program, target, object, at) >= 0;
}

bool may_write(const ir::Program& program, const Chop::Effects& effects, const Object& object, uint64_t at) {
  if (effects.anything) return true;
  if (effects.arguments && object.info().kind == ObjectKind::global && object.info().index == ir::none)
    return true;
  for (const Chop::Target& target : effects.targets)
    if (may_write(program, target, object, at)) return true;
  return false;
}

// Did a call do what was not foreseen: change a byte that it was not to write, or free what it was not to?
bool is_foreseen(const ir::Program& program, const Chop::Effects& effects, const Object& before,
                 const Object& after) {
  if (before.info().freed) return true;
  if (after.info().freed || before.array() || after.array())
    return effects.anything || before.array() == after.array() || may_write(program, effects, before, 0);
  for (uint64_t i = 0; i < before.page_count(); ++i) {
    if (before.page(i) == after.page(i)) continue;
    uint64_t end = std::min(before.size(), (i + 1) << state::page_bits);
    for (uint64_t at = i << state::page_bits; at < end; ++at) {
      bool same =
          before.term(at) == after.term(at) && (before.term(at) || *before.byte(at) == *after.byte(at));
      if (!same && !before.term(at) && !may_write(program, effects, before, at)) return false;
      if (!same && before.term(at) && !before.term(at)->is_pending() &&
          !may_write(program, effects, before, at))
        return false;
    }
  }
  return true;
}

}  // namespace

// The call has returned to the frame that made it: what waited for it goes on.
Step Machine::end_recovery(const ir::CallSite& site) {
  Chopped& chopped = state_->chopped;
  base::Ref<Dependent> dependent = chopped.dependent;
  const SkippedCall& call = chopped.call(dependent->call);
  base::Ref<SkippedCall> done(new SkippedCall);
  done->function = call.function;
  done->before = call.before;
  done->parts = call.parts;
  done->allocations = std::move(chopped.allocations);
  auto left = std::make_shared<Recovered>(state_->memory);
  left->wanted = dependent->wanted;
  for (uint32_t i = 0; i < site.result_count; ++i)
    left->results.push_back(frame_->registers[site.result + i]);
  const Chop::Effects& effects = *config_.chop->effects[call.function->id];
  bool foreseen = true, freed = false;
  auto look = [&](const Object* before, const Object* after) {
    if (!before && after && after->info().kind == ObjectKind::heap) {
      left->born.push_back(after->base());
      freed |= after->info().freed;
    }
    if (before && after && before != after) foreseen &= is_foreseen(program_, effects, *before, *after);
  };
  state::AddressSpace::for_each_unshared(call.before->memory, left->after, look);
  if (dependent->slice && freed) {
    left_slice_ = true;
    return Step::stopped;
  }
  if (!foreseen)
    return give_up(base::Reason::unforeseen,
                   fmt::format("{}, which was skipped, writes what the analyses did not foresee",
                               call.function->source_name));
  if (dependent->slice)
    done->parts.push_back(left);
  else
    done->whole = left;
  dependent->moment.restore(*state_);
  owner_ = state_->owner = tags_.take();
  state_->memory.skip_addresses(owner_, left->after);
  chopped.calls.set(owner_, dependent->call, std::move(done));
  chopped.recovered += !dependent->slice;
  chopped.dependent = dependent->below;
  chopped.allocations = dependent->allocations;
  chopped.allocated = dependent->allocated;
  use_slice();
  forget_memory();
  forget_stack();
  frame_ = nullptr;
  if (state_->closing && !chopped.is_recovering()) {
    recovered_one_ = true;
    return Step::stopped;
  }
  enter(state_->own_top());
  return Step::jumped;
}

// Control has left the frames above the skipped call otherwise than by its return: what came behind the call
// never was.
bool Machine::leave_recovery() {
  Chopped& chopped = state_->chopped;
  if (!frame_ || frame_->depth < chopped.within) chopped.within = 0;
  if (!chopped.dependent || (frame_ && frame_->depth > chopped.dependent->depth)) return true;
  if (is_in_slice()) {
    left_slice_ = true;
    return false;
  }
  uint32_t first = chopped.dependent->call;
  for (uint32_t i = first; i <= chopped.count; ++i) {
    chopped.recovered -= chopped.call(i).whole != nullptr;
    chopped.calls.erase(owner_, i);
  }
  chopped.count = first - 1;
  chopped.dependent = nullptr;
  // So it has not ended as it seemed to.
  state_->closing = nullptr;
  chopped.allocations = {};
  chopped.allocated = {};
  use_slice();
  return true;
}

// What the slice came to says nothing of the call.
void Machine::abandon_slice() {
  Chopped& chopped = state_->chopped;
  base::Ref<Dependent> dependent = chopped.dependent;
  dependent->moment.restore(*state_);
  chopped.dependent = dependent->below;
  chopped.allocations = dependent->allocations;
  chopped.allocated = dependent->allocated;
  owner_ = state_->owner = tags_.take();
  frame_ = nullptr;
  outcome_ = Outcome();
  if (!replaying_) ++chop_counts_.abandoned;
  recover(dependent->call, {});
}

void Machine::close(Path& path, const Outcome& outcome) {
  state::append(path.node->segment, {state::Answer::Kind::number, 1});
  begin_closing(path, outcome);
}

void Machine::begin_closing(Path& path, const Outcome& outcome) {
  Chopped& chopped = path.chopped;
  // What ended within a recovery is at the time of that call.
  path.closing_end = chopped.dependent ? chopped.dependent->call : chopped.count + 1;
  chopped.dependent = nullptr;
  path.closing = std::make_shared<Outcome>(outcome);
  ++chop_counts_.closed;
}

uint32_t Machine::calls_passed(const Path& path) const {
  const Chopped& chopped = path.chopped;
  if (path.closing) return path.closing_end - 1;
  return chopped.is_recovering() ? chopped.dependent->call - 1 : chopped.count;
}

bool Machine::has_open_calls(const Path& path) const {
  for (uint32_t i = calls_passed(path); i > 0; --i)
    if (!path.chopped.call(i).whole) return true;
  return false;
}

// Of a path that has ended: the next call that is not known to return. False: all do.
bool Machine::recover_next() {
  for (uint32_t i = 1; i < state_->closing_end; ++i) {
    if (state_->chopped.call(i).whole) continue;
    recover(i, {});
    return true;
  }
  return false;
}

bool Machine::goes_on_chopped() {
  if (needed_) recover(std::exchange(needed_, 0), wanted_);
  if (std::exchange(begins_again_, false)) return true;
  if (std::exchange(recovered_one_, false)) return true;
  bool has_failed = outcome_.kind == Outcome::Kind::error || outcome_.kind == Outcome::Kind::given_up;
  if (std::exchange(left_slice_, false) || (has_failed && is_in_slice())) {
    abandon_slice();
    return true;
  }
  // A path that was closed, replayed.
  bool has_ended = outcome_.kind == Outcome::Kind::exited || outcome_.kind == Outcome::Kind::error;
  if (!has_ended || state_->closing || state_->replayed.is_over() || !has_open_calls(*state_)) return false;
  bool settled;
  next_answer(settled, &state::Answer::is_any);
  begin_closing(*state_, std::exchange(outcome_, Outcome()));
  return true;
}

}  // namespace bonsai::exec
