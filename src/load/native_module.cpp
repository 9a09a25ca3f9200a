// Tested by native_module_test.cpp, and by native_path_test.cpp in report for whole runs.
#include "load/native_module.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include "load/branch_numbers.h"
#include "load/checks.h"
#include "load/entry.h"
#include "load/load_error.h"

namespace bonsai::load {

namespace {

using llvm::dyn_cast;

void report_branches(llvm::Module& module, const ir::Program& program) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  llvm::Type* value = llvm::Type::getInt64Ty(context);
  llvm::FunctionCallee branch = module.getOrInsertFunction("__bonsai_branch", nothing, word, word);
  llvm::FunctionCallee choice = module.getOrInsertFunction("__bonsai_switch", nothing, word, value);
  BranchNumbers numbers = number_branches(module);
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function) {
      llvm::Instruction* last = block.getTerminator();
      auto found = numbers.find(last);
      if (found == numbers.end() || !program.branches[found->second].is_traced()) continue;
      llvm::IRBuilder<> builder(last);
      llvm::Value* id = builder.getInt32(found->second);
      if (auto* two_ways = dyn_cast<llvm::BranchInst>(last)) {
        builder.CreateCall(branch, {id, builder.CreateZExt(two_ways->getCondition(), word)});
      } else {
        llvm::Value* tested = llvm::cast<llvm::SwitchInst>(last)->getCondition();
        builder.CreateCall(choice, {id, builder.CreateZExtOrTrunc(tested, value)});
      }
    }
}

void remove_markers(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !marker_of(function)) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      if (!call->getType()->isVoidTy())
        call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

// The interpreter ends a path there; native code would run into whatever lies behind.
void trap_where_unreachable(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(llvm::Attribute::Naked)) continue;
    for (llvm::BasicBlock& block : function) {
      auto* end = dyn_cast<llvm::UnreachableInst>(block.getTerminator());
      auto* before = end ? dyn_cast_or_null<llvm::CallBase>(end->getPrevNonDebugInstruction()) : nullptr;
      if (!end || (before && before->doesNotReturn())) continue;
      llvm::IRBuilder<>(end).CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    }
  }
}

// Constants of the same content have addresses of their own in the interpreter; a linker would merge them.
void keep_constants_apart(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals())
    variable.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
}

void rename_functions(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage())
      function.setName("program." + function.getName());
}

}  // namespace

void make_native(llvm::Module& module, const ir::Program& program, const Options& options) {
  llvm::Function& entry = *module.getFunction(options.entry);
  entry.setLinkage(llvm::GlobalValue::ExternalLinkage);
  report_branches(module, program);
  remove_markers(module);
  trap_where_unreachable(module);
  pass_variadic_in_memory(module);
  rename_functions(module);
  keep_constants_apart(module);
  // A fuzz target has its main in the replay library.
  if (options.entry != "main" && options.entry != "LLVMFuzzerTestOneInput")
    make_caller(module, "main", entry);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream)) throw LoadError("the module for native runs is broken", text);
}

void write_bitcode(const llvm::Module& module, const std::string& path) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error, llvm::sys::fs::OF_None);
  if (!error) {
    llvm::WriteBitcodeToFile(module, stream);
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (error) throw LoadError(path + ": cannot be written (" + error.message() + ")");
}

}  // namespace bonsai::load
