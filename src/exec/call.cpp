// Calls and returns, the life of the program from its constructors to its exit, and locals.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "exec/external/external_call.h"
#include "exec/machine.h"

namespace bonsai::exec {

using state::Frame;
using state::FrameRef;
using state::Phase;

namespace {

uint64_t align_down(uint64_t value, uint64_t align) { return value & ~(align - 1); }

// What a call costs natively besides the locals: return address, saved registers, spilled values.
uint64_t native_frame_bytes(const ir::Function& function) { return 64 + function.frame_bytes; }

CallPlan plan(const ir::Program& program, const std::vector<Intrinsic>& intrinsics,
              const ir::CallSite& site) {
  CallPlan plan;
  if (site.callee == ir::none) return plan;
  plan.callee = &program.functions[site.callee];
  plan.intrinsic = intrinsics[site.callee];
  const std::vector<uint16_t>& wanted = plan.callee->parameter_widths;
  plan.direct = !plan.intrinsic && plan.callee->has_body && !plan.callee->variadic &&
                site.arguments.size() >= wanted.size() &&
                std::equal(wanted.begin(), wanted.end(), site.argument_widths.begin());
  return plan;
}

}  // namespace

Machine::Machine(const ir::Program& program, solve::Chain& chain, const Config& config, CoverageMap* coverage)
    : program_(program),
      chain_(chain),
      terms_(chain.store()),
      config_(config),
      points_(program),
      pointer_mask_(ir::mask_of(program.pointer_width())),
      own_coverage_(coverage ? nullptr : std::make_unique<CoverageMap>(program)),
      coverage_(coverage ? coverage : own_coverage_.get()) {
  specialise();
  seen_storage_.resize(points_.count());
  seen_ = seen_storage_.data();
  code_base_ = code_.data();
  laps_storage_.resize(code_.size());
  laps_ = laps_storage_.data();
  for (const ir::Function& function : program.functions)
    if (function.is_runtime) std::fill_n(laps_ + points_.first_of(function.id), function.code.size(), 1);
  for (const ir::Constant& constant : program.constants) {
    if (constant.poison)
      constants_.push_back(Value::poison());
    else if (constant.width <= 64)
      constants_.push_back(
          Value::plain(constant.words.empty() ? 0 : constant.words[0] & ir::mask_of(constant.width)));
    else
      constants_.push_back(Value::of(terms_.constant(
          expr::Wide::from_words(constant.width, constant.words.data(), constant.words.size()))));
  }
  for (const ir::Function& function : program.functions) intrinsics_.push_back(find_intrinsic(function));
  for (const ir::CallSite& site : program.calls) plans_.push_back(plan(program, intrinsics_, site));
  sites_.resize(program.access_sites);
  constant_values_ = constants_.data();
  site_caches_ = sites_.data();
}

std::unique_ptr<Path> Machine::copy(Path& path) {
  auto other = std::make_unique<Path>(path);
  path.renew(tags_);
  other->renew(tags_);
  other->id = next_path_++;
  return other;
}

std::unique_ptr<Path> Machine::initial_state(const std::vector<std::shared_ptr<const Seed>>& seeds) {
  auto state = std::make_unique<Path>(program_.pointer_bytes, tags_);
  if (!seeds.empty()) {
    auto all = std::make_shared<Seeds>();
    for (const std::shared_ptr<const Seed>& seed : seeds) all->push_back({seed, state->condition.model(), 0});
    state->seeds = std::move(all);
  }
  state->node = state::make_root();
  state->id = next_path_++;
  state_ = state.get();
  owner_ = state->owner;
  state->dynamic_pointer = state->memory.layout().dynamic_stack_begin;
  for (size_t i = 0; i < program_.globals.size(); ++i) {
    const ir::Global& global = program_.globals[i];
    if (!global.address) continue;
    state::ObjectInfo info;
    info.kind = state::ObjectKind::global;
    info.read_only = global.read_only;
    info.external = global.external;
    info.index = uint32_t(i);
    info.allocated_at = global.location;
    Object* object = allocate(global.address, global.size, info, true);
    if (!global.bytes.empty()) object->write_plain(owner_, 0, global.bytes.data(), global.bytes.size());
  }
  // argv[0], the arguments, and the vector that points to them lie behind the globals.
  uint64_t next = program_.globals.empty() ? state->memory.layout().globals_begin : 0;
  for (const ir::Global& global : program_.globals)
    next = std::max(next, global.address + global.size + 4096);
  auto place = [&](const void* bytes, uint64_t size) {
    next = (next + 15) & ~uint64_t(15);
    state::ObjectInfo info;
    info.kind = state::ObjectKind::global;
    info.index = ir::none;
    Object* object = allocate(next, size, info, true);
    object->write_plain(owner_, 0, bytes, size);
    next += size + 64;
    return object->base();
  };
  std::vector<std::string> arguments{config_.name.empty() ? program_.name : config_.name};
  arguments.insert(arguments.end(), config_.arguments.begin(), config_.arguments.end());
  std::vector<uint8_t> vector((arguments.size() + 1) * program_.pointer_bytes);
  for (size_t i = 0; i < arguments.size(); ++i) {
    uint64_t address = place(arguments[i].c_str(), arguments[i].size() + 1);
    std::memcpy(&vector[i * program_.pointer_bytes], &address, program_.pointer_bytes);
  }
  state->argument_count = arguments.size();
  state->argument_vector = place(vector.data(), vector.size());
  outcome_ = Outcome();
  if (start_next_phase() == Step::stopped)
    state->closing = std::make_shared<Outcome>(std::exchange(outcome_, Outcome()));
  else
    save_pc();
  state_ = nullptr;
  return state;
}

// main with argc, argv and envp; or a fuzz target with an input of symbolic bytes and symbolic size.
Step Machine::call_entry() {
  State& s = *state_;
  const ir::Function& entry = *program_.find_function(config_.entry);
  Value arguments[3] = {Value::plain(s.argument_count), Value::plain(s.argument_vector),
                        Value::plain(s.argument_vector + s.argument_count * program_.pointer_bytes)};
  if (config_.entry != "LLVMFuzzerTestOneInput" || entry.parameters != 2)
    return call_function(entry, nullptr, arguments, std::min(entry.parameters, 3u), Value());
  unsigned bytes = program_.pointer_bytes;
  const expr::Term* array = new_input("size", bytes);
  const expr::Term* size = terms_.symbolic_byte(array, 0);
  for (unsigned i = 1; i < bytes; ++i) size = terms_.concat(terms_.symbolic_byte(array, i), size);
  const expr::Term* data = new_input("data", config_.fuzz_size);
  chain_.assume(state_->condition, terms_.ule(size, terms_.constant(bytes * 8, config_.fuzz_size)));
  state::ObjectInfo info;
  info.kind = state::ObjectKind::global;
  info.index = ir::none;
  info.symbolic_size = terms_.zext(size, 64);
  Object* object = allocate(s.argument_vector + (1 << 20), config_.fuzz_size, info, true);
  for (uint64_t i = 0; i < config_.fuzz_size; ++i)
    set_byte(*object, i, Value::of(terms_.symbolic_byte(data, i)));
  arguments[0] = Value::plain(object->base());
  arguments[1] = Value::of(size);
  return call_function(entry, nullptr, arguments, 2, Value());
}

// Called with no frame left: calls the next function of the program's life.
Step Machine::start_next_phase() {
  State& s = *state_;
  frame_ = nullptr;
  for (;;) switch (s.phase) {
      case Phase::constructors:
        if (s.phase_next < program_.constructors.size())
          return call_function(program_.functions[program_.constructors[s.phase_next++]], nullptr, nullptr, 0,
                               Value());
        s.phase = Phase::entry;
        return call_entry();
      case Phase::entry: s.phase = Phase::exit_handlers; break;
      case Phase::exit_handlers: {
        if (s.exit_handlers.empty()) {
          s.phase = Phase::destructors;
          s.phase_next = 0;
          break;
        }
        state::ExitHandler handler = s.exit_handlers.back();
        s.exit_handlers.pop_back();
        const ir::Function* function = program_.function_at(handler.function);
        if (!function || !function->has_body) break;
        Value argument = Value::plain(handler.argument);
        return call_function(*function, nullptr, &argument, handler.has_argument ? 1 : 0, Value());
      }
      case Phase::destructors:
        if (s.phase_next < program_.destructors.size())
          return call_function(program_.functions[program_.destructors[s.phase_next++]], nullptr, nullptr, 0,
                               Value());
        s.phase = Phase::done;
        break;
      case Phase::done:
        if (check_leaks() == Step::stopped) return Step::stopped;
        outcome_.kind = Outcome::Kind::exited;
        return Step::stopped;
    }
}

Step Machine::exit(Value status) {
  if (check_leaks() == Step::stopped) return Step::stopped;
  while (frame_) pop_frame();
  if (!leave_recovery()) return Step::stopped;
  state_->exit_status = unpinned(status);
  if (state_->phase < Phase::exit_handlers) state_->phase = Phase::exit_handlers;
  return start_next_phase();
}

// Makes `frame`, which must be the writable top, the running one.
void Machine::enter(Frame& frame) {
  frame_ = &frame;
  pc_ = code_of(frame) + frame.pc;
  local_pages_ = nullptr;
}

Step Machine::call(const Instr& instr) {
  const ir::CallSite& site = program_.calls[instr.imm];
  const CallPlan& plan = plans_[instr.imm];
  if (plan.direct) {
    const ir::Function& callee = *plan.callee;
    if (config_.chop && skips(uint32_t(instr.imm), callee)) return skip(callee, site);
    Frame* frame = new_frame(callee, &site, callee.parameters);
    if (!frame) return Step::stopped;
    for (uint32_t i = 0; i < callee.parameters; ++i)
      frame->registers[i] = operand(site.arguments[i], frame_->registers);
    return push_frame(frame);
  }
  if (plan.intrinsic) {
    IntrinsicCall call(*this, site);
    return plan.intrinsic(call);
  }
  const ir::Function* callee = plan.callee;
  if (!callee) {
    if (!callee_at(operand(site.pointer, frame_->registers), callee)) return Step::stopped;
    if (Intrinsic intrinsic = intrinsics_[callee->id]) {
      IntrinsicCall call(*this, site);
      return intrinsic(call);
    }
  }
  if (!callee->has_body) return call_external(*callee, site);
  if (config_.chop && skips(uint32_t(instr.imm), *callee)) return skip(*callee, site);
  std::vector<Value> arguments;
  for (ir::Operand argument : site.arguments) arguments.push_back(operand(argument, frame_->registers));
  Value variadic = site.variadic.is_none() ? Value() : operand(site.variadic, frame_->registers);
  return call_function(*callee, &site, arguments.data(), unsigned(arguments.size()), variadic);
}

// Does it lie where functions are?
const expr::Term* Machine::within_code(const expr::Term* pointer) {
  uint64_t first = ~uint64_t(0), last = 0;
  for (const ir::Function& each : program_.functions)
    if (each.address) first = std::min(first, each.address), last = std::max(last, each.address);
  if (first > last) return terms_.bool_false();
  unsigned width = pointer->width();
  return terms_.ule(terms_.sub(pointer, terms_.constant(width, first)), terms_.constant(width, last - first));
}

bool Machine::callee_at(Value pointer, const ir::Function*& callee) {
  uint64_t address = pointer.bits;
  bool taken = true;
  if (pointer.is_mark()) return fail_undefined(pointer, "function pointer"), false;
  if (pointer.term && state_->is_lazy && lazy_pointer_in(pointer.term) == pointer.term)
    return lazy_callee(pointer.term, callee);
  // Each function that it can be is a path of its own; what is no function is one path together.
  for (uint64_t tried = 0; pointer.term; ++tried) {
    address = noted([&] { return model_value(pointer.term); });
    if (!program_.function_at(address)) {
      bool is_code = false;
      if (!decide(within_code(pointer.term), is_code)) return false;
      if (!is_code) break;
    }
    if (tried == config_.max_values)
      return give_up(base::Reason::values,
                     fmt::format("a function pointer has more than {} values", config_.max_values)),
             false;
    if (!decide(terms_.eq(pointer.term, terms_.constant(pointer.term->width(), address)), taken))
      return false;
    if (taken) break;
  }
  callee = program_.function_at(address);
  if (!callee) fail(ErrorKind::bad_call, fmt::format("call of {:#x}, which is no function", address));
  return callee;
}

Step Machine::call_function(const ir::Function& function, const ir::CallSite* site, const Value* arguments,
                            unsigned count, Value variadic) {
  if (count < function.parameters && site)
    return fail(ErrorKind::bad_call, fmt::format("call of {} with {} of its {} arguments",
                                                 function.source_name, count, function.parameters));
  Frame* frame = new_frame(function, site, 0);
  if (!frame) return Step::stopped;
  for (unsigned i = 0; i < std::min(count, function.parameters); ++i) {
    Value value = arguments[i];
    // A caller that believes in another prototype passes another width.
    if (site && site->argument_widths[i] != function.parameter_widths[i])
      value =
          general_cast(site->argument_widths[i] > function.parameter_widths[i] ? ir::Op::Trunc : ir::Op::ZExt,
                       site->argument_widths[i], function.parameter_widths[i], value);
    frame->registers[i] = value;
  }
  if (function.variadic) frame->registers[function.parameters] = variadic;
  return push_frame(frame);
}

Frame* Machine::new_frame(const ir::Function& function, const ir::CallSite* site, unsigned filled) {
  const ir::AddressMap& map = state_->memory.layout();
  uint64_t sp = frame_ ? frame_->stack_pointer : map.stack_end;
  sp = align_down(sp - native_frame_bytes(function), std::max<uint64_t>(function.frame_align, 16));
  if (sp > map.stack_end || map.stack_end - sp > config_.stack_bytes) {
    fail(ErrorKind::stack_overflow,
         fmt::format("call of {}: the stack of {} KiB is full, {} calls deep", function.source_name,
                     config_.stack_bytes >> 10, frame_ ? frame_->depth : 0));
    if (!frame_) outcome_.error.stack = {{function.source_name, function.location}};
    return nullptr;
  }
  Frame* frame = Frame::make(owner_, function, filled);
  frame->call = site;
  frame->depth = frame_ ? frame_->depth + 1 : 0;
  frame->stack_pointer = sp;
  frame->dynamic_pointer = state_->dynamic_pointer;
  frame->serial = ++state_->calls;
  frame->activation = tags_.take();
  return frame;
}

Step Machine::push_frame(Frame* frame) {
  changing();
  const ir::Function& function = *frame->function;
  if (frame_) {
    save_pc();
    ++frame_->pc;
  }
  if (function.frame_bytes) {
    frame->locals = frame->stack_pointer;
    state::ObjectInfo info;
    info.kind = state::ObjectKind::local_frame;
    info.index = function.id;
    info.allocated_at = function.location;
    allocate(frame->locals, function.frame_bytes, info, false);
  }
  frame->parent = std::move(state_->top);
  state_->top = FrameRef(frame);
  enter(*frame);
  if (!watched_.empty() && watched_[function.id]) stop_at_entry();
  return Step::jumped;
}

void Machine::watch(ir::FunctionId function, bool watched) {
  watched_.resize(program_.functions.size());
  watched_[function] = watched;
}

// The running path yields before it executes anything of the function that it has just called.
void Machine::stop_at_entry() {
  at_entry_ = true;
  if (int64_t(left_) < 0) return;
  limit_ -= left_ + 1;
  left_ = uint64_t(-1);
}

// Ends the top frame and its locals; the one below, if any, becomes the running one.
void Machine::pop_frame() {
  changing();
  if (frame_->locals) {
    state_->memory.unbind(owner_, frame_->locals);
    forget_stack();
  }
  if (state_->dynamic_pointer != frame_->dynamic_pointer) release_dynamic(frame_->dynamic_pointer);
  // A frame that no other state shares gives its reference to the parent away; a shared one keeps it.
  FrameRef parent = frame_->refs == 1 ? std::move(frame_->parent) : frame_->parent;
  state_->top = std::move(parent);
  frame_ = nullptr;
  if (state_->top) enter(state_->own_top());
}

// `results` must not lie in the frame that goes.
Step Machine::ret(const Value* results, unsigned count) {
  const ir::CallSite* site = frame_->call;
  const ir::Function& function = *frame_->function;
  if (!frame_->parent) {
    if (state_->phase == Phase::entry) {
      state_->exit_status = count ? results[0] : Value();
    }
    pop_frame();
    // What called the function where it began is not known.
    if (state_->is_lazy && state_->phase == Phase::entry) return end_silently();
    return start_next_phase();
  }
  const Dependent* dependent = state_->chopped.dependent.get();
  bool recovers = dependent && frame_->depth == dependent->depth + 1;
  Chopped& chopped = state_->chopped;
  if (chopped.within && frame_->depth == chopped.within) {
    ++chopped.returned;
    chopped.within = 0;
  }
  pop_frame();
  if (!site) return Step::jumped;
  for (unsigned i = 0; i < std::min<unsigned>(count, site->result_count); ++i) {
    Value value = results[i];
    if (site->result_widths[i] != function.result_widths[i])
      value = general_cast(function.result_widths[i] > site->result_widths[i] ? ir::Op::Trunc : ir::Op::ZExt,
                           function.result_widths[i], site->result_widths[i], value);
    frame_->registers[site->result + i] = value;
  }
  return recovers ? end_recovery(*site) : Step::jumped;
}

Step Machine::ret_many(const Instr& instr, const Value* registers) {
  std::vector<Value> results;
  for (uint32_t i = 0; i < instr.b; ++i)
    results.push_back(operand(program_.operands[instr.a + i], registers));
  return ret(results.data(), instr.b);
}

bool Machine::alloca_dynamic(const Instr& instr, Value* registers) {
  const ir::Local& local = frame_->function->locals[instr.aux];
  const ir::AddressMap& map = state_->memory.layout();
  uint64_t align = std::max<uint64_t>(local.align, 16);
  uint64_t base = (state_->dynamic_pointer + align - 1) & ~(align - 1);
  uint64_t used = base - map.dynamic_stack_begin;
  auto overflow = [&](uint64_t bytes) {
    fail(ErrorKind::stack_overflow,
         fmt::format("local {} of {} bytes does not fit the stack", local.name, bytes));
    return false;
  };
  Value elements = registers[instr.a];
  if (elements.is_mark()) return fail_undefined(elements, "size of a local"), false;
  unsigned __int128 size = (unsigned __int128)elements.bits * instr.imm;
  const expr::Term* symbolic_size = nullptr;
  if (elements.term) {
    const expr::Term* wide = terms_.zext(elements.term, 128);
    const expr::Term* bytes = terms_.mul(wide, terms_.constant(128, instr.imm));
    bool too_large = false;
    uint64_t least, most;
    if (!decide(terms_.ugt(bytes, terms_.constant(128, config_.stack_bytes - used)), too_large)) return false;
    if (too_large) return overflow(config_.stack_bytes);
    symbolic_size = terms_.trunc(bytes, 64);
    bounds(symbolic_size, least, most);
    size = std::min(most, config_.stack_bytes - used);
    if (least == most) symbolic_size = nullptr;
  }
  if (size > config_.stack_bytes || used + uint64_t(size) > config_.stack_bytes)
    return overflow(uint64_t(size));
  state::ObjectInfo info;
  info.kind = state::ObjectKind::dynamic_local;
  info.index = frame_->function->id;
  info.local = uint32_t(instr.aux);
  info.symbolic_size = symbolic_size;
  info.allocated_at = location();
  allocate(base, uint64_t(size), info, false);
  state_->dynamic_pointer = base + uint64_t(size) + ir::gap_after(uint64_t(size), 16, 256);
  registers[instr.dst] = Value::plain(base);
  return true;
}

void Machine::release_dynamic(uint64_t down_to) {
  uint64_t begin = state_->memory.layout().dynamic_stack_begin;
  while (state_->dynamic_pointer > down_to) {
    const Object* object = state_->memory.find(state_->dynamic_pointer);
    if (!object || object->base() < std::max(begin, down_to)) break;
    uint64_t base = object->base();
    state_->memory.unbind(owner_, base);
    state_->dynamic_pointer = base;
  }
  state_->dynamic_pointer = down_to;
  forget_memory();
}

Step Machine::call_external(const ir::Function& callee, const ir::CallSite& site) {
  if (config_.external == External::concretise) return ExternalCall(*this, callee, site).run();
  if (config_.external == External::symbolic) {
    std::string text = fmt::format(
        "call of {}, which is not defined: its result is symbolic, it changes nothing", callee.source_name);
    leave_out(base::Reason::assumed, text);
    warn(std::move(text));
    for (unsigned i = 0; i < site.result_count; ++i) {
      unsigned width = site.result_widths[i];
      const expr::Term* array = new_input(callee.source_name, (width + 7) / 8);
      const expr::Term* all = terms_.symbolic_byte(array, 0);
      for (unsigned byte = 1; byte < (width + 7) / 8; ++byte)
        all = terms_.concat(terms_.symbolic_byte(array, byte), all);
      frame_->registers[site.result + i] = Value::of(terms_.extract(all, 0, width));
    }
    return Step::next;
  }
  return give_up(base::Reason::undefined,
                 fmt::format("call of {}, which is not defined in the program", callee.source_name));
}

}  // namespace bonsai::exec
