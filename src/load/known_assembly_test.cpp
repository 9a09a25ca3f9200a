#include "load/known_assembly.h"

#include <gmock/gmock.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

namespace bonsai::load {
namespace {

// How many pieces of assembly are left.
int left(const std::string& text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  if (!module) return -1;
  replace_known_assembly(*module);
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  int count = 0;
  for (const llvm::Function& function : *module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) count += call->isInlineAsm();
  return count;
}

TEST(KnownAssembly, IsReplaced) {
  EXPECT_EQ(left(R"(
    define i64 @f(i64 %a, i64 %b) {
      %s = call { i64, i64 } asm "addq $5,${1:q}\0A\09adcq $3,${0:q}", "=r,=&r,0,rme,%1,rme,~{flags}"(i64 %a, i64 %b, i64 %b, i64 %a)
      %d = call { i64, i64 } asm "subq $5,${1:q}\0A\09sbbq $3,${0:q}", "=r,=&r,0,rme,1,rme,~{flags}"(i64 %a, i64 %b, i64 %b, i64 %a)
      %p = call { i64, i64 } asm "mulq\09$3", "={ax},={dx},%0,rm,~{flags}"(i64 %a, i64 %b)
      %c = call i32 asm "bsf\09$1, ${0:q}", "=r,rm,~{flags}"(i64 %a)
      %e = call i64 asm "bsr\09$1,$0", "=r,rm,~{flags}"(i64 %a)
      %t = call i32 asm "rep;bsf $1, $0", "=r,rm"(i32 7)
      %i = call { i32, i32, i32, i32 } asm "  xchgq  %rbx,${1:q}\0A  cpuid\0A  xchgq  %rbx,${1:q}", "={ax},=r,={cx},={dx},0,2,~{flags}"(i32 7, i32 0)
      ret i64 %e
    })"),
            0);
}

TEST(KnownAssembly, OtherStays) {
  EXPECT_EQ(left(R"(
    define void @f(i64 %a, i32 %b) {
      call void asm sideeffect "", "~{memory}"()
      %x = call { i64, i64 } asm "addq $5,${0:q}\0A\09adcq $3,${1:q}", "=r,=&r,0,rme,1,rme"(i64 %a, i64 %a, i64 %a, i64 %a)
      %y = call { i64, i64 } asm "mulq $3", "=r,={dx},0,rm"(i64 %a, i64 %a)
      %z = call i64 asm "bsf $1,$0; nop", "=r,rm"(i64 %a)
      ret void
    })"),
            4);
}

}  // namespace
}  // namespace bonsai::load
