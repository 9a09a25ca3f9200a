#include "explore/merge/join.h"

#include <algorithm>
#include <set>

#include "explore/merge/decision_tree.h"
#include "expr/simplify_boolean.h"

namespace bonsai::explore {

using exec::Path;
using expr::Term;
using state::Frame;
using state::Object;
using state::Value;

namespace {

constexpr uint64_t simplify_budget = 200;  // nodes looked at for one merged condition: the tree cancels most
                                           // // nodes looked at for one merged condition

bool same(const Value& a, const Value& b) { return a.bits == b.bits && a.term == b.term; }

bool same(const state::Exceptions& a, const state::Exceptions& b) {
  auto equal = [](const state::Exception& x, const state::Exception& y) {
    return x.object == y.object && x.type_info == y.type_info && x.destructor == y.destructor &&
           x.adjusted == y.adjusted && x.handlers == y.handlers;
  };
  return std::equal(a.alive.begin(), a.alive.end(), b.alive.begin(), b.alive.end(), equal) &&
         a.caught == b.caught && a.in_flight == b.in_flight && a.selector == b.selector;
}

bool same(const std::vector<state::ExitHandler>& a, const std::vector<state::ExitHandler>& b) {
  auto equal = [](const state::ExitHandler& x, const state::ExitHandler& y) {
    return x.function == y.function && x.argument == y.argument && x.has_argument == y.has_argument;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

bool same_inputs(const Path& a, const Path& b) {
  const exec::SymbolicInput *x = a.inputs.get(), *y = b.inputs.get();
  for (; x != y; x = x->before.get(), y = y->before.get())
    if (!x || !y || x->name != y->name || x->array != y->array) return false;
  return true;
}

// What a path has besides frames and memory.
const char* compare_rest(const Path& a, const Path& b) {
  if (!a.replayed.is_over() || !b.replayed.is_over() || !a.top || !b.top) return "not at a join";
  if (!(a.written == b.written)) return "different output";
  if (!same_inputs(a, b)) return "different inputs";
  if (a.dynamic_pointer != b.dynamic_pointer) return "different dynamic locals";
  if (!same(a.exceptions, b.exceptions)) return "different exceptions";
  if (!same(a.exit_handlers, b.exit_handlers)) return "different exit handlers";
  if (a.chopped.count != b.chopped.count || !(a.chopped.dependent == b.chopped.dependent) ||
      !a.chopped.calls.is_same(b.chopped.calls) || a.closing != b.closing)
    return "different skipped calls";
  if (!(a.preferences == b.preferences) || a.forking_off != b.forking_off)
    return "different harness settings";
  if (a.phase != b.phase || a.phase_next != b.phase_next || !same(a.exit_status, b.exit_status) ||
      a.leaks_checked != b.leaks_checked)
    return "different phases";
  return nullptr;
}

bool same_place(const Frame& a, const Frame& b) {
  return a.activation == b.activation && a.function == b.function && a.pc == b.pc && a.call == b.call &&
         a.locals == b.locals && a.stack_pointer == b.stack_pointer &&
         a.dynamic_pointer == b.dynamic_pointer && a.serial == b.serial;
}

// What the paths have in common ends there; null: nothing is known of it.
const exec::Parting* last_in_common(std::span<Path* const> paths) {
  const exec::Parting* common = paths.front()->parted.get();
  for (const Path* path : paths.subspan(1)) {
    const exec::Parting* other = path->parted.get();
    while (common && other && common != other) {
      bool deeper = common->depth >= other->depth;
      if (other->depth >= common->depth) other = other->before.get();
      if (deeper) common = common->before.get();
    }
    if (!common || !other) return nullptr;
  }
  return common;
}

// 0: not known.
unsigned width_of(const analysis::Variable& variable, Value a, Value b) {
  if (a.term && b.term && a.term->width() != b.term->width()) return 0;
  if (a.term || b.term) return a.term ? a.term->width() : b.term->width();
  return variable.width;
}

}  // namespace

const Frame* Joiner::frame_of(const Path& path, const Object& object) {
  for (const Frame* frame = path.top.get(); frame; frame = frame->parent.get())
    if (frame->locals == object.base()) return frame;
  return nullptr;
}

void Joiner::compare_frames(const Path& a, const Path& b, Comparison& result) {
  const Frame *x = a.top.get(), *y = b.top.get();
  for (; x != y; x = x->parent.get(), y = y->parent.get()) {
    if (!x || !y || !same_place(*x, *y)) {
      result.refused = "different stacks";
      return;
    }
    const analysis::View& seen = view(*x, x != a.top.get());
    for (uint32_t i = 0; i < x->function->register_count; ++i) {
      Value v = x->registers[i], w = y->registers[i];
      if (same(v, w) || !seen.registers[i].live) continue;
      if (v.is_mark() || w.is_mark())
        result.refused = "undefined values";
      else if ((v.term && v.term->width() > 64) || (w.term && w.term->width() > 64))
        result.refused = "values of more than 64 bits";
      else if (width_of(seen.registers[i], v, w) == 0)
        result.refused = "values of unknown width";
      result.registers.push_back({x, i, v.is_plain() || w.is_plain()});
    }
  }
}

// Is the byte part of a local that nobody will read any more?
bool Joiner::is_dead(const Path& path, const Object& object, uint64_t offset) {
  if (object.info().kind != state::ObjectKind::local_frame) return false;
  const Frame* frame = frame_of(path, object);
  if (!frame) return false;
  const std::vector<ir::Local>& locals = frame->function->locals;
  for (size_t i = 0; i < locals.size(); ++i)
    if (!locals[i].dynamic && offset - locals[i].offset < locals[i].size)
      return !view(*frame, frame != path.top.get()).locals[i].live;
  return false;
}

const char* Joiner::compare_objects(const Path& path, const Object& a, const Object& b, Comparison& result) {
  const state::ObjectInfo &x = a.info(), &y = b.info();
  if (a.size() != b.size() || x.kind != y.kind || x.symbolic_size != y.symbolic_size)
    return "objects of different sizes";
  if (x.freed != y.freed || x.may_be_freed != y.may_be_freed) return "an object freed on one side";
  if (x.freed) return nullptr;
  if (x.unwritten != y.unwritten) return "objects of different origin";
  if (a.array() != b.array()) return "arrays written at symbolic offsets";
  if (a.array()) return nullptr;
  Comparison::Bytes bytes{&a, UINT64_MAX, 0, false};
  for (uint64_t page = 0; page < a.page_count(); ++page) {
    if (a.page(page) == b.page(page)) continue;
    uint64_t end = std::min(a.size(), (page + 1) << state::page_bits);
    for (uint64_t i = page << state::page_bits; i < end; ++i) {
      Value v = machine_.byte_at(a, i), w = machine_.byte_at(b, i);
      if (same(v, w) || is_dead(path, a, i)) continue;
      if (v.is_mark() || w.is_mark()) return "undefined values";
      bytes.first = std::min(bytes.first, i);
      bytes.last = i;
      bytes.is_plain |= v.is_plain() || w.is_plain();
    }
  }
  if (bytes.first != UINT64_MAX) result.objects.push_back(bytes);
  return nullptr;
}

void Joiner::compare_memory(const Path& a, const Path& b, Comparison& result) {
  auto look = [&](const Object* x, const Object* y) {
    if (x == y || result.refused) return;
    if (x && y) {
      result.refused = compare_objects(a, *x, *y, result);
      return;
    }
    // What one side alone has made nobody on the other side can reach.
    const Object& only = x ? *x : *y;
    if (only.info().kind != state::ObjectKind::heap)
      result.refused = "different locals";
    else if (checks_leaks_)
      result.refused = "an object on one side";
  };
  state::AddressSpace::for_each_unshared(a.memory, b.memory, look);
}

Comparison Joiner::compare(const Path& a, const Path& b) {
  Comparison result;
  result.refused = compare_rest(a, b);
  Path* both[] = {const_cast<Path*>(&a), const_cast<Path*>(&b)};
  if (!result.refused && !last_in_common(both)) result.refused = "paths of different origin";
  if (!result.refused) compare_frames(a, b, result);
  if (!result.refused) compare_memory(a, b, result);
  return result;
}

bool Joiner::join_frames(std::span<Path* const> paths, const DecisionTree& tree, Path& joined) {
  expr::TermStore& terms = machine_.terms();
  // Frames from the top to the first that all share, of each path.
  std::vector<std::vector<const Frame*>> stacks;
  for (const Path* path : paths) stacks.push_back({path->top.get()});
  auto all_same = [&] {
    return std::all_of(stacks.begin(), stacks.end(),
                       [&](auto& stack) { return stack.back() == stacks[0].back(); });
  };
  while (!all_same()) {
    for (const auto& stack : stacks)
      if (!stack.back() || !stacks[0].back() || !same_place(*stack.back(), *stacks[0].back())) return false;
    for (auto& stack : stacks) stack.push_back(stack.back()->parent.get());
  }
  state::FrameRef below(const_cast<Frame*>(stacks[0].back()));
  for (size_t level = stacks[0].size() - 1; level-- > 0;) {
    const Frame& first = *stacks[0][level];
    const analysis::View& seen = view(first, level != 0);
    state::FrameRef frame(first.copy(joined.owner));
    for (uint32_t i = 0; i < first.function->register_count; ++i) {
      bool differs = false;
      unsigned width = 0;
      for (const auto& stack : stacks) {
        Value value = stack[level]->registers[i];
        differs |= !same(value, first.registers[i]);
        if (value.term) width = value.term->width();
      }
      if (!differs) continue;
      if (!seen.registers[i].live) {
        frame->registers[i] = Value();
        continue;
      }
      if (!width) width = seen.registers[i].width;
      std::vector<const Term*> values;
      for (const auto& stack : stacks) {
        Value value = stack[level]->registers[i];
        if (value.is_mark() || (value.term && value.term->width() != width) || !width ||
            (!value.term && width > 64))
          return false;
        values.push_back(value.term ? value.term : terms.constant(width, value.bits));
      }
      frame->registers[i] = Value::of(tree.select(values));
    }
    frame->parent = std::move(below);
    below = std::move(frame);
  }
  joined.top = std::move(below);
  return true;
}

bool Joiner::join_memory(std::span<Path* const> paths, const DecisionTree& tree, Path& joined) {
  expr::TermStore& terms = machine_.terms();
  std::set<uint64_t> bases;
  for (const Path* path : paths.subspan(1))
    state::AddressSpace::for_each_unshared(paths[0]->memory, path->memory,
                                           [&](const Object* a, const Object* b) {
                                             if (a != b) bases.insert(a ? a->base() : b->base());
                                           });
  std::vector<const Object*> versions(paths.size());
  std::vector<const Term*> values(paths.size());
  for (uint64_t base : bases) {
    const Object* first = nullptr;
    for (size_t i = 0; i < paths.size(); ++i) {
      const Object* found = paths[i]->memory.find(base);
      versions[i] = found && found->base() == base ? found : nullptr;
      if (!first) first = versions[i];
    }
    if (!versions[0]) joined.memory.bind(joined.owner, state::ObjectRef(const_cast<Object*>(first)));
    // Paths that have no such object do not care.
    for (const Object*& version : versions)
      if (!version) version = first;
    for (const Object* version : versions) {
      Comparison ignored;
      if (version != first && compare_objects(joined, *first, *version, ignored)) return false;
    }
    if (first->info().freed || first->array()) continue;
    Object* object = nullptr;
    for (uint64_t page = 0; page < first->page_count(); ++page) {
      auto shares = [&](const Object* version) { return version->page(page) == first->page(page); };
      if (std::all_of(versions.begin(), versions.end(), shares)) continue;
      uint64_t end = std::min(first->size(), (page + 1) << state::page_bits);
      for (uint64_t i = page << state::page_bits; i < end; ++i) {
        Value mine = machine_.byte_at(*first, i);
        auto agrees = [&](const Object* version) { return same(machine_.byte_at(*version, i), mine); };
        if (std::all_of(versions.begin(), versions.end(), agrees)) continue;
        bool copied;
        if (!object) object = joined.memory.writable(joined.owner, base, copied);
        if (is_dead(joined, *first, i)) {
          object->write_byte(joined.owner, i, 0, nullptr);
          continue;
        }
        for (size_t j = 0; j < versions.size(); ++j) {
          Value value = machine_.byte_at(*versions[j], i);
          if (value.is_mark()) return false;
          values[j] = value.term ? value.term : terms.constant(8, value.bits);
        }
        Value merged = Value::of(tree.select(values));
        object->write_byte(joined.owner, i, uint8_t(merged.bits), merged.term);
      }
    }
  }
  for (const Path* path : paths.subspan(1)) joined.memory.allocate_behind(joined.owner, path->memory);
  return true;
}

std::unique_ptr<Path> Joiner::join(std::span<Path* const> paths) {
  const exec::Parting* parting = last_in_common(paths);
  if (!parting) return nullptr;
  for (const Path* path : paths.subspan(1))
    if (compare_rest(*paths[0], *path)) return nullptr;
  std::vector<std::vector<solve::Decision>> decisions;
  for (const Path* path : paths) decisions.push_back(path->condition.decisions_since(parting->condition));
  DecisionTree tree(machine_.terms(), decisions);
  if (!tree.is_valid()) return nullptr;

  std::unique_ptr<Path> joined = machine_.copy(*paths[0]);
  if (!join_frames(paths, tree, *joined) || !join_memory(paths, tree, *joined)) return nullptr;
  solve::Model model = paths[0]->condition.model();
  joined->condition = parting->condition;
  for (size_t i = 0; i < tree.common(); ++i) chain_.assume(joined->condition, decisions[0][i].raw, model);
  uint64_t budget = simplify_budget;
  const Term* any = expr::simplify_boolean(machine_.terms(), tree.any(), budget);
  if (!any->is_true()) chain_.assume(joined->condition, any, model);
  joined->condition.set_model(model);
  joined->parted = base::Ref<exec::Parting>(const_cast<exec::Parting*>(parting));
  for (const Path* path : paths.subspan(1)) {
    joined->calls = std::max(joined->calls, path->calls);
    joined->instructions = std::max(joined->instructions, path->instructions);
    // Of two worlds that exclude each other, each may use the same numbers.
    joined->uninitialised_bytes = std::max(joined->uninitialised_bytes, path->uninitialised_bytes);
    joined->shared_calls = std::max(joined->shared_calls, path->shared_calls);
    joined->merged += path->merged + 1;
    exec::Standing& standing = joined->standing;
    standing.covered_new_at = std::max(standing.covered_new_at, path->standing.covered_new_at);
    standing.refusals = 0;
    standing.core_queries = std::max(standing.core_queries, path->standing.core_queries);
  }
  return joined;
}

}  // namespace bonsai::explore
