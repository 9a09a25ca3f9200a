// Keeping the evidence of errors through LLVM's passes. Tested by passes_test.cpp.
#include "load/evidence.h"

#include <llvm/Analysis/Loads.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "load/checks.h"
#include "load/unwritten.h"

namespace bonsai::load {

namespace {

using llvm::Attribute;
using llvm::Instruction;
using llvm::Value;

constexpr const char* keep_name = "bonsai.keep";
constexpr const char* hold_name = "bonsai.hold";
constexpr const char* location_metadata = "bonsai.location";

llvm::AttributeMask mask(std::initializer_list<Attribute::AttrKind> kinds) {
  llvm::AttributeMask out;
  for (Attribute::AttrKind kind : kinds) out.addAttribute(kind);
  return out;
}

// The parts of strip_assumptions, with the masks made once.
class Stripper {
 public:
  // Works on an attribute list of a function or of a call.
  llvm::AttributeList strip(llvm::LLVMContext& context, llvm::AttributeList list, unsigned parameters) const {
    list = list.removeFnAttributes(context, function_);
    list = list.removeRetAttributes(context, value_);
    for (unsigned i = 0; i < parameters; ++i) {
      bool by_value = list.hasParamAttr(i, Attribute::ByVal) || list.hasParamAttr(i, Attribute::StructRet) ||
                      list.hasParamAttr(i, Attribute::ByRef);
      list = list.removeParamAttributes(context, i, value_);
      if (!by_value) list = list.removeParamAttribute(context, i, Attribute::Alignment);
    }
    return list;
  }

  void strip_function(llvm::Function& function) const {
    llvm::AttributeList list = strip(function.getContext(), function.getAttributes(), function.arg_size());
    function.setAttributes(list);
  }

  void strip_body(llvm::Function& function) const {
    for (Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        auto* callee = call->getCalledFunction();
        if (!callee || (!callee->isIntrinsic() && !marker_of(*callee)))
          call->setAttributes(strip(function.getContext(), call->getAttributes(), call->arg_size()));
      }
      for (unsigned kind : metadata_) {
        if (instruction.hasMetadata()) instruction.setMetadata(kind, nullptr);
      }
    }
  }

 private:
  llvm::AttributeMask function_ =
      mask({Attribute::MustProgress, Attribute::OptimizeNone, Attribute::NoRecurse, Attribute::WillReturn,
            Attribute::Speculatable, Attribute::Memory, Attribute::AllocKind, Attribute::NoFree,
            Attribute::NoSync});
  llvm::AttributeMask value_ =
      mask({Attribute::NoUndef, Attribute::NonNull, Attribute::Dereferenceable,
            Attribute::DereferenceableOrNull, Attribute::NoAlias, Attribute::Returned, Attribute::Range,
            Attribute::NoFPClass, Attribute::Writable, Attribute::DeadOnUnwind, Attribute::ReadOnly,
            Attribute::ReadNone, Attribute::WriteOnly, Attribute::NoCapture, Attribute::NoFree});
  std::vector<unsigned> metadata_{
      llvm::LLVMContext::MD_noundef,        llvm::LLVMContext::MD_nonnull,
      llvm::LLVMContext::MD_range,          llvm::LLVMContext::MD_dereferenceable,
      llvm::LLVMContext::MD_align,          llvm::LLVMContext::MD_dereferenceable_or_null,
      llvm::LLVMContext::MD_invariant_load, llvm::LLVMContext::MD_invariant_group,
  };
};

// A pointer may be kept in it while other functions run.
bool may_hold_pointer(const llvm::AllocaInst& object) {
  llvm::Type* type = object.getAllocatedType();
  return type->isPointerTy() || type->isAggregateType() || object.isArrayAllocation();
}

bool calls_functions(llvm::Function& function) {
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || call->isInlineAsm()) continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (!callee || (!callee->isIntrinsic() && !marker_of(*callee))) return true;
  }
  return false;
}

bool may_fault(const Instruction& instruction) {
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::CallBase, llvm::AtomicRMWInst,
                   llvm::AtomicCmpXchgInst, llvm::UnreachableInst>(instruction) ||
         instruction.isIntDivRem();
}

bool has_line(const Instruction& instruction) {
  return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0;
}

// void @bonsai.hold(...): touches only memory inaccessible to the program.
llvm::FunctionCallee hold_marker(llvm::Module& module) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), /*isVarArg=*/true);
  llvm::FunctionCallee callee = module.getOrInsertFunction(hold_name, type);
  auto* hold = llvm::cast<llvm::Function>(callee.getCallee());
  hold->setDoesNotThrow();
  hold->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  hold->addFnAttr(Attribute::WillReturn);
  hold->addFnAttr(Attribute::NoFree);
  hold->addFnAttr(Attribute::NoCallback);
  hold->addFnAttr(Attribute::NoSync);
  return callee;
}

std::vector<llvm::CallInst*> holds_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> found;
  const llvm::Function* marker = function.getParent()->getFunction(hold_name);
  if (!marker) return found;
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getCalledOperand() == marker) found.push_back(call);
  }
  return found;
}

// At a constant offset of a variable that never changes: of what lies outside of it passes make poison.
bool is_in_constant(const llvm::LoadInst& load, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
  return variable && variable->isConstant();
}

// The instructions that something with an effect needs.
llvm::SmallPtrSet<const Instruction*, 32> needed(const llvm::Function& function) {
  llvm::SmallPtrSet<const Instruction*, 32> live;
  std::vector<const Instruction*> work;
  for (const Instruction& instruction : llvm::instructions(function)) {
    if ((instruction.isTerminator() || instruction.mayHaveSideEffects()) && live.insert(&instruction).second)
      work.push_back(&instruction);
  }
  while (!work.empty()) {
    const Instruction* user = work.back();
    work.pop_back();
    for (const Value* operand : user->operands()) {
      auto* instruction = llvm::dyn_cast<Instruction>(operand);
      if (instruction && live.insert(instruction).second) work.push_back(instruction);
    }
  }
  return live;
}

}  // namespace

void strip_assumptions(llvm::Module& module, const Options& options) {
  Stripper stripper;
  for (llvm::Function& function : module) {
    if (function.isIntrinsic() || marker_of(function)) continue;
    bool ours = function.isDeclaration() || is_checked(function);
    if (ours) stripper.strip_function(function);
    function.removeFnAttr(Attribute::MustProgress);
    function.removeFnAttr(Attribute::OptimizeNone);
    if (function.isDeclaration()) continue;
    function.addFnAttr(Attribute::NullPointerIsValid);
    for (llvm::BasicBlock& block : function)
      block.getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    if (!ours) continue;
    stripper.strip_body(function);
    // clang -O0 puts it on every function, and it must not stand beside always_inline.
    function.removeFnAttr(Attribute::NoInline);
    if (options.optimisation == 2) continue;
    for (Instruction& instruction : llvm::instructions(function)) {
      // A pointer difference divides exactly; machine code relies on it at -O0 too.
      bool exact = llvm::isa<llvm::PossiblyExactOperator>(instruction) && instruction.isExact();
      instruction.dropPoisonGeneratingFlags();
      if (exact) instruction.setIsExact();
    }
  }
}

void keep_objects(llvm::Function& function, const Options& options) {
  if (!is_checked(function)) return;
  llvm::Module& module = *function.getParent();
  std::vector<llvm::AllocaInst*> kept;
  bool has_calls = options.check_leaks && calls_functions(function);
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!object) continue;
    bool keep = has_calls && may_hold_pointer(*object);
    if (!keep && llvm::isAllocaPromotable(object)) continue;
    bool always_in_bounds = for_each_access(*object, [](const ObjectAccess&) {});
    if (keep || options.check_uninitialised || (options.optimisation == 1 && !always_in_bounds))
      kept.push_back(object);
  }
  if (options.optimisation == 1 && !options.check_uninitialised)
    for (llvm::AllocaInst* object : write_unwritten(function, options))
      if (std::find(kept.begin(), kept.end(), object) == kept.end()) kept.push_back(object);
  if (kept.empty()) return;
  auto* pointer = llvm::PointerType::get(module.getContext(), 0);
  auto callee = module.getOrInsertFunction(keep_name, llvm::Type::getVoidTy(module.getContext()), pointer);
  auto* keep = llvm::cast<llvm::Function>(callee.getCallee());
  keep->setDoesNotThrow();
  // It seems to write the object: what is read before the program writes it is then not undef for LLVM.
  keep->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  keep->addFnAttr(Attribute::WillReturn);
  keep->addFnAttr(Attribute::NoFree);
  keep->addFnAttr(Attribute::NoCallback);
  keep->addParamAttr(0, Attribute::NoCapture);
  for (llvm::AllocaInst* object : kept) {
    auto at = std::next(object->getIterator());
    while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
    llvm::IRBuilder<> builder(object->getParent(), at);
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    if (function.getSubprogram())
      builder.SetCurrentDebugLocation(
          llvm::DILocation::get(module.getContext(), 0, 0, function.getSubprogram()));
    builder.CreateCall(callee, {object});
  }
}

void let_go(llvm::Module& module) {
  llvm::Function* keep = module.getFunction(keep_name);
  if (!keep) return;
  for (llvm::User* user : llvm::make_early_inc_range(keep->users()))
    llvm::cast<Instruction>(user)->eraseFromParent();
  keep->eraseFromParent();
}

void drop_poison_flags(llvm::Function& function) {
  if (!is_checked(function)) return;
  for (Instruction& instruction : llvm::instructions(function)) instruction.dropPoisonGeneratingFlags();
}

void repair_locations(llvm::Function& function) {
  if (!function.getSubprogram()) return;
  llvm::DebugLoc start = llvm::DILocation::get(function.getContext(), function.getSubprogram()->getLine(), 0,
                                               function.getSubprogram());
  for (llvm::BasicBlock& block : function) {
    llvm::DebugLoc nearest;
    for (Instruction& instruction : block) {
      if (has_line(instruction)) nearest = instruction.getDebugLoc();
      if (nearest && !has_line(instruction) && may_fault(instruction)) instruction.setDebugLoc(nearest);
    }
    nearest = start;
    for (Instruction& instruction : llvm::reverse(block)) {
      if (has_line(instruction)) nearest = instruction.getDebugLoc();
      if (!has_line(instruction) && may_fault(instruction)) instruction.setDebugLoc(nearest);
    }
  }
}

llvm::PreservedAnalyses HoldLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  if (!is_checked(function)) return llvm::PreservedAnalyses::all();
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<llvm::LoadInst*> loads;
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load || load->isVolatile() || load->isAtomic()) continue;
    if (llvm::isDereferenceablePointer(load->getPointerOperand(), load->getType(), layout)) continue;
    if (is_in_constant(*load, layout))
      load->setVolatile(true);
    else
      loads.push_back(load);
  }
  if (loads.empty()) return llvm::PreservedAnalyses::all();
  llvm::FunctionCallee callee = hold_marker(*function.getParent());
  for (llvm::LoadInst* load : loads) {
    llvm::IRBuilder<> builder(load->getNextNode());
    builder.SetCurrentDebugLocation(load->getDebugLoc());
    builder.CreateCall(callee, {load});
  }
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses DropHolds::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallPtrSet<const Value*, 32> held;
  std::vector<llvm::CallInst*> holds = holds_of(function);
  for (llvm::CallInst* hold : holds) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(hold->getArgOperand(0));
    bool is_its_own = load && load->getParent() == hold->getParent();
    if (!is_its_own || !held.insert(load).second) hold->eraseFromParent();
  }
  return holds.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses ReleaseLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  std::vector<llvm::CallInst*> holds = holds_of(function);
  if (holds.empty()) return llvm::PreservedAnalyses::all();
  std::vector<llvm::LoadInst*> held;
  for (llvm::CallInst* hold : holds) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(hold->getArgOperand(0))) held.push_back(load);
    hold->eraseFromParent();
  }
  llvm::SmallPtrSet<const Instruction*, 32> live = needed(function);
  for (llvm::LoadInst* load : held)
    if (!live.contains(load)) load->setVolatile(true);
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses RememberLocations::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  for (Instruction& instruction : llvm::instructions(function)) {
    if (may_fault(instruction) && has_line(instruction))
      instruction.setMetadata(location_metadata, instruction.getDebugLoc().get());
  }
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses RestoreLocations::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  for (Instruction& instruction : llvm::instructions(function)) {
    auto* location = llvm::dyn_cast_or_null<llvm::DILocation>(instruction.getMetadata(location_metadata));
    if (!location) continue;
    if (!has_line(instruction)) instruction.setDebugLoc(location);
    instruction.setMetadata(location_metadata, nullptr);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace bonsai::load
