// Tested by link_test.cpp and tests/programs/semantics/inline_*.c.
#include "load/inline_bodies.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/file_name.h"

namespace bonsai::load {

namespace {

// Functions that something calls and nothing defines.
llvm::StringSet<> missing_functions(const std::vector<Unit>& units,
                                    llvm::function_ref<bool(llvm::StringRef)> provided) {
  llvm::StringSet<> defined, missing;
  for (const Unit& unit : units)
    for (const llvm::GlobalValue& value : unit.module->global_values())
      if (!value.isDeclaration() && !value.hasLocalLinkage()) defined.insert(value.getName());
  for (const Unit& unit : units)
    for (const llvm::Function& function : *unit.module)
      if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
          !defined.contains(function.getName()) && !provided(function.getName()))
        missing.insert(function.getName());
  return missing;
}

// What the optimiser alone is told.
void forget_hints(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    instruction.setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
    instruction.setMetadata(llvm::LLVMContext::MD_tbaa_struct, nullptr);
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call && call->isLifetimeStartOrEnd()) call->eraseFromParent();
  }
}

// Leaves the bodies that are wanted, and what belongs to the file alone. Returns false if there are none.
bool keep_bodies(llvm::Module& module, const llvm::StringSet<>& wanted) {
  bool any = false;
  for (const char* list : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable* variable = module.getGlobalVariable(list)) variable->eraseFromParent();
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasLocalLinkage()) continue;
    if (function.hasAvailableExternallyLinkage() && wanted.contains(function.getName())) {
      any = true;
      function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
      forget_hints(function);
    } else {
      function.deleteBody();
      function.setComdat(nullptr);
    }
  }
  for (llvm::GlobalVariable& variable : module.globals())
    if (!variable.isDeclaration() && !variable.hasLocalLinkage()) {
      variable.setInitializer(nullptr);
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
      variable.setComdat(nullptr);
    }
  // Functions of the file that only others called.
  for (bool more = any; more;) {
    more = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module))
      if (function.hasLocalLinkage() && function.use_empty()) {
        function.eraseFromParent();
        more = true;
      }
  }
  return any;
}

}  // namespace

void add_inline_bodies(std::vector<Unit>& units, const Options& options, llvm::LLVMContext& context,
                       llvm::function_ref<bool(llvm::StringRef)> provided) {
  std::vector<bool> tried(units.size());
  // A body may call another such function.
  for (llvm::StringSet<> missing = missing_functions(units, provided); !missing.empty();) {
    bool added = false;
    size_t count = units.size();
    for (size_t i = 0; i < count; ++i) {
      bool is_c = units[i].compiled_here && !units[i].embedded && !base::is_cpp_source(units[i].path);
      auto calls = [&](const llvm::Function& function) {
        return function.isDeclaration() && missing.contains(function.getName());
      };
      if (tried.size() <= i || tried[i] || !is_c || llvm::none_of(*units[i].module, calls)) continue;
      tried[i] = true;
      std::unique_ptr<llvm::Module> module = compile_inline_bodies(options, units[i].path, context);
      llvm::StringSet<> wanted = missing;
      // Whatever such a body calls in turn is wanted as well.
      if (module)
        for (const llvm::Function& function : *module)
          if (function.hasAvailableExternallyLinkage() && !provided(function.getName()))
            wanted.insert(function.getName());
      if (!module || !keep_bodies(*module, wanted)) continue;
      module->setTargetTriple(units[i].module->getTargetTriple());
      Unit unit;
      unit.path = units[i].path;
      unit.compiled_here = true;
      unit.module = std::move(module);
      units.push_back(std::move(unit));
      added = true;
    }
    if (!added) return;
    missing = missing_functions(units, provided);
  }
}

}  // namespace bonsai::load
