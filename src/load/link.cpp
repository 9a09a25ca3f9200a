// Linking. Tested by link_test.cpp.
#include "load/link.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>

#include "load/c_library.h"
#include "load/load_error.h"

namespace bonsai::load {

namespace {

constexpr size_t names_shown = 8;

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size() && i < names_shown; ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > names_shown) text += ", …";
  return text;
}

void check_symbols(const std::vector<Unit>& units, std::vector<std::string>& messages) {
  llvm::StringMap<const std::string*> owners;
  for (const Unit& unit : units) {
    std::vector<llvm::GlobalValue*> repeated;
    for (llvm::GlobalValue& value : unit.module->global_values()) {
      if (value.isDeclaration() || !value.hasExternalLinkage()) continue;
      auto [it, fresh] = owners.try_emplace(value.getName(), &unit.path);
      if (fresh) continue;
      std::string name = llvm::demangle(value.getName());
      if (!unit.embedded)
        throw LoadError(unit.path + ": defines " + name + " again, which " + *it->second +
                        " defines; leave one of the files out, or make it static");
      messages.push_back(unit.path + ": defines " + name + " again, which " + *it->second +
                         " defines: the first counts");
      repeated.push_back(&value);
    }
    for (llvm::GlobalValue* value : repeated) forget_definition(*value);
  }
}

// The harness interface (bonsai.h, klee.h, the software verification competition's).
bool is_harness_function(llvm::StringRef name) {
  return name.starts_with("klee_") || name.starts_with("bonsai_") || name.starts_with("__VERIFIER_") ||
         name == "reach_error";
}

LoadError no_entry(const llvm::Module& module, const std::vector<std::string>& paths,
                   const std::string& entry) {
  std::vector<std::string> defined, near;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    std::string name = function.getName().str();
    std::string source = llvm::demangle(name);
    bool close = function.getName().edit_distance(entry, true, 2) <= 2 || source.starts_with(entry + "(") ||
                 source.find("::" + entry + "(") != std::string::npos;
    if (close) near.push_back(name);
    if (!function.hasLocalLinkage()) defined.push_back(name);
  }
  std::string text = "no function " + entry + " in " + list(paths) + "; name another with --entry";
  if (!near.empty()) {
    text += ", perhaps " + list(near);
  } else if (!defined.empty()) {
    text += ": " + list(defined);
  }
  return LoadError(text);
}

// One module is left as it is, in its own order: the bitcode of a run is the same program when it is loaded.
std::unique_ptr<llvm::Module> join(std::vector<Unit> units, const std::vector<std::string>& paths,
                                   std::vector<std::string>& messages) {
  if (units.size() == 1) {
    std::unique_ptr<llvm::Module> only = std::move(units.front().module);
    only->setModuleIdentifier(paths.front());
    only->setSourceFileName(paths.front());
    return only;
  }
  auto module = std::make_unique<llvm::Module>(paths.front(), units.front().module->getContext());
  module->setIsNewDbgInfoFormat(true);
  module->setDataLayout(units.front().module->getDataLayout());
  module->setTargetTriple(units.front().module->getTargetTriple());
  module->setSourceFileName(paths.front());
  llvm::Linker linker(*module);
  for (Unit& unit : units) {
    size_t before = messages.size();
    if (!linker.linkInModule(std::move(unit.module))) continue;
    std::string why = messages.size() > before ? messages.back() : "no reason given";
    throw LoadError(unit.path + ": cannot be linked (" + why + ")");
  }
  return module;
}

}  // namespace

void forget_definition(llvm::GlobalValue& value) {
  llvm::GlobalValue* declared;
  if (auto* type = llvm::dyn_cast<llvm::FunctionType>(value.getValueType())) {
    auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "", value.getParent());
    if (auto* old = llvm::dyn_cast<llvm::Function>(&value)) function->copyAttributesFrom(old);
    function->setPersonalityFn(nullptr);
    declared = function;
  } else {
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    declared = new llvm::GlobalVariable(
        *value.getParent(), value.getValueType(), variable && variable->isConstant(),
        llvm::GlobalValue::ExternalLinkage, nullptr, "", nullptr, value.getThreadLocalMode());
  }
  declared->takeName(&value);
  if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value)) object->setComdat(nullptr);
  value.setVisibility(llvm::GlobalValue::DefaultVisibility);
  value.setLinkage(llvm::GlobalValue::InternalLinkage);
  value.replaceUsesWithIf(declared,
                          [](const llvm::Use& use) { return !llvm::isa<llvm::GlobalAlias>(use.getUser()); });
}

std::vector<Unit> choose_members(std::vector<Unit> units, const std::string& entry) {
  llvm::StringSet<> needed, defined;
  needed.insert(entry);
  std::vector<bool> kept(units.size());
  auto keep = [&](size_t i) {
    kept[i] = true;
    for (const llvm::GlobalValue& value : units[i].module->global_values()) {
      if (value.hasLocalLinkage()) continue;
      if (!value.isDeclaration()) {
        defined.insert(value.getName());
      } else if (!value.hasExternalWeakLinkage()) {
        needed.insert(value.getName());
      }
    }
  };
  auto wanted = [&](const llvm::GlobalValue& value) {
    return !value.isDeclaration() && !value.hasLocalLinkage() && needed.contains(value.getName()) &&
           !defined.contains(value.getName());
  };
  for (size_t i = 0; i < units.size(); ++i)
    if (!units[i].optional) keep(i);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < units.size(); ++i) {
      if (kept[i] || llvm::none_of(units[i].module->global_values(), wanted)) continue;
      keep(i);
      more = true;
    }
  }
  if (llvm::none_of(kept, [](bool each) { return each; })) return units;
  std::vector<Unit> chosen;
  for (size_t i = 0; i < units.size(); ++i)
    if (kept[i]) chosen.push_back(std::move(units[i]));
  return chosen;
}

std::unique_ptr<llvm::Module> link(std::vector<Unit> units, const Options& options, const CLibrary* library,
                                   std::vector<std::string>& messages) {
  check_symbols(units, messages);
  std::vector<std::string> paths;
  for (const Unit& unit : units) paths.push_back(unit.path);
  std::unique_ptr<llvm::Module> module = join(std::move(units), paths, messages);
  llvm::Function* entry = module->getFunction(options.entry);
  if (!entry || entry->isDeclaration()) throw no_entry(*module, paths, options.entry);
  // What was read may claim to be the C library.
  for (llvm::Function& function : *module) function.removeFnAttr(runtime_attribute);
  for (llvm::GlobalVariable& variable : module->globals())
    variable.setAttributes(variable.getAttributes().removeAttribute(module->getContext(), runtime_attribute));
  auto is_engines = [&](llvm::StringRef name) {
    return is_harness_function(name) &&
           !(options.engine_keeps_for_library && options.engine_keeps_for_library(name.str()));
  };
  for (llvm::Function& function : *module)
    if (!function.isDeclaration() && is_engines(function.getName()))
      function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  // llvm.used, constructors and destructors are kept by internalizeModule itself.
  llvm::internalizeModule(*module, [&](const llvm::GlobalValue& value) {
    return &value == entry || (library && library->defines(value.getName())) ||
           (value.hasWeakAnyLinkage() && is_engines(value.getName()));
  });
  return module;
}

}  // namespace bonsai::load
