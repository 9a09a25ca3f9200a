// Tested by function_models_test.cpp.
#include "analysis/function_models.h"

#include <sys/syscall.h>

#include <unordered_map>
#include <vector>

namespace bonsai::analysis {

namespace {

#define MODEL(text, ...) {.name = text __VA_OPT__(, ) __VA_ARGS__},
#define MODEL_MATH(function) {.name = #function}, {.name = #function "f"}, {.name = #function "l"},
constexpr FunctionModel models[] = {
#include "analysis/function_models.def"
};

struct Table {
  std::unordered_map<std::string_view, const FunctionModel*> whole;
  std::vector<const FunctionModel*> beginnings;
};

const Table& table() {
  static const Table table = [] {
    Table made;
    for (const FunctionModel& model : models) {
      if (model.name.ends_with('*'))
        made.beginnings.push_back(&model);
      else
        made.whole.try_emplace(model.name, &model);
    }
    return made;
  }();
  return table;
}

}  // namespace

const FunctionModel* find_model(std::string_view name) {
  if (auto found = table().whole.find(name); found != table().whole.end()) return found->second;
  for (const FunctionModel* model : table().beginnings)
    if (name.starts_with(model->name.substr(0, model->name.size() - 1))) return model;
  return nullptr;
}

bool moves_file_data(const ir::Function& function) {
  return function.is_runtime && (function.name == "linux_data_write" || function.name == "linux_data_read" ||
                                 function.name == "linux_pipe_read");
}

bool returns_number(const ir::Function& function, std::optional<uint64_t> system_call) {
  if (!function.is_runtime || function.name != "__bonsai_syscall" || !system_call) return false;
  return *system_call != SYS_mmap && *system_call != SYS_mremap && *system_call != SYS_brk;
}

// The harness interface is the engine's even where the program has a body for it.
const FunctionModel* model_of(const ir::Function& function) {
  std::string_view name = function.name;
  bool is_harness = name.starts_with("klee_") || name.starts_with("bonsai_") ||
                    name.starts_with("__VERIFIER_") || name == "reach_error";
  const FunctionModel* model = find_model(name);
  bool is_library = function.is_runtime && model && model->text;
  return function.has_body && !is_harness && !is_library ? nullptr : model;
}

}  // namespace bonsai::analysis
