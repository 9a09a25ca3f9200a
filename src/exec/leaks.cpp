// Leaks: heap objects that nothing points to when the program ends, by the rule of LeakSanitizer. Pointers
// are aligned words that hold an address within the object. They are looked for in what lives: variables that
// the program can write, locals of functions that have not returned, registers that are still read there, and
// heap objects that are themselves reached. What cannot be written holds no pointer to the heap: numbers in
// tables of constants are none.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>

#include "exec/machine.h"
#include "ir/uses.h"

namespace bonsai::exec {

using expr::Kind;
using expr::Term;

namespace {

constexpr uint64_t largest_scanned_array = 1
                                           << 20;  // bytes: of larger ones only what was stored is looked at

constexpr size_t most_places = 8;  // that one error names

// Is the register read by instruction `from` of the function, or behind it, before it is written?
bool is_live(const ir::Program& program, const ir::Function& function, uint32_t from, uint32_t wanted) {
  std::vector<bool> seen(function.code.size());
  std::vector<uint32_t> todo{from};
  while (!todo.empty()) {
    uint32_t at = todo.back();
    todo.pop_back();
    if (at >= seen.size() || seen[at]) continue;
    seen[at] = true;
    const Instr& instr = function.code[at];
    bool is_read = false, is_written = false;
    ir::for_each_use(program, instr, [&](uint32_t each) { is_read |= each == wanted; });
    if (is_read) return true;
    ir::for_each_def(program, instr, [&](uint32_t each) { is_written |= each == wanted; });
    ir::for_each_target(program, instr, [&](uint32_t target) { todo.push_back(target); });
    if (!is_written && !ir::is_terminator(instr.op)) todo.push_back(at + 1);
  }
  return false;
}

}  // namespace

void Machine::visit_pointers(const Object& object, const std::function<void(uint64_t)>& visit) {
  unsigned step = program_.pointer_bytes;
  auto visit_word = [&](uint64_t offset) {
    look();
    Value word = read_value(object, offset, step * 8, step);
    if (word.is_mark()) return;
    visit(word.is_plain() ? word.bits : noted([&] { return model_value(word.term); }));
  };
  uint64_t begin = -object.base() & (step - 1);
  if (object.array() && object.size() > largest_scanned_array) {
    for (const Term* array = object.array(); array->kind() == Kind::Store; array = array->operand(0)) {
      const Term* index = array->operand(1);
      uint64_t offset = index->is_constant() ? index->value() : noted([&] { return model_value(index); });
      offset -= (offset - begin) % step;
      if (offset <= object.size() && step <= object.size() - offset) visit_word(offset);
    }
    return;
  }
  for (uint64_t offset = begin; offset + step <= object.size(); offset += step) visit_word(offset);
}

std::unordered_set<uint64_t> Machine::reachable_blocks() {
  std::vector<const Object*> todo;
  std::unordered_set<uint64_t> reached;
  state_->memory.for_each([&](const Object& object) {
    const state::ObjectInfo& info = object.info();
    if (info.kind != state::ObjectKind::heap && !info.read_only && !info.external) todo.push_back(&object);
  });
  auto points_to = [&](uint64_t address) -> const Object* {
    const Object* object = state_->memory.find(address);
    if (!object || object->info().kind != state::ObjectKind::heap || object->info().freed) return nullptr;
    return object->contains(address, 1) || object->base() == address ? object : nullptr;
  };
  auto visit = [&](uint64_t address) {
    const Object* object = points_to(address);
    if (object && reached.insert(object->base()).second) todo.push_back(object);
  };
  for (const state::Frame* frame = frame_; frame; frame = frame->parent.get()) {
    uint32_t from = frame == frame_ ? uint32_t(pc_ - code_of(*frame)) : frame->pc;
    for (uint32_t i = 0; i < frame->function->register_count; ++i) {
      Value value = frame->registers[i];
      if (value.is_mark() || (value.term && value.term->width() != program_.pointer_width())) continue;
      if (value.is_plain() && !points_to(value.bits)) continue;
      if (!is_live(program_, *frame->function, from, i)) continue;
      visit(value.is_plain() ? value.bits : noted([&] { return model_value(value.term); }));
    }
  }
  while (!todo.empty()) {
    const Object* object = todo.back();
    todo.pop_back();
    visit_pointers(*object, visit);
  }
  return reached;
}

Step Machine::check_leaks() {
  // Of a path that skipped calls, the path of its model tells.
  if (!config_.check_leaks || state_->leaks_checked || state_->chopped.count) return Step::next;
  state_->leaks_checked = true;
  std::unordered_set<uint64_t> reached = reachable_blocks();
  const Object* lost = nullptr;
  uint64_t count = 0, bytes = 0;
  std::vector<std::string> elsewhere;  // places of further ones
  state_->memory.for_each([&](const Object& object) {
    if (object.info().kind != state::ObjectKind::heap || object.info().freed) return;
    if (object.info().allocator == state::Allocator::exception || reached.contains(object.base())) return;
    ++count, bytes += object.size();
    if (!lost) lost = &object;
    if (object.info().allocated_at == lost->info().allocated_at) return;
    std::string place = describe_location(object.info().allocated_at);
    if (std::find(elsewhere.begin(), elsewhere.end(), place) == elsewhere.end())
      elsewhere.push_back(std::move(place));
  });
  if (!lost) return Step::next;
  std::string more;
  if (count > 1) more = fmt::format(", and {} more, {} bytes in all", count - 1, bytes);
  if (elsewhere.size() > most_places) elsewhere.resize(most_places), elsewhere.emplace_back("…");
  if (!elsewhere.empty()) more += fmt::format(" (also at {})", fmt::join(elsewhere, ", "));
  fail(ErrorKind::leak, fmt::format("{} is never freed, and nothing points to it{}", describe(*lost), more));
  ir::LocationId at = lost->info().allocated_at;
  outcome_.error.stack = {{program_.strings[program_.locations[at].function], at}};
  return Step::stopped;
}

}  // namespace bonsai::exec
