// The pipelines. Tested by passes_test.cpp.
#include "load/passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Local.h>

#include "base/file_name.h"
#include "base/wildcard.h"
#include "load/branch_lines.h"
#include "load/checks.h"
#include "load/evidence.h"
#include "load/inline_leaves.h"
#include "load/load_error.h"
#include "load/outline.h"
#include "load/place_ranks.h"

namespace bonsai::load {

namespace {

constexpr const char* exact_attribute = "bonsai-exact";  // of functions that stay as they are

// The four analysis managers of LLVM, wired to each other.
class Analyses {
 public:
  Analyses(const llvm::Module& module, const Options& options)
      : library_(llvm::Triple(module.getTargetTriple())),
        builder_(nullptr, tuning(), std::nullopt, &callbacks_) {
    callbacks_.registerShouldRunOptionalPassCallback(
        [](llvm::StringRef, llvm::Any unit) { return !is_exact(unit); });
    library_.disableAllFunctions();
    if (options.optimisation == 2) {
      for (auto function : {llvm::LibFunc_memset, llvm::LibFunc_memcpy, llvm::LibFunc_memmove})
        library_.setAvailable(function);
    }
    functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library_); });
    builder_.registerModuleAnalyses(modules);
    builder_.registerCGSCCAnalyses(components);
    builder_.registerFunctionAnalyses(functions);
    builder_.registerLoopAnalyses(loops);
    builder_.crossRegisterProxies(loops, functions, components, modules);
  }

  llvm::PassBuilder& builder() { return builder_; }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;

 private:
  static llvm::PipelineTuningOptions tuning() {
    llvm::PipelineTuningOptions options;
    options.LoopVectorization = false;  // a vector operation costs us as much as its lanes
    options.SLPVectorization = false;
    return options;
  }

  static bool is_exact(llvm::Any& unit) {
    const llvm::Function* function = nullptr;
    if (const auto* whole = llvm::any_cast<const llvm::Function*>(&unit)) function = *whole;
    if (const auto* loop = llvm::any_cast<const llvm::Loop*>(&unit))
      function = (*loop)->getHeader()->getParent();
    return function && function->hasFnAttribute(exact_attribute);
  }

  llvm::PassInstrumentationCallbacks callbacks_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::PassBuilder builder_;
};

void add_loop_passes(llvm::FunctionPassManager& passes, llvm::LoopPassManager loops) {
  passes.addPass(RememberLocations());
  passes.addPass(TieMarkers());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(UntieMarkers());
  passes.addPass(RestoreLocations());
}

llvm::FunctionPassManager level_one() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(HoldLoads());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(DropHolds());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(SimplifyControlFlow());

  // Induction variables are widened to the width of addresses, which saves an extension at each array access.
  llvm::LoopPassManager loops;
  loops.addPass(RotateLoops());
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  loops.addPass(llvm::IndVarSimplifyPass());
  add_loop_passes(passes, std::move(loops));

  // Partial redundancies stay: filling them in adds instructions on some paths, and loads before their lines.
  passes.addPass(llvm::GVNPass(llvm::GVNOptions().setPRE(false).setLoadPRE(false)));
  passes.addPass(DropHolds());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(SimplifyControlFlow());
  // Widening an outer loop's variable left its truncation in the inner loops.
  llvm::LoopPassManager again;
  again.addPass(llvm::LICMPass(llvm::LICMOptions()));
  add_loop_passes(passes, std::move(again));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));  // what moved markers are computed from
  passes.addPass(llvm::InstSimplifyPass());  // phis of one value that loop passes leave at exits
  passes.addPass(ReleaseLoads());
  passes.addPass(llvm::DCEPass());
  return passes;
}

// What inlining leaves to fold.
llvm::FunctionPassManager after_inlining() {
  llvm::FunctionPassManager passes;
  passes.addPass(HoldLoads());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(DropHolds());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(SimplifyControlFlow());
  passes.addPass(ReleaseLoads());
  passes.addPass(llvm::DCEPass());
  return passes;
}

// Blocks that only go on somewhere else, as `break` makes them: cases of a switch that do nothing then have
// one target, and are one path.
void fold_forwarding_blocks(llvm::Function& function) {
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
    if (&block == &function.getEntryBlock() || block.hasAddressTaken()) continue;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(&*block.getFirstNonPHIOrDbg());
    if (branch && branch->isUnconditional() && !is_marked_jump(*branch))
      llvm::TryToSimplifyUncondBranchFromEmptyBlock(&block);
  }
  // Both sides of a branch may be the same now.
  for (llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch && branch->isConditional() && branch->getSuccessor(0) == branch->getSuccessor(1))
      llvm::ConstantFoldTerminator(&block);
  }
}

void remove_unused_markers(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (marker_of(function) == Marker::uninit)
      for (llvm::User* user : llvm::make_early_inc_range(function.users()))
        if (user->use_empty()) llvm::cast<llvm::Instruction>(user)->eraseFromParent();
    if (marker_of(function) && function.use_empty()) function.eraseFromParent();
  }
}

// A local that begins to live is undefined for LLVM; memory of a program has the value that it had.
void drop_lifetimes(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction); call && call->isLifetimeStartOrEnd())
      call->eraseFromParent();
}

void keep_calls(llvm::Module& module, const std::vector<std::string>& names) {
  for (llvm::Function& function : module) {
    const llvm::DISubprogram* source = function.getSubprogram();
    for (const std::string& name : names)
      if (base::matches(name, function.getName()) || (source && base::matches(name, source->getName()))) {
        function.removeFnAttr(llvm::Attribute::AlwaysInline);
        function.addFnAttr(llvm::Attribute::NoInline);
      }
  }
}

bool is_at(const llvm::Function& function, const std::string& place) {
  const llvm::DISubprogram* source = function.getSubprogram();
  size_t colon = place.rfind(':');
  if (colon == std::string::npos)
    return function.getName() == place || (source && source->getName() == place);
  uint32_t line = uint32_t(std::strtoul(place.c_str() + colon + 1, nullptr, 10));
  if (source && source->getLine() == line && base::is_file(path_of(*source), place.substr(0, colon)))
    return true;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const llvm::DILocation* at = instruction.getDebugLoc(); at; at = at->getInlinedAt())
      if (at->getLine() == line && base::is_file(path_of(*at->getScope()), place.substr(0, colon)))
        return true;
  return false;
}

void keep_exact(llvm::Module& module, const std::vector<std::string>& places) {
  for (llvm::Function& function : module)
    for (const std::string& place : places) {
      if (function.isDeclaration() || !is_at(function, place)) continue;
      if (size_t colon = place.rfind(':'); colon != std::string::npos)
        mark_jumps_at(function, place.substr(0, colon),
                      uint32_t(std::strtoul(place.c_str() + colon + 1, nullptr, 10)));
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.addFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(exact_attribute);
    }
}

void verify(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream)) throw LoadError("the passes of --opt broke the module", text);
}

}  // namespace

SourceBranches run_passes(llvm::Module& module, const Options& options) {
  strip_assumptions(module, options);
  rank_places(module);
  outline(module, options.portions);
  keep_calls(module, options.never_inlined);
  keep_exact(module, options.exact);
  SourceBranches branches;
  if (options.optimisation < 2) branches = mark_branches(module, options.optimisation == 0);
  for (llvm::Function& function : module) {
    bool is_exact = options.optimisation == 0 || function.hasFnAttribute(exact_attribute);
    if (is_exact && !function.isDeclaration()) fold_forwarding_blocks(function);
  }
  if (options.optimisation > 0) {
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      drop_lifetimes(function);
      keep_objects(function, options);
    }
    Analyses analyses(module, options);
    llvm::ModulePassManager passes;
    if (options.optimisation == 1) {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(level_one()));
    } else {
      passes = analyses.builder().buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
    }
    passes.run(module, analyses.modules);
    if (options.optimisation == 1 && inline_leaves(module)) {
      analyses.modules.clear();
      llvm::ModulePassManager again;
      again.addPass(llvm::createModuleToFunctionPassAdaptor(after_inlining()));
      again.run(module, analyses.modules);
    }
    let_go(module);
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      drop_poison_flags(function);
      repair_locations(function);
    }
    analyses.modules.clear();
    llvm::ModulePassManager last;
    last.addPass(llvm::createModuleToFunctionPassAdaptor(RemoveRedundantChecks()));
    last.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::DCEPass()));
    last.run(module, analyses.modules);
  }
  for (llvm::Function& function : module) settle_markers(function, branches);
  remove_unused_markers(module);
  verify(module);
  return branches;
}

}  // namespace bonsai::load
