// Paths that begin anywhere: a function with nothing known of what was before.
//
// Its arguments and the program's variables are inputs; variables of the C library and of the model of Linux
// keep what they hold where the program begins, for a stream or an allocator of which nothing is known would
// be a path for each of its states. A pointer among the inputs gets an object when it is first used: one of
// its own, whose bytes are inputs again, unless the path's model has the address of one that there is,
// as it must where the condition says so. Pointers to the same object, into the middle of one, and null
// pointers that are used are left out: such a path finds ways through the code, and what it finds is tried on
// paths from the program's beginning.
//
// An object is made after the last question of its instruction: that begins again then.
#include <algorithm>

#include "exec/machine.h"
#include "expr/evaluate.h"

namespace bonsai::exec {

using expr::Kind;
using expr::Term;

namespace {

constexpr uint64_t object_bytes = 1024;     // of an object behind a pointer
constexpr uint64_t object_distance = 8192;  // from one to the next
constexpr uint64_t most_by_byte = 4096;     // of a variable: larger ones are an array

}  // namespace

std::unique_ptr<Path> Machine::start_in(const ir::Function& function, Path& from) {
  std::unique_ptr<Path> path = copy(from);
  path->node = state::make_root();
  path->is_lazy = true;
  path->covered = {};
  state_ = path.get();
  owner_ = path->owner;
  memory_tag_ = path->memory_tag;
  stack_tag_ = path->stack_tag;
  enter(path->own_top());
  while (frame_) pop_frame();
  path->phase = state::Phase::entry;
  free_globals(*path);
  std::vector<Value> arguments;
  for (uint32_t i = 0; i < function.parameters; ++i) {
    unsigned width = function.parameter_widths[i], bytes = (width + 7) / 8;
    const Term* array = new_input(function.source_name + ".argument" + std::to_string(i + 1), bytes);
    arguments.push_back(Value::of(terms_.extract(terms_.symbolic_word(array, 0, bytes), 0, width)));
  }
  Value variadic;
  if (function.variadic)
    variadic = Value::of(terms_.symbolic_word(
        new_input(function.source_name + ".variadic", program_.pointer_bytes), 0, program_.pointer_bytes));
  bool fits =
      call_function(function, nullptr, arguments.data(), function.parameters, variadic) == Step::jumped;
  if (fits) save_pc();
  state_ = nullptr;
  return fits ? std::move(path) : nullptr;
}

// The variables of the program are inputs.
void Machine::free_globals(Path& path) {
  for (const ir::Global& global : program_.globals) {
    if (!global.address || !global.size || global.read_only || global.external || global.is_runtime) continue;
    const Object* object = path.memory.find(global.address);
    if (!object || object->base() != global.address || object->info().freed) continue;
    Object* mine = writable(*object);
    const Term* array = new_input(global.name, global.size);
    if (global.size > most_by_byte)
      mine->set_array(array);
    else
      for (uint64_t i = 0; i < global.size; ++i)
        set_byte(*mine, i, Value::of(terms_.symbolic_byte(array, i)));
  }
}

const LazyPointer* Machine::find_lazy(const Term* pointer) const {
  for (const LazyPointer* each = state_->pointers.get(); each; each = each->before.get())
    if (each->pointer == pointer) return each;
  return nullptr;
}

const Term* Machine::lazy_pointer_in(const Term* address) {
  const Term* found = nullptr;
  for (const Term* term : expr::addends(address)) {
    if (term->width() != program_.pointer_width() || term->is_constant()) continue;
    std::span<const expr::CellRange> ranges = term->support()->ranges();
    if (ranges.size() != 1 || ranges[0].last - ranges[0].first + 1 != program_.pointer_bytes) continue;
    if (term != terms_.symbolic_word(ranges[0].array, ranges[0].first, program_.pointer_bytes)) continue;
    if (find_lazy(term)) return term;
    if (!found) found = term;
  }
  return found;
}

bool Machine::settle_lazy(Value base, Value& address) {
  const Term* pointer = base.term && !base.is_mark() ? lazy_pointer_in(base.term) : nullptr;
  // What is added to the address of an object is an index, not a pointer.
  Place place;
  bool is_index =
      base.is_plain() ? find_place(base.bits, 0, place) : find_place(base_in(address.term), 0, place);
  if (!pointer && !is_index) pointer = lazy_pointer_in(address.term);
  if (!pointer) return true;
  const LazyPointer* known = find_lazy(pointer);
  if (!known) return lazy_object(pointer);
  const Term* now = replace(address.term, pointer, terms_.constant(pointer->width(), known->address));
  address = now->is_constant() ? Value::plain(now->value()) : Value::of(now);
  return true;
}

// Gives a pointer its object. The instruction begins again.
bool Machine::lazy_object(const Term* pointer) {
  uint64_t value = noted([&] { return model_value(pointer); });
  Place place;
  bool is_new = !find_place(value, 0, place);
  uint64_t count = 1;
  for (const LazyPointer* each = state_->pointers.get(); each; each = each->before.get()) ++count;
  if (is_new) value = state_->memory.layout().heap_overflow_end - count * object_distance;
  if (!assume(terms_.eq(pointer, terms_.constant(pointer->width(), value)))) return false;
  changing();
  LazyPointer* made = new LazyPointer;
  made->before = std::move(state_->pointers);
  made->pointer = pointer;
  made->address = value;
  state_->pointers = base::Ref<LazyPointer>(made);
  if (is_new) {
    state::ObjectInfo info;
    info.allocated_at = location();
    Object* object = allocate(value, object_bytes, info, true);
    const Term* array = new_input("memory" + std::to_string(count), object_bytes);
    for (uint64_t i = 0; i < object_bytes; ++i)
      set_byte(*object, i, Value::of(terms_.symbolic_byte(array, i)));
  }
  begin_again();
  return false;
}

bool Machine::lazy_callee(const Term* pointer, const ir::Function*& callee) {
  bool taken = false;
  if (config_.lazy_callees.size() > pc_->imm)
    for (ir::FunctionId id : config_.lazy_callees[pc_->imm]) {
      callee = &program_.functions[id];
      if (!decide(terms_.eq(pointer, terms_.constant(pointer->width(), callee->address)), taken))
        return false;
      if (taken) return true;
    }
  return end_silently(), false;
}

bool Machine::concrete_address(Value value, uint64_t& bits) {
  if (state_->is_lazy && value.term && !value.is_mark() && !settle_lazy(value, value)) return false;
  Hint ignored;
  if (!choose_base(value, ignored)) return false;
  return concrete(value, "address", bits);
}

}  // namespace bonsai::exec
