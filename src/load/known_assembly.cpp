// Tested by known_assembly_test.cpp.
#include "load/known_assembly.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <regex>

namespace bonsai::load {

namespace {

// Longer than any idiom in any spelling: std::regex needs stack for each character.
constexpr size_t longest_text = 1000;

using llvm::CallInst;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

Value* pair(Builder& builder, CallInst& call, Value* first, Value* second) {
  Value* both = llvm::PoisonValue::get(call.getType());
  return builder.CreateInsertValue(builder.CreateInsertValue(both, first, 0), second, 1);
}

// "=r,=&r,0,rme,1,rme": {high, low} of (0:2) and (1:3), numbers of arguments.
Value* double_word(Builder& builder, CallInst& call, llvm::Instruction::BinaryOps op) {
  unsigned bits = call.getArgOperand(0)->getType()->getIntegerBitWidth();
  llvm::Type* wide = builder.getIntNTy(2 * bits);
  auto join = [&](unsigned high, unsigned low) {
    Value* upper = builder.CreateShl(builder.CreateZExt(call.getArgOperand(high), wide), bits);
    return builder.CreateOr(upper, builder.CreateZExt(call.getArgOperand(low), wide));
  };
  Value* result = builder.CreateBinOp(op, join(0, 2), join(1, 3));
  llvm::Type* word = builder.getIntNTy(bits);
  return pair(builder, call, builder.CreateTrunc(builder.CreateLShr(result, bits), word),
              builder.CreateTrunc(result, word));
}
Value* add(Builder& builder, CallInst& call) { return double_word(builder, call, llvm::Instruction::Add); }
Value* subtract(Builder& builder, CallInst& call) {
  return double_word(builder, call, llvm::Instruction::Sub);
}

// "=a,=d,0,rm": {low, high} of the product.
Value* multiply(Builder& builder, CallInst& call) {
  unsigned bits = call.getArgOperand(0)->getType()->getIntegerBitWidth();
  llvm::Type *word = builder.getIntNTy(bits), *wide = builder.getIntNTy(2 * bits);
  Value* product = builder.CreateMul(builder.CreateZExt(call.getArgOperand(0), wide),
                                     builder.CreateZExt(call.getArgOperand(1), wide));
  return pair(builder, call, builder.CreateTrunc(product, word),
              builder.CreateTrunc(builder.CreateLShr(product, bits), word));
}

// Of zero they leave their output as it was, which is as good as any value.
Value* scan_forward(Builder& builder, CallInst& call) {
  Value* count =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, call.getArgOperand(0), builder.getFalse());
  return builder.CreateZExtOrTrunc(count, call.getType());
}
Value* scan_backward(Builder& builder, CallInst& call) {
  Value* word = call.getArgOperand(0);
  Value* zeros = builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, word, builder.getFalse());
  Value* last = llvm::ConstantInt::get(word->getType(), word->getType()->getIntegerBitWidth() - 1);
  return builder.CreateZExtOrTrunc(builder.CreateSub(last, zeros), call.getType());
}

Value* no_extensions(Builder& builder, CallInst& call) {
  builder.CreateCall(call.getModule()->getOrInsertFunction("bonsai_cpuid", builder.getVoidTy()));
  return llvm::Constant::getNullValue(call.getType());
}

// Text: one blank between words, statements separated by ';', "${1:q}" as "$1". Constraints: those before the
// clobbers, without the mark of operands that may be swapped.
struct Idiom {
  const char* text;
  const char* constraints;
  Value* (*meaning)(Builder&, CallInst&);
};
constexpr Idiom idioms[] = {
    {"add[lq] \\$5,\\$1;adc[lq] \\$3,\\$0", "=r,=&r,0,[a-z]+,1,[a-z]+", add},
    {"sub[lq] \\$5,\\$1;sbb[lq] \\$3,\\$0", "=r,=&r,0,[a-z]+,1,[a-z]+", subtract},
    {"mul[lq] \\$3", "=\\{ax\\},=\\{dx\\},0,[a-z]+", multiply},
    {"(rep;)?(bsf|tzcnt)[lq]? \\$1,\\$0", "=&?r,[a-z]+", scan_forward},
    {"bsr[lq]? \\$1,\\$0", "=&?r,[a-z]+", scan_backward},
    {"(xchgq %rbx,\\$1;)?cpuid(;xchgq %rbx,\\$1)?", "=\\{ax\\},=[^,]*,=\\{cx\\},=\\{dx\\}(,[02]|,\\{cx\\})+",
     no_extensions},
};

std::string plain_text(const llvm::InlineAsm& code) {
  std::string text = code.getAsmString();
  text = std::regex_replace(text, std::regex("\\$\\{(\\d+):[a-z]\\}"), "$$$1");
  text = std::regex_replace(text, std::regex("[ \t]*[\n;][ \t\n;]*"), ";");
  text = std::regex_replace(text, std::regex("[ \t]+"), " ");
  text = std::regex_replace(text, std::regex(" ?, ?"), ",");
  llvm::StringRef bare = llvm::StringRef(text).trim(" ;");
  return bare.lower();
}

std::string plain_constraints(const llvm::InlineAsm& code) {
  std::string result;
  llvm::SmallVector<llvm::StringRef> pieces;
  llvm::SplitString(code.getConstraintString(), pieces, ",");
  for (llvm::StringRef piece : pieces) {
    if (piece.starts_with("~")) continue;
    piece.consume_front("%");
    result += (result.empty() ? "" : ",") + piece.str();
  }
  return result;
}

bool has_integers_of_one_width(const CallInst& call) {
  return llvm::all_of(call.args(), [&](const llvm::Use& use) {
    return use->getType()->isIntegerTy() && use->getType() == call.getArgOperand(0)->getType();
  });
}

const Idiom* idiom_of(const CallInst& call) {
  auto* code = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!code || call.arg_empty() || !has_integers_of_one_width(call)) return nullptr;
  if (code->getAsmString().size() > longest_text || code->getConstraintString().size() > longest_text)
    return nullptr;
  std::string text = plain_text(*code), constraints = plain_constraints(*code);
  for (const Idiom& idiom : idioms)
    if (std::regex_match(text, std::regex(idiom.text)) &&
        std::regex_match(constraints, std::regex(idiom.constraints)))
      return &idiom;
  return nullptr;
}

// Of which lowering makes null.
bool asks_for_frame(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == llvm::Intrinsic::returnaddress ||
                  call->getIntrinsicID() == llvm::Intrinsic::frameaddress ||
                  call->getIntrinsicID() == llvm::Intrinsic::addressofreturnaddress);
}

}  // namespace

void replace_known_assembly(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (asks_for_frame(instruction))
        llvm::CallInst::Create(
            module.getOrInsertFunction("bonsai_no_frame", llvm::Type::getVoidTy(module.getContext())), {}, "",
            instruction.getIterator())
            ->setDebugLoc(instruction.getDebugLoc());
      auto* call = llvm::dyn_cast<CallInst>(&instruction);
      const Idiom* idiom = call && call->isInlineAsm() ? idiom_of(*call) : nullptr;
      if (!idiom) continue;
      Builder builder(call);
      call->replaceAllUsesWith(idiom->meaning(builder, *call));
      call->eraseFromParent();
    }
  }
}

}  // namespace bonsai::load
