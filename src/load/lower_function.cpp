// The walk over one function: numbers its values, lays out its frame, lowers block by block.
//
// Tested by lower_test.cpp.
#include "load/lower_function.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <set>

#include "load/checks.h"

namespace bonsai::load {

using llvm::dyn_cast;
using llvm::isa;

FunctionLowering::FunctionLowering(ModuleLowering& module, const llvm::Function& function,
                                   const ir::Function& header)
    : module_(module), program_(module.program()), function_(function), has_checks_(is_checked(function)) {
  draft_.function = header;
}

Draft FunctionLowering::run() {
  find_variables();
  number_values();
  llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function_);
  for (const llvm::BasicBlock* block : order) lower_block(*block);
  ir::Function& result = draft_.function;
  for (auto [block, index] : allocas_) draft_.blocks[block].code[index].aux += result.locals.size();
  finish_variables();
  std::move(dynamic_locals_.begin(), dynamic_locals_.end(), std::back_inserter(result.locals));
  return std::move(draft_);
}

void FunctionLowering::number_values() {
  draft_.registers = draft_.function.parameters + draft_.function.variadic;
  uint32_t next = 0;
  for (const llvm::Argument& argument : function_.args()) {
    Parts parts;
    try {
      for (llvm::Type* type : module_.scalars(argument.getType()))
        parts.push_back(Scalar::reg(next++, width(type)));
    } catch (const NotSupported&) {
      continue;  // its uses say so
    }
    define(argument, parts);
  }
  llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function_);
  for (const llvm::BasicBlock* block : order) heads_[block] = 0;
  for (const llvm::BasicBlock& block : function_) {
    if (!heads_.contains(&block)) continue;
    heads_[&block] = new_block(block.getName().str());
    for (const llvm::PHINode& phi : block.phis()) {
      Parts parts;
      try {
        for (llvm::Type* type : module_.scalars(phi.getType()))
          parts.push_back(Scalar::reg(fresh(), width(type)));
      } catch (const NotSupported&) {
        continue;
      }
      define(phi, parts);
    }
  }
  for (const llvm::Instruction& instr : function_.getEntryBlock()) {
    auto* alloca = dyn_cast<llvm::AllocaInst>(&instr);
    if (!alloca || !alloca->isStaticAlloca()) continue;
    std::optional<llvm::TypeSize> size = alloca->getAllocationSize(module_.layout());
    if (!size || size->isScalable() || alloca->getAddressSpace() != 0) continue;  // lower_alloca says so
    auto named = local_names_.find(alloca);
    bool known = named != local_names_.end();
    local_indices_[alloca] = uint32_t(draft_.function.locals.size());
    define(*alloca, new_local(known ? named->second.name : alloca->getName().str(), size->getFixedValue(),
                              alloca->getAlign().value()));
    if (known) {
      draft_.function.locals.back().type = named->second.type;
      draft_.function.locals.back().location = named->second.location;
    }
  }
}

void FunctionLowering::find_variables() {
  module_.debug().variables(
      function_,
      [&](const llvm::AllocaInst& alloca, const SourceVariable& variable) {
        local_names_.try_emplace(&alloca, variable);
        noted_.push_back({variable, &alloca, true});
      },
      [&](const llvm::Value& value, const SourceVariable& variable) {
        if (!isa<llvm::Constant>(value)) noted_.push_back({variable, &value, false});
      });
}

// A variable that has several homes over its life is listed with the first of them.
void FunctionLowering::finish_variables() {
  std::set<std::pair<std::string, ir::LocationId>> seen;
  for (NotedVariable& noted : noted_) {
    ir::Variable result;
    if (auto* alloca = noted.in_memory ? llvm::cast<llvm::AllocaInst>(noted.value) : nullptr) {
      auto found = local_indices_.find(alloca);
      if (found == local_indices_.end()) continue;
      result.index = found->second + (alloca->isStaticAlloca() ? 0 : uint32_t(draft_.function.locals.size()));
      result.place = ir::Variable::Place::local;
    } else {
      auto found = values_.find(noted.value);
      if (found == values_.end() || found->second.second != 1 || !scalars_[found->second.first].is_reg())
        continue;
      result.index = uint32_t(scalars_[found->second.first].value);
      result.place = ir::Variable::Place::reg;
    }
    if (!seen.emplace(noted.variable.name, noted.variable.location).second) continue;
    result.name = std::move(noted.variable.name);
    result.type = noted.variable.type;
    result.line = noted.variable.line;
    result.parameter = noted.variable.parameter;
    draft_.function.variables.push_back(std::move(result));
  }
}

void FunctionLowering::note_location(const llvm::Instruction& instr) {
  const llvm::DILocation* location = instr.getDebugLoc().get();
  if (location && location->getLine()) location_ = module_.debug().location(location);
}

void FunctionLowering::lower_block(const llvm::BasicBlock& block) {
  begin(heads_[&block]);
  count_ = 0;
  location_ = draft_.function.location;
  for (const llvm::Instruction& instr : block)
    if (const llvm::DILocation* location = instr.getDebugLoc().get(); location && location->getLine()) {
      note_location(instr);
      break;
    }
  for (const llvm::Instruction& instr : block) lower_instruction(instr);
  if (!ended_) emit(Op::Unreachable, 0);
}

void FunctionLowering::lower_instruction(const llvm::Instruction& instr) {
  if (is_counted(instr)) ++count_;
  if (isa<llvm::PHINode>(instr) || instr.isDebugOrPseudoInst()) return;
  note_location(instr);
  try {
    dispatch(instr);
  } catch (const NotSupported& problem) {
    give_up(instr, problem.what);
  }
}

void FunctionLowering::give_up(const llvm::Instruction& instr, const std::string& what) {
  std::string message = what + " is not supported";
  const ir::Location& location = program_.locations[location_];
  std::string place = location.line ? program_.strings[location.file] + ":" + std::to_string(location.line)
                                    : "function " + draft_.function.name;
  module_.warn(place + ": " + message + "; a path that reaches it ends there");
  module_.note_left_out(function_);
  emit(Op::Unsupported, 0, 0, 0, 0, module_.debug().string(message));
  if (instr.getType()->isVoidTy() || values_.contains(&instr)) return;
  try {
    Parts parts;
    for (llvm::Type* type : module_.scalars(instr.getType())) parts.push_back(zero(width(type)));
    define(instr, parts);
  } catch (const NotSupported&) {
    // Its uses are not supported either.
  }
}

void FunctionLowering::dispatch(const llvm::Instruction& instr) {
  if (auto* call = dyn_cast<llvm::CallBase>(&instr)) {
    lower_call(*call);
  } else if (instr.isTerminator()) {
    if (!lower_terminator(instr)) throw NotSupported{std::string("the instruction ") + instr.getOpcodeName()};
  } else if (auto* binary = dyn_cast<llvm::BinaryOperator>(&instr)) {
    lower_binary(*binary);
  } else if (auto* cast = dyn_cast<llvm::CastInst>(&instr)) {
    lower_cast(*cast);
  } else if (!dispatch_simple(instr) && !lower_vector_instruction(instr)) {
    throw NotSupported{std::string("the instruction ") + instr.getOpcodeName()};
  }
}

bool FunctionLowering::dispatch_simple(const llvm::Instruction& instr) {
  using llvm::Instruction;
  switch (instr.getOpcode()) {
    case Instruction::FNeg: {
      check_float(instr.getType());
      Parts parts = value(instr.getOperand(0));
      for (Scalar& part : parts) part = float_negate(part);
      define(instr, parts);
      return true;
    }
    case Instruction::FCmp: {
      auto& comparison = llvm::cast<llvm::FCmpInst>(instr);
      check_float(comparison.getOperand(0)->getType());
      Parts parts = value(comparison.getOperand(0));
      Parts right = value(comparison.getOperand(1));
      for (size_t i = 0; i < parts.size(); ++i)
        parts[i] = float_compare(comparison.getPredicate(), parts[i], right[i]);
      define(instr, parts);
      return true;
    }
    case Instruction::Load: {
      auto& load = llvm::cast<llvm::LoadInst>(instr);
      check_address_space(load.getPointerOperand());
      Parts parts;
      load_parts(load.getType(), scalar(load.getPointerOperand()), 0, load.getAlign(), parts);
      define(instr, parts);
      return true;
    }
    case Instruction::Store: {
      auto& store = llvm::cast<llvm::StoreInst>(instr);
      check_address_space(store.getPointerOperand());
      store_value(store.getValueOperand()->getType(), scalar(store.getPointerOperand()), 0, store.getAlign(),
                  value(store.getValueOperand()));
      return true;
    }
    case Instruction::ICmp: lower_icmp(llvm::cast<llvm::ICmpInst>(instr)); return true;
    case Instruction::Select: lower_select(llvm::cast<llvm::SelectInst>(instr)); return true;
    case Instruction::Freeze: lower_freeze(llvm::cast<llvm::FreezeInst>(instr)); return true;
    case Instruction::Alloca: lower_alloca(llvm::cast<llvm::AllocaInst>(instr)); return true;
    case Instruction::GetElementPtr: lower_gep(llvm::cast<llvm::GetElementPtrInst>(instr)); return true;
    case Instruction::AtomicCmpXchg: lower_cmpxchg(llvm::cast<llvm::AtomicCmpXchgInst>(instr)); return true;
    case Instruction::AtomicRMW: lower_atomicrmw(llvm::cast<llvm::AtomicRMWInst>(instr)); return true;
    case Instruction::Fence: return true;  // one thread
    case Instruction::VAArg: lower_va_arg(llvm::cast<llvm::VAArgInst>(instr)); return true;
    case Instruction::LandingPad: lower_landing_pad(llvm::cast<llvm::LandingPadInst>(instr)); return true;
    default: return false;
  }
}

}  // namespace bonsai::load
