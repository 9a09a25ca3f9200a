#include "exec/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"

namespace bonsai::exec {
namespace {

// Releases a list whose links are `before`, without recursion.
template <typename T>
void destroy_list(T* node) {
  while (node) {
    base::Ref<T> before = std::move(node->before);
    delete node;
    node = before.get();
    if (!node || node->refs > 1) return;
    ++node->refs;  // keeps it past `before`
    before = nullptr;
    --node->refs;
  }
}

uint64_t hash_value(const state::Value& value) {
  return base::hash_combine(value.bits, value.term ? value.term->hash() : 0);
}

uint64_t hash_objects(const Path& path) {
  uint64_t h = 0;
  path.memory.for_each([&](const state::Object& object) {
    h = base::hash_combine(h, object.base());
    h = base::hash_combine(h, object.size());
    h = base::hash_combine(h, object.info().freed);
    if (object.array()) h = base::hash_combine(h, object.array()->hash());
    if (object.info().symbolic_size) h = base::hash_combine(h, object.info().symbolic_size->hash());
    if (object.array() || object.info().freed) return;
    for (uint64_t i = 0; i < object.page_count(); ++i) {
      const state::Page* page = object.page(i);
      uint64_t size = std::min<uint64_t>(state::page_bytes, object.size() - i * state::page_bytes);
      for (uint32_t j = 0; j < size; ++j) {
        const expr::Term* term = page->term(j);
        if (term || page->bytes[j])
          h = base::hash_combine(base::hash_combine(h, i * state::page_bytes + j),
                                 term ? term->hash() : page->bytes[j]);
      }
    }
  });
  return h;
}

uint64_t hash_frames(const Path& path) {
  uint64_t h = 0;
  for (const state::Frame* frame = path.top.get(); frame; frame = frame->parent.get()) {
    h = base::hash_combine(h, frame->function->id);
    h = base::hash_combine(h, frame->pc);
    h = base::hash_combine(h, frame->stack_pointer);
    h = base::hash_combine(h, frame->serial);
    for (uint32_t i = 0; i < frame->function->register_count; ++i)
      h = base::hash_combine(h, hash_value(frame->registers[i]));
  }
  return h;
}

uint64_t hash_condition(const Path& path) {
  uint64_t h = 0;
  for (const solve::Decision& each : path.condition.decisions()) {
    h = base::hash_combine(h, each.raw ? each.raw->hash() : 0);
    h = base::hash_combine(h, each.kept ? each.kept->hash() : 0);
  }
  return h;
}

uint64_t hash_model(const Path& path) {
  uint64_t h = 0;
  if (!path.condition.model()) return h;
  for (const SymbolicInput* input : path.all_inputs())
    for (uint64_t i = 0; i < input->size; ++i)
      h = base::hash_combine(h, path.condition.model()->get(input->array, i));
  return h;
}

}  // namespace

void SymbolicInput::destroy(SymbolicInput* input) { destroy_list(input); }
void Covered::destroy(Covered* covered) { destroy_list(covered); }
void Observed::destroy(Observed* observed) { destroy_list(observed); }
void HostAccess::destroy(HostAccess* access) { destroy_list(access); }
void LazyPointer::destroy(LazyPointer* pointer) { destroy_list(pointer); }
void Parting::destroy(Parting* parting) { destroy_list(parting); }
void Preference::destroy(Preference* preference) { destroy_list(preference); }

std::vector<const SymbolicInput*> Path::all_inputs() const {
  std::vector<const SymbolicInput*> all;
  for (const SymbolicInput* input = inputs.get(); input; input = input->before.get()) all.push_back(input);
  std::reverse(all.begin(), all.end());
  return all;
}

void Path::note_host_access(HostAccess::Kind kind, std::string path) {
  // A file is read in pieces, and its status asked for at each: the newest tell most repetitions.
  constexpr unsigned looked_at = 8;
  const HostAccess* each = host_accesses.get();
  for (unsigned i = 0; each && i < looked_at; ++i, each = each->before.get())
    if (each->kind == kind && each->path == path) return;
  auto* access = new HostAccess{0, std::move(host_accesses), kind, std::move(path)};
  host_accesses = base::Ref<HostAccess>(access);
}

std::vector<const HostAccess*> Path::all_host_accesses() const {
  std::vector<const HostAccess*> all;
  for (const HostAccess* each = host_accesses.get(); each; each = each->before.get()) all.push_back(each);
  std::reverse(all.begin(), all.end());
  std::set<std::pair<HostAccess::Kind, std::string_view>> seen;
  std::erase_if(all, [&](const HostAccess* each) { return !seen.emplace(each->kind, each->path).second; });
  return all;
}

void Path::part() {
  Parting* parting = new Parting;
  parting->depth = parted ? parted->depth + 1 : 0;
  parting->before = std::move(parted);
  parting->condition = condition;
  parted = base::Ref<Parting>(parting);
  shared_calls = calls;
}

void Path::visit_roots(const expr::TermStore::Mark& mark, uint64_t epoch) const {
  visit_terms(mark, epoch);
  chopped.visit_terms(mark, epoch);
  condition.visit_roots(mark, epoch);
  if (awaited) mark(awaited);
  for (const Preference* each = preferences.get(); each; each = each->before.get()) mark(each->condition);
  for (const LazyPointer* each = pointers.get(); each; each = each->before.get()) mark(each->pointer);
  // Behind one that was visited all were.
  for (const Observed* each = observed.get(); each && each->epoch != epoch; each = each->before.get()) {
    each->epoch = epoch;
    mark(each->condition);
    mark(each->guard);
  }
}

bool is_close_merge(const ir::Program& program, const state::Frame& frame) {
  if (frame.pc == 0) return false;
  const ir::Instr& before = frame.function->code[frame.pc - 1];
  if (before.op != ir::Op::Call) return false;
  uint32_t callee = program.calls[before.imm].callee;
  return callee != ir::none && program.functions[callee].name == "klee_close_merge";
}

bool is_join(const ir::Program& program, const state::Frame& frame) {
  return frame.function->code[frame.pc].op == ir::Op::Join || is_close_merge(program, frame);
}

std::vector<std::string> describe_parts(const Path& path) {
  uint64_t inputs = 0, output = 0;
  for (const SymbolicInput* input : path.all_inputs())
    inputs = base::hash_combine(base::hash_string(input->name, inputs), input->size);
  for (const HostAccess* access : path.all_host_accesses())
    inputs = base::hash_combine(base::hash_string(access->path, inputs), uint64_t(access->kind));
  // How text is cut into pieces does not matter.
  std::string text;
  for (const state::Output* piece : path.output()) {
    text += piece->text;
    if (piece->term) output = base::hash_combine(base::hash_string(text, output), piece->term->hash());
  }
  output = base::hash_string(text, output);
  return {
      fmt::format("memory {:x}, {} objects", hash_objects(path), path.memory.size()),
      fmt::format("frames {:x}", hash_frames(path)),
      fmt::format("condition {:x}, {} decisions", hash_condition(path), path.condition.decisions().size()),
      fmt::format("model {:x}", hash_model(path)),
      fmt::format("inputs {:x}", inputs),
      fmt::format("skipped {}, recovered {}", path.chopped.count, path.chopped.recovered),
      fmt::format("output {:x}, {} bytes", output, path.output_bytes),
      fmt::format("instructions {}, calls {}, phase {}, uninitialised {}, depth {}", path.instructions,
                  path.calls, int(path.phase), path.uninitialised_bytes, path.node ? path.node->depth : 0),
      fmt::format("tape {:x}", base::hash_bytes(state::tape_of(*path.node)))};
}

uint64_t digest_of_state(const Path& path) {
  return base::hash_combine(hash_objects(path), hash_frames(path));
}

uint64_t digest(const Path& path) {
  uint64_t h = 0;
  for (const std::string& part : describe_parts(path)) h = base::hash_string(part, h);
  return h;
}

}  // namespace bonsai::exec
