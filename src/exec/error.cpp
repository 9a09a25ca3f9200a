#include "exec/error.h"

#include <fmt/format.h>

#include "exec/machine.h"
#include "ir/printer.h"

namespace bonsai::exec {

std::string_view word(ErrorKind kind) {
  switch (kind) {
#define ERROR_KIND(name, word, behind, meaning) \
  case ErrorKind::name: return word;
#include "exec/error_kinds.def"
#undef ERROR_KIND
  }
  return "unknown";
}

bool may_go_on(std::string_view given) {
  constexpr bool ends = false, goes_on = true;
#define ERROR_KIND(name, word, behind, meaning) \
  if (given == (word)) return behind;
#include "exec/error_kinds.def"
#undef ERROR_KIND
  (void)ends;
  return goes_on;  // with a detail: a check of UBSan
}

std::string word(const Error& error) {
  std::string text(word(error.kind));
  return error.detail.empty() ? text : text + "-" + error.detail;
}

ir::LocationId Machine::location() const {
  size_t index = size_t(pc_ - code_of(*frame_));
  return frame_->function->locations[index];
}

// Of the innermost function of the program: where it called what the C library is doing.
ir::LocationId Machine::own_location() const {
  for (const state::Frame* frame = frame_; frame; frame = frame->parent.get()) {
    if (frame->function->is_runtime) continue;
    size_t index = frame == frame_ ? size_t(pc_ - code_of(*frame)) : frame->pc - 1;
    return frame->function->locations[index];
  }
  return location();
}

Outcome Machine::fail_at(Path& path, ErrorKind kind, std::string message) {
  state_ = &path;
  owner_ = path.owner;
  outcome_ = Outcome();
  enter(path.own_top());
  fail(kind, std::move(message));
  state_ = nullptr;
  return std::move(outcome_);
}

Step Machine::fail(ErrorKind kind, std::string message) {
  outcome_.kind = Outcome::Kind::error;
  outcome_.error.kind = kind;
  outcome_.error.detail.clear();
  outcome_.error.message = std::move(message);
  outcome_.error.stack.clear();
  std::vector<StackEntry>& stack = outcome_.error.stack;
  size_t outside = 0;     // innermost entries: of the C library, called by the program
  size_t of_program = 0;  // entries down to the outermost of the program
  for (const state::Frame* frame = frame_; frame; frame = frame->parent.get()) {
    // A frame below the top stands behind its call.
    size_t index = frame == frame_ ? size_t(pc_ - code_of(*frame)) : frame->pc - 1;
    ir::LocationId at = frame->function->locations[index];
    if (!frame->function->is_runtime && !of_program) outside = stack.size();
    for (; program_.locations[at].inlined_at; at = program_.locations[at].inlined_at)
      stack.push_back({program_.strings[program_.locations[at].function], at});
    stack.push_back({frame->function->source_name, at});
    if (!frame->function->is_runtime) of_program = stack.size();
  }
  // An error in the C library is that of the call; and what called main is no news.
  if (of_program) stack.resize(of_program);
  if (of_program && outside) {
    outcome_.error.message += fmt::format(" (in {} of the C library)", stack[outside - 1].function);
    stack.erase(stack.begin(), stack.begin() + long(outside));
  }
  // Of a deep recursion the two ends tell all.
  constexpr size_t outermost = 10;
  if (stack.size() > Error::stack_kept + outermost) {
    outcome_.error.omitted = stack.size() - Error::stack_kept - outermost;
    stack.erase(stack.begin() + Error::stack_kept, stack.end() - outermost);
  }
  return Step::stopped;
}

base::CodePlace Machine::place_of(const state::Frame* top, size_t index, std::string* library) const {
  base::CodePlace innermost;
  for (const state::Frame* frame = top; frame; frame = frame->parent.get()) {
    if (frame != top) index = frame->pc - 1;  // it stands behind its call
    ir::LocationId id = frame->function->locations[index];
    const ir::Location& at = program_.locations[id];
    base::CodePlace place{at.inlined_at ? program_.strings[at.function] : frame->function->source_name,
                          program_.strings[at.file], at.line};
    if (!frame->function->is_runtime) {
      if (library && !innermost.function.empty()) *library = innermost.function;
      return place;
    }
    innermost = std::move(place);
  }
  return {};
}

base::CodePlace Machine::place_of(const Path& path) const {
  const state::Frame* top = path.top.get();
  return top ? place_of(top, top->pc, nullptr) : base::CodePlace();
}

// What is said of the place where the path stands, which may be within the C library.
std::string Machine::in_library(std::string detail, base::CodePlace& place) const {
  std::string library;
  if (frame_) place = place_of(frame_, size_t(pc_ - code_of(*frame_)), &library);
  return library.empty() ? detail : fmt::format("{} (in {} of the C library)", detail, library);
}

std::string Machine::describe_location(ir::LocationId location) const {
  const ir::Location& at = program_.locations[location];
  return at.line ? fmt::format("{}:{}", program_.strings[at.file], at.line) : std::string("an unknown place");
}

std::string Machine::describe(const Object& object) const {
  const state::ObjectInfo& info = object.info();
  std::string text;
  switch (info.kind) {
    case state::ObjectKind::global: {
      const ir::Global* global =
          info.index < program_.globals.size() ? &program_.globals[info.index] : nullptr;
      return fmt::format("global {} of {} bytes", global ? global->name : "data", object.size());
    }
    case state::ObjectKind::local_frame:
      return fmt::format("locals of {}", program_.functions[info.index].source_name);
    case state::ObjectKind::dynamic_local: {
      const ir::Function& function = program_.functions[info.index];
      const std::string& name =
          info.local < function.locals.size() ? function.locals[info.local].name : function.name;
      return fmt::format("local {} of {} bytes in {}", name, object.size(), function.source_name);
    }
    case state::ObjectKind::heap:
      text = fmt::format("heap object of {} bytes allocated at {}", object.size(),
                         describe_location(info.allocated_at));
      if (info.freed) text += fmt::format(", freed at {}", describe_location(info.freed_at));
      return text;
  }
  return text;
}

}  // namespace bonsai::exec
