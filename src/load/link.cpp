// Linking. Tested by link_test.cpp.
#include "load/link.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>

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

void check_symbols(const std::vector<Unit>& units) {
  llvm::StringMap<const std::string*> owners;
  for (const Unit& unit : units) {
    for (const llvm::GlobalValue& value : unit.module->global_values()) {
      if (value.isDeclaration() || !value.hasExternalLinkage()) continue;
      auto [it, fresh] = owners.try_emplace(value.getName(), &unit.path);
      if (!fresh)
        throw LoadError(unit.path + ": defines " + llvm::demangle(value.getName()) + " again, which " +
                        *it->second + " defines; leave one of the files out, or make it static");
    }
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

}  // namespace

std::unique_ptr<llvm::Module> link(std::vector<Unit> units, const Options& options, const CLibrary* library,
                                   std::vector<std::string>& messages) {
  check_symbols(units);
  std::vector<std::string> paths;
  for (const Unit& unit : units) paths.push_back(unit.path);
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
  llvm::Function* entry = module->getFunction(options.entry);
  if (!entry || entry->isDeclaration()) throw no_entry(*module, paths, options.entry);
  for (llvm::Function& function : *module)
    if (!function.isDeclaration() && is_harness_function(function.getName()))
      function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  // llvm.used, constructors and destructors are kept by internalizeModule itself.
  llvm::internalizeModule(*module, [&](const llvm::GlobalValue& value) {
    return &value == entry || (library && library->defines(value.getName())) ||
           (value.hasWeakAnyLinkage() && is_harness_function(value.getName()));
  });
  return module;
}

}  // namespace bonsai::load
