// Global variables: their places in the address space and their initial bytes; constructors and destructors.
//
// Tested by lower_test.cpp.
#include <fmt/format.h>
#include <llvm/IR/GlobalAlias.h>

#include <algorithm>
#include <tuple>

#include "load/c_library.h"
#include "load/load_error.h"
#include "load/lower_module.h"

namespace bonsai::load {

using llvm::cast;
using llvm::dyn_cast;

namespace {

// llvm.used, llvm.global_ctors, … tell the compiler something; the program cannot name them.
bool is_for_compiler(const llvm::GlobalVariable& variable) { return variable.getName().starts_with("llvm."); }

}  // namespace

void ModuleLowering::place_globals() {
  uint64_t next = ir::address_map(program_.pointer_bytes).globals_begin;
  for (const llvm::GlobalVariable& variable : module_.globals())
    if (!is_for_compiler(variable)) place_global(variable, next);
}

void ModuleLowering::place_global(const llvm::GlobalVariable& variable, uint64_t& next) {
  if (variable.hasExternalWeakLinkage()) {
    addresses_[&variable] = 0;
    return;
  }
  ir::Global global;
  llvm::Type* type = variable.getValueType();
  global.name = variable.getName().str();
  global.size = type->isSized() ? layout_.getTypeAllocSize(type).getKnownMinValue() : 0;
  llvm::Align align =
      variable.getAlign().value_or(type->isSized() ? layout_.getPreferredAlign(&variable) : llvm::Align(1));
  uint64_t room = ir::address_map(program_.pointer_bytes).heap_begin;
  uint64_t aligned = llvm::alignTo(next, llvm::Align(std::max<uint64_t>(align.value(), 16)));
  if (align.value() > room || aligned > room || global.size > room - aligned)
    throw LoadError(fmt::format("global {}: {} bytes aligned to {} do not fit the region of globals",
                                global.name, global.size, align.value()));
  global.align = std::max<uint64_t>(align.value(), 16);
  global.read_only = variable.isConstant();
  global.thread_local_ = variable.isThreadLocal();
  global.is_runtime = variable.hasAttribute(runtime_attribute);
  global.external = variable.isDeclaration();
  global.address = next = aligned;
  next += global.size + ir::gap_after(global.size, 32, 4096);
  if (SourceVariable source; debug_.variable(variable, source)) {
    global.location = source.location;
    global.type = source.type;
  }
  addresses_[&variable] = global.address;
  globals_[&variable] = uint32_t(program_.globals.size());
  program_.globals.push_back(std::move(global));
}

void ModuleLowering::initialise_globals() {
  for (const llvm::GlobalVariable& variable : module_.globals()) {
    auto found = globals_.find(&variable);
    if (found == globals_.end() || !variable.hasInitializer()) continue;
    ir::Global& global = program_.globals[found->second];
    try {
      write(variable.getInitializer(), 0, global);
    } catch (const NotSupported& problem) {
      ignore("the initial value of " + global.name + " holds " + problem.what +
             ", which is not supported; it is taken as zero");
    }
    while (!global.bytes.empty() && global.bytes.back() == 0) global.bytes.pop_back();
  }
}

uint64_t ModuleLowering::address(const llvm::GlobalValue* value) {
  auto found = addresses_.find(value);
  if (found != addresses_.end()) return found->second;
  if (auto* alias = dyn_cast<llvm::GlobalAlias>(value)) {
    uint64_t result = evaluate(alias->getAliasee()).getZExtValue();
    addresses_[value] = result;
    return result;
  }
  throw NotSupported{"the address of " + value->getName().str()};
}

std::vector<ir::FunctionId> ModuleLowering::structors(const char* name) {
  const llvm::GlobalVariable* list = module_.getNamedGlobal(name);
  if (!list || !list->hasInitializer()) return {};
  std::vector<std::tuple<uint64_t, size_t, ir::FunctionId>> found;  // by priority, then as listed
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    auto* entry = dyn_cast<llvm::ConstantStruct>(use.get());
    if (!entry || entry->getNumOperands() < 2) continue;
    ir::FunctionId id = function(entry->getOperand(1));
    auto* priority = dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
    if (id != ir::none) found.emplace_back(priority ? priority->getZExtValue() : 65535, found.size(), id);
  }
  std::sort(found.begin(), found.end());
  std::vector<ir::FunctionId> result;
  for (const auto& entry : found) result.push_back(std::get<2>(entry));
  return result;
}

}  // namespace bonsai::load
