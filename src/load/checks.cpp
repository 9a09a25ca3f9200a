// Inserts the markers of checks.h. Tested by checks_test.cpp, and by passes_test.cpp for what the passes
// leave of them.
#include "load/checks.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace bonsai::load {

namespace {

using llvm::Instruction;
using llvm::Value;

constexpr const char* checked_attribute = "bonsai-checked";

std::string suffix(llvm::Type* type) {
  std::string text;
  llvm::raw_string_ostream(text) << *type;
  return text;
}

llvm::FunctionCallee marker(llvm::Module& module, llvm::StringRef name, llvm::Type* result,
                            llvm::ArrayRef<llvm::Type*> arguments, bool pure) {
  auto* type = llvm::FunctionType::get(result, arguments, false);
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setNoSync();
  function->addFnAttr(llvm::Attribute::NoFree);
  function->addFnAttr(llvm::Attribute::NoCallback);
  function->setMemoryEffects(pure ? llvm::MemoryEffects::none() : llvm::MemoryEffects::inaccessibleMemOnly());
  if (pure) function->addFnAttr(llvm::Attribute::WillReturn);
  return callee;
}

class Inserter {
 public:
  Inserter(llvm::Module& module, const Options& options) : module_(module), options_(options) {}

  void run(llvm::Function& function) {
    // Collected first: markers are put between the instructions.
    std::vector<Instruction*> operations;
    for (Instruction& instruction : llvm::instructions(function)) operations.push_back(&instruction);
    for (Instruction* instruction : operations) visit(*instruction);
    // At level 0 locals stay in memory, where each byte knows whether it was written.
    if (options_.optimisation > 0) uninitialised_locals(function);
    function.addFnAttr(checked_attribute);
  }

 private:
  void visit(Instruction& instruction) {
    if (llvm::isa<llvm::UnreachableInst>(instruction)) return unreachable(instruction);
    auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (!operation || !operation->getType()->isIntegerTy()) return;
    switch (operation->getOpcode()) {
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr: return shift(*operation);
      case Instruction::UDiv:
      case Instruction::URem:
      case Instruction::SDiv:
      case Instruction::SRem: return division(*operation);
      case Instruction::Add: return overflow(*operation, "sadd");
      case Instruction::Sub: return overflow(*operation, "ssub");
      case Instruction::Mul: return overflow(*operation, "smul");
      default: return;
    }
  }

  void shift(llvm::BinaryOperator& operation) {
    unsigned width = operation.getType()->getIntegerBitWidth();
    Value* amount = operation.getOperand(1);
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(amount);
    if (!constant || constant->getValue().uge(width)) {
      llvm::IRBuilder<> builder(&operation);
      // `int << long`: clang cuts the amount to the width of the left side; the check is for the amount
      // before that.
      auto* cut = llvm::dyn_cast<llvm::TruncInst>(amount);
      if (cut && cut->getSrcTy()->isIntegerTy()) {
        Value* limit = llvm::ConstantInt::get(cut->getSrcTy(), width);
        Value* least = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, cut->getOperand(0), limit);
        amount = builder.CreateTrunc(least, amount->getType());
      }
      mark(builder, "shift", {amount});
    }
    if (operation.getOpcode() == Instruction::Shl) overflow(operation, "sshl");
  }

  void division(llvm::BinaryOperator& operation) {
    bool is_signed = operation.getOpcode() == Instruction::SDiv || operation.getOpcode() == Instruction::SRem;
    auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    auto* dividend = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(0));
    llvm::IRBuilder<> builder(&operation);
    if (!divisor || divisor->isZero()) mark(builder, "divisor", {operation.getOperand(1)});
    bool may_overflow = is_signed && (!divisor || divisor->isMinusOne()) &&
                        (!dividend || dividend->getValue().isMinSignedValue());
    if (may_overflow) mark(builder, "sdiv", {operation.getOperand(0), operation.getOperand(1)});
  }

  void overflow(llvm::BinaryOperator& operation, llvm::StringRef kind) {
    if (!options_.check_overflow || !operation.hasNoSignedWrap()) return;
    llvm::IRBuilder<> builder(&operation);
    mark(builder, kind, {operation.getOperand(0), operation.getOperand(1)});
  }

  // Behind a call that does not return (exit, abort, a trap) the call keeps the branch alive.
  void unreachable(Instruction& instruction) {
    auto* before = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.getPrevNonDebugInstruction());
    if (before && before->doesNotReturn()) return;
    llvm::IRBuilder<> builder(&instruction);
    builder.CreateCall(marker(module_, "bonsai.check.unreachable", builder.getVoidTy(), {}, false));
  }

  // Locals that the passes promote to values start as an uninit marker instead of undef: undef would be
  // whatever suits the optimiser, a different value at each use.
  void uninitialised_locals(llvm::Function& function) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::SmallPtrSet<const Value*, 16> parameters;  // allocas that a parameter is copied to
    std::vector<llvm::AllocaInst*> locals;
    for (Instruction& instruction : entry) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store && llvm::isa<llvm::Argument>(store->getValueOperand()))
        parameters.insert(store->getPointerOperand());
      auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (local && local->isStaticAlloca() && !local->isArrayAllocation()) locals.push_back(local);
    }
    auto at = entry.begin();
    while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
    llvm::IRBuilder<> builder(&entry, at);
    for (llvm::AllocaInst* local : locals) {
      if (parameters.contains(local) || !llvm::isAllocaPromotable(local)) continue;
      auto declares = llvm::findDVRDeclares(local);
      builder.SetCurrentDebugLocation(declares.empty() ? llvm::DebugLoc() : declares.front()->getDebugLoc());
      llvm::Type* type = local->getAllocatedType();
      builder.CreateStore(builder.CreateCall(uninit_marker(module_, type, options_)), local);
    }
  }

  void mark(llvm::IRBuilder<>& builder, llvm::StringRef kind, llvm::ArrayRef<Value*> arguments) {
    std::string name = ("bonsai.check." + kind + "." + suffix(arguments[0]->getType())).str();
    llvm::SmallVector<llvm::Type*, 2> types(arguments.size(), arguments[0]->getType());
    builder.CreateCall(marker(module_, name, builder.getVoidTy(), types, false), arguments);
  }

  llvm::Module& module_;
  const Options& options_;
};

}  // namespace

std::optional<Marker> marker_of(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front("bonsai.")) return std::nullopt;
  if (name == "keep") return Marker::keep;
  if (name == "branch") return Marker::branch;
  if (name.starts_with("switch.")) return Marker::choice;
  if (name == "hold") return Marker::hold;
  if (name.starts_with("uninit.")) return Marker::uninit;
  if (!name.consume_front("check.")) return std::nullopt;
  return llvm::StringSwitch<std::optional<Marker>>(name.split('.').first)
      .Case("shift", Marker::shift)
      .Case("divisor", Marker::divisor)
      .Case("sdiv", Marker::sdiv)
      .Case("sadd", Marker::sadd)
      .Case("ssub", Marker::ssub)
      .Case("smul", Marker::smul)
      .Case("sshl", Marker::sshl)
      .Case("unreachable", Marker::unreachable)
      .Default(std::nullopt);
}

// Without optnone there is no mark of -O0, but there are signs: the compile unit says so, scalar parameters
// are only copied to memory, variables are declared in memory and not traced as values, and no select chooses
// between computed values.
bool is_unoptimised(const llvm::Function& function) {
  if (function.isDeclaration()) return false;
  if (function.hasOptNone()) return true;
  const llvm::DISubprogram* source = function.getSubprogram();
  if (!source || !source->getUnit() || source->getUnit()->isOptimized()) return false;
  for (const llvm::Argument& argument : function.args()) {
    if (argument.getType()->isPointerTy())
      continue;  // also sret, byval and structs that are passed by address
    for (const llvm::User* user : argument.users()) {  // a bool is widened first
      if (!llvm::isa<llvm::StoreInst, llvm::ZExtInst>(user)) return false;
    }
  }
  for (const Instruction& instruction : llvm::instructions(function)) {
    auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (select && (llvm::isa<llvm::BinaryOperator>(select->getTrueValue()) ||
                   llvm::isa<llvm::BinaryOperator>(select->getFalseValue())))
      return false;
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      if (!record.isDbgDeclare()) return false;
    }
    if (llvm::isa<llvm::DbgValueInst>(instruction)) return false;
  }
  return true;
}

void insert_checks(llvm::Module& module, const Options& options, bool compiled_here) {
  Inserter inserter(module, options);
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(llvm::Attribute::Naked)) continue;
    if (is_checked(function)) continue;  // a program.bc of a run
    if (!compiled_here && !is_unoptimised(function)) continue;
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    inserter.run(function);
  }
}

llvm::FunctionCallee uninit_marker(llvm::Module& module, llvm::Type* type, const Options& options) {
  return marker(module, "bonsai.uninit." + suffix(type), type, {}, !options.symbolic_uninitialised);
}

bool is_checked(const llvm::Function& function) { return function.hasFnAttribute(checked_attribute); }

}  // namespace bonsai::load
