// Modules written in LLVM assembly, lowered: the program is valid and has the expected shape.
#include "load/lower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <cstdlib>
#include <filesystem>

#include "ir/printer.h"
#include "ir/verify.h"
#include "load/draft_test_util.h"

namespace bonsai::load {
namespace {

using ir::Op;
using testing::Contains;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* x86_64 =
    "target datalayout = "
    "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
    "target triple = \"x86_64-pc-linux-gnu\"\n";
constexpr const char* i386 =
    "target datalayout = "
    "\"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"\n"
    "target triple = \"i386-pc-linux-gnu\"\n";

class Lower : public testing::Test {
 protected:
  ir::Program run(const std::string& text, const char* target = x86_64) {
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(target + text, problem, context_);
    if (!module) {
      ADD_FAILURE() << problem.getMessage().str() << " in line " << problem.getLineNo() - 2;
      return {};
    }
    EXPECT_FALSE(llvm::verifyModule(*module));
    ir::Program program = lower(*module, options_, warnings_);
    EXPECT_THAT(ir::verify(program), IsEmpty());
    return program;
  }

  static const ir::Function& get(const ir::Program& program, const std::string& name) {
    const ir::Function* found = program.find_function(name);
    EXPECT_TRUE(found) << name;
    return found ? *found : program.functions.at(0);
  }

  static std::vector<Op> ops(const ir::Program& program, const std::string& name) {
    std::vector<Op> result;
    for (const ir::Instr& instr : get(program, name).code) result.push_back(instr.op);
    return result;
  }

  static std::string text(const ir::Program& program, const std::string& name) {
    return ir::to_string(program, get(program, name));
  }

  // What the reference interpreter says of a run: "return VALUE at COUNT".
  static std::string last_event(const ir::Program& program, const std::string& name,
                                std::vector<uint64_t> arguments) {
    test::Outcome outcome = test::interpret(program, get(program, name), arguments, 1, 100000);
    return outcome.events.empty() ? "" : outcome.events.back();
  }

  llvm::LLVMContext context_;
  Options options_;
  std::vector<std::string> warnings_;
};

TEST_F(Lower, CountsInstructionsAtTerminators) {
  ir::Program program = run(R"(
    define i32 @f(i32 %a) {
      %b = add i32 %a, 5
      %c = sub i32 7, %b
      call void @llvm.donothing()
      %d = mul i32 3, %c
      ret i32 %d
    }
    declare void @llvm.donothing())");
  EXPECT_THAT(ops(program, "f"), ElementsAre(Op::AddI, Op::Const, Op::Sub, Op::MulI, Op::Ret));
  EXPECT_EQ(last_event(program, "f", {1}), "return 3 at 4");
}

TEST_F(Lower, CountsMoreThanOneByteHolds) {
  std::string body = "define i32 @f(i32 %a0) {\n";
  for (int i = 0; i < 1000; ++i)
    body += "%a" + std::to_string(i + 1) + " = add i32 %a" + std::to_string(i) + ", 1\n";
  ir::Program program = run(body + "ret i32 %a1000\n}");
  EXPECT_EQ(last_event(program, "f", {1}), "return 3e9 at 1001");
}

TEST_F(Lower, PhisAreParallelCopies) {
  // Three values rotate, one more takes part without being in the cycle, and constants come in at the entry.
  ir::Program program = run(R"(
    define i32 @f(i32 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i32 [0, %entry], [%next, %loop]
      %a = phi i32 [1, %entry], [%b, %loop]
      %b = phi i32 [2, %entry], [%c, %loop]
      %c = phi i32 [4, %entry], [%a, %loop]
      %d = phi i32 [8, %entry], [%a, %loop]
      %next = add i32 %i, 1
      %go = icmp ult i32 %next, %n
      br i1 %go, label %loop, label %end
    end:
      %x = mul i32 %a, 1000
      %y = mul i32 %b, 100
      %z = mul i32 %c, 10
      %s = add i32 %x, %y
      %t = add i32 %s, %z
      %u = add i32 %t, %d
      ret i32 %u
    })");
  auto expected = [](unsigned steps) {
    unsigned a = 1, b = 2, c = 4, d = 8;
    for (unsigned i = 1; i < steps; ++i) {
      unsigned old = a;
      a = b, b = c, c = old, d = old;
    }
    return a * 1000 + b * 100 + c * 10 + d;
  };
  for (unsigned steps = 1; steps < 8; ++steps) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "return %x at %u", expected(steps), 1 + steps * 8 + 7);
    EXPECT_EQ(last_event(program, "f", {steps}), wanted);
  }
}

TEST_F(Lower, SwitchWithEqualTargetsAndPhis) {
  ir::Program program = run(R"(
    define i32 @f(i32 %x) {
    entry:
      switch i32 %x, label %other [ i32 3, label %join  i32 5, label %join  i32 -1, label %other ]
    other:
      br label %join
    join:
      %r = phi i32 [10, %entry], [10, %entry], [20, %other]
      ret i32 %r
    })");
  EXPECT_THAT(last_event(program, "f", {5}), HasSubstr("return a"));
  EXPECT_THAT(last_event(program, "f", {3}), HasSubstr("return a"));
  EXPECT_THAT(last_event(program, "f", {0xffffffff}), HasSubstr("return 14"));
  EXPECT_THAT(last_event(program, "f", {4}), HasSubstr("return 14"));
  ASSERT_EQ(program.switches.size(), 1u);
  EXPECT_EQ(program.switches[0].cases.size(), 3u);
  EXPECT_TRUE(program.switches[0].dense.empty());
}

TEST_F(Lower, ClosePackedSwitchIsDense) {
  ir::Program program = run(R"(
    define i32 @f(i64 %x) {
      switch i64 %x, label %c [ i64 10, label %a  i64 12, label %b ]
    a: ret i32 1
    b: ret i32 2
    c: ret i32 3
    })");
  ASSERT_EQ(program.switches.size(), 1u);
  EXPECT_EQ(program.switches[0].first, 10u);
  EXPECT_EQ(program.switches[0].dense.size(), 3u);
}

TEST_F(Lower, AddressArithmetic) {
  ir::Program program = run(R"(
    %s = type { i32, [10 x { i64, i16 }] }
    define i16 @f(ptr %p, i32 %i) {
      %q = getelementptr inbounds %s, ptr %p, i64 2, i32 1, i32 %i, i32 1
      %v = load i16, ptr %q, align 8
      ret i16 %v
    }
    define ptr @g(ptr %p) {
      %q = getelementptr i32, ptr %p, i64 -1
      ret ptr %q
    })");
  // 2 * 168 for the outer array, 8 for the field, 16 an element, 8 within it.
  EXPECT_THAT(text(program, "f"), HasSubstr("load.i16 [%0 + %1 * 16 + 352], align 8"));
  EXPECT_THAT(ops(program, "g"), ElementsAre(Op::PtrAddI, Op::Ret));
  EXPECT_EQ(get(program, "g").code[0].imm, uint64_t(-4));
}

TEST_F(Lower, LocalsHaveGapsAndAlignment) {
  ir::Program program = run(R"(
    define i32 @f() {
      %a = alloca i8
      %b = alloca [100 x i32], align 32
      %c = alloca i64
      store i64 1, ptr %c
      %v = load i32, ptr %b
      ret i32 %v
    })");
  const ir::Function& f = get(program, "f");
  ASSERT_EQ(f.locals.size(), 3u);
  EXPECT_EQ(f.locals[1].name, "b");
  EXPECT_EQ(f.locals[1].offset, 32u);
  EXPECT_EQ(f.locals[1].size, 400u);
  EXPECT_EQ(f.locals[2].offset, 32u + 400 + 256);
  EXPECT_EQ(f.frame_align, 32u);
  EXPECT_THAT(ops(program, "f"), ElementsAre(Op::StoreLocal, Op::LoadLocal, Op::Ret));
}

TEST_F(Lower, DynamicAllocas) {
  ir::Program program = run(R"(
    define ptr @f(i32 %n) {
      %fixed = alloca i32
      %s = call ptr @llvm.stacksave.p0()
      %a = alloca i64, i32 %n
      call void @llvm.stackrestore.p0(ptr %s)
      call void @g(ptr %a, ptr %fixed)
      ret ptr %a
    }
    declare void @g(ptr, ptr)
    declare ptr @llvm.stacksave.p0()
    declare void @llvm.stackrestore.p0(ptr))");
  const ir::Function& f = get(program, "f");
  ASSERT_EQ(f.locals.size(), 2u);
  EXPECT_TRUE(f.locals[1].dynamic);
  EXPECT_THAT(ops(program, "f"), Contains(Op::Alloca));
  EXPECT_THAT(ops(program, "f"), Contains(Op::StackRestore));
}

TEST_F(Lower, InitialisersAreBytes) {
  ir::Program program = run(R"(
    @a = global [4 x i32] [i32 1, i32 2, i32 0, i32 0]
    @b = constant { i8, ptr, i64, i48 } { i8 7, ptr getelementptr (i8, ptr @a, i64 12),
        i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @a to i64)), i48 -1 }
    @c = alias i32, getelementptr (i32, ptr @a, i64 1)
    @d = global ptr @c
    @e = external global i32
    @w = extern_weak global i32
    @v = global { <4 x i1>, x86_fp80, ptr } { <4 x i1> <i1 1, i1 0, i1 1, i1 1>, x86_fp80 0xK3FFF8000000000000000, ptr @w }
    @fn = global ptr @f
    @z = global [1000000 x i8] zeroinitializer
    define void @f() { ret void })");
  std::map<std::string, const ir::Global*> globals;
  for (const ir::Global& global : program.globals) globals[global.name] = &global;
  auto word = [&](const char* name, size_t offset, unsigned bytes = 8) {
    uint64_t result = 0;
    for (unsigned i = 0; i < bytes; ++i)
      if (offset + i < globals[name]->bytes.size())
        result |= uint64_t(globals[name]->bytes[offset + i]) << (8 * i);
    return result;
  };
  EXPECT_EQ(globals["a"]->bytes.size(), 5u);
  EXPECT_EQ(globals["a"]->size, 16u);
  EXPECT_TRUE(globals["b"]->read_only);
  EXPECT_EQ(word("b", 0), 7u);
  EXPECT_EQ(word("b", 8), globals["a"]->address + 12);
  EXPECT_EQ(word("b", 16), globals["b"]->address - globals["a"]->address);
  EXPECT_EQ(word("b", 24), 0xffffffffffffu);
  EXPECT_EQ(word("d", 0), globals["a"]->address + 4);
  EXPECT_TRUE(globals["e"]->external);
  EXPECT_FALSE(globals.contains("w"));
  EXPECT_EQ(word("v", 0, 1), 0b1101u);
  EXPECT_EQ(word("v", 16), 0x8000000000000000u);
  EXPECT_EQ(word("v", 24, 2), 0x3fffu);
  EXPECT_EQ(word("v", 32), 0u);
  EXPECT_EQ(word("fn", 0), get(program, "f").address);
  EXPECT_TRUE(globals["z"]->bytes.empty());
}

TEST_F(Lower, ConstructorsInOrder) {
  ir::Program program = run(R"(
    @llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @a, ptr null },
      { i32, ptr, ptr } { i32 101, ptr @b, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]
    define void @a() { ret void }
    define void @b() { ret void }
    define void @c() { ret void })");
  auto id = [&](const char* name) { return get(program, name).id; };
  EXPECT_THAT(program.constructors, ElementsAre(id("b"), id("a"), id("c")));
}

TEST_F(Lower, VariadicArgumentsOnX86_64) {
  ir::Program program = run(R"(
    %big = type { i64, i64, i64 }
    declare i32 @v(i32, ...)
    define i32 @f(ptr %s, x86_fp80 %x) {
      %r = call i32 (i32, ...) @v(i32 1, i32 2, x86_fp80 %x, ptr byval(%big) align 8 %s, double 1.5)
      %q = call i32 (i32, ...) @v(i32 1)
      ret i32 %r
    }
    define i64 @g(i32 %n, ...) {
      %list = alloca [24 x i8], align 16
      call void @llvm.va_start.p0(ptr %list)
      %r = va_arg ptr %list, i64
      call void @llvm.va_end.p0(ptr %list)
      ret i64 %r
    }
    declare void @llvm.va_start.p0(ptr)
    declare void @llvm.va_end.p0(ptr))");
  const ir::Function& f = get(program, "f");
  ASSERT_EQ(f.locals.size(), 2u);
  EXPECT_EQ(f.locals[0].name, "variadic arguments");
  EXPECT_EQ(f.locals[0].size, 8u + 8 + 16 + 24 + 8);
  EXPECT_EQ(f.locals[1].size, 0u);
  EXPECT_THAT(text(program, "f"), HasSubstr("store.local.i80 variadic arguments+16"));
  EXPECT_FALSE(program.calls[0].variadic.is_none());
  EXPECT_EQ(program.calls[0].arguments.size(), 5u);
  EXPECT_TRUE(get(program, "g").variadic);
  EXPECT_THAT(text(program, "g"), HasSubstr("store.local.i32 list, 48"));
  EXPECT_THAT(text(program, "g"), HasSubstr("store.local.i64 list+8, %1"));
}

TEST_F(Lower, CallsKnowHowTheyPassNatively) {
  ir::Program program = run(R"(
    %big = type { i64, i64, i64 }
    declare double @v(ptr, i8 signext, ...)
    define double @f(ptr byval(%big) %p, <2 x i32> %lanes) {
      %r = call double (ptr, i8, ...) @v(ptr %p, i8 signext 1, i32 2, float 1.0, <2 x i32> %lanes, ptr byval(%big) %p)
      ret double %r
    })");
  using enum ir::Passing;
  const std::vector<ir::Passing> expected{pointer,   signed_integer, integer,  floating,
                                          aggregate, aggregate,      aggregate};
  EXPECT_EQ(program.calls[0].argument_passing, expected);
  EXPECT_EQ(program.calls[0].result_passing, floating);
}

TEST_F(Lower, VariadicArgumentsOnI386) {
  ir::Program program = run(R"(
    declare i32 @v(i32, ...)
    define i32 @f(double %x) {
      %r = call i32 (i32, ...) @v(i32 1, i32 2, double %x, i64 7)
      ret i32 %r
    })",
                            i386);
  EXPECT_EQ(program.pointer_bytes, 4u);
  EXPECT_EQ(get(program, "f").locals.at(0).size, 4u + 8 + 8);
}

TEST_F(Lower, ArgumentsByValueAreCopied) {
  ir::Program program = run(R"(
    %big = type { i64, i64, i64 }
    declare void @g(ptr byval(%big))
    define void @f(ptr %s) {
      call void @g(ptr byval(%big) %s)
      ret void
    })");
  EXPECT_EQ(get(program, "f").locals.at(0).size, 24u);
  EXPECT_THAT(ops(program, "f"), Contains(Op::MemCopy));
}

TEST_F(Lower, VectorsAreTakenApart) {
  ir::Program program = run(R"(
    define i32 @f(<4 x i32> %a, <4 x i32> %b) {
      %s = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 1, i32 6>
      %t = mul <2 x i32> %s, <i32 3, i32 5>
      %r = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %t)
      ret i32 %r
    }
    define i8 @bits(<8 x i16> %a) {
      %c = icmp slt <8 x i16> %a, zeroinitializer
      %r = bitcast <8 x i1> %c to i8
      ret i8 %r
    }
    define <2 x i32> @split(i64 %a) {
      %r = bitcast i64 %a to <2 x i32>
      ret <2 x i32> %r
    }
    declare i32 @llvm.vector.reduce.add.v2i32(<2 x i32>))");
  EXPECT_THAT(ops(program, "f"), ElementsAre(Op::MulI, Op::MulI, Op::Add, Op::Ret));
  EXPECT_EQ(last_event(program, "f", {1, 2, 3, 4, 5, 6, 7, 8}), "return 29 at 4");
  EXPECT_EQ(get(program, "f").parameters, 8u);
  EXPECT_THAT(ops(program, "split"), Contains(Op::RetMany));
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(Lower, MaskedLanesAreBranches) {
  ir::Program program = run(R"(
    define <2 x i32> @f(ptr %p, <2 x i1> %m, <2 x i32> %d) {
      %r = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %m, <2 x i32> %d)
      ret <2 x i32> %r
    }
    define void @g(ptr %p, <2 x i32> %d) {
      call void @llvm.masked.store.v2i32.p0(<2 x i32> %d, ptr %p, i32 4, <2 x i1> <i1 0, i1 1>)
      ret void
    }
    declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
    declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>))");
  EXPECT_THAT(ops(program, "g"), ElementsAre(Op::Store, Op::RetVoid));
  EXPECT_EQ(last_event(program, "f", {0x1000, 0, 0, 5, 6}), "return at 2 5 6");
}

TEST_F(Lower, AggregatesAsValues) {
  ir::Program program = run(R"(
    %t = type { i8, { i32, [2 x i16] } }
    define i16 @f(ptr %p) {
      %v = load %t, ptr %p, align 4
      %x = extractvalue %t %v, 1, 1, 1
      %w = insertvalue %t %v, i32 9, 1, 0
      store %t %w, ptr %p, align 4
      ret i16 %x
    })");
  EXPECT_THAT(ops(program, "f"), ElementsAre(Op::Load, Op::Load, Op::Load, Op::Load, Op::Store, Op::Store,
                                             Op::Store, Op::Store, Op::Ret));
}

TEST_F(Lower, WideIntegers) {
  ir::Program program = run(R"(
    define i128 @f(i64 %a, i128 %b) {
      %w = sext i64 %a to i128
      %s = add i128 %w, 1
      %c = icmp ult i128 %s, %b
      %r = select i1 %c, i128 %s, i128 18446744073709551616
      ret i128 %r
    })");
  EXPECT_THAT(ops(program, "f"), Contains(Op::SExtWide));
  EXPECT_THAT(ops(program, "f"), Contains(Op::ConstPool));
  EXPECT_THAT(ops(program, "f"), Not(Contains(Op::AddI)));
}

TEST_F(Lower, ComputedGoto) {
  ir::Program program = run(R"(
    @table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
    define i32 @f(i64 %i) {
      %p = getelementptr ptr, ptr @table, i64 %i
      %t = load ptr, ptr %p
      indirectbr ptr %t, [label %a, label %b, label %a]
    a: ret i32 1
    b: ret i32 2
    })");
  ASSERT_EQ(program.switches.size(), 1u);
  ASSERT_EQ(program.switches[0].cases.size(), 2u);
  uint64_t first = 0;
  for (int i = 7; i >= 0; --i) first = first << 8 | program.globals[0].bytes[size_t(i)];
  EXPECT_EQ(program.switches[0].cases[0].value, first);
}

TEST_F(Lower, Exceptions) {
  ir::Program program = run(R"(
    @type = external constant ptr
    declare i32 @g()
    declare i32 @personality(...)
    define i32 @f(i32 %x) personality ptr @personality {
    entry:
      %r = invoke i32 @g() to label %fine unwind label %caught
    fine:
      %p = phi i32 [%r, %entry]
      ret i32 %p
    caught:
      %q = phi i32 [%x, %entry]
      %e = landingpad { ptr, i32 } cleanup catch ptr @type catch ptr null
      %s = extractvalue { ptr, i32 } %e, 1
      %t = call i32 @llvm.eh.typeid.for.p0(ptr @type)
      %same = icmp eq i32 %s, %t
      br i1 %same, label %mine, label %on
    mine:
      ret i32 %q
    on:
      resume { ptr, i32 } %e
    }
    declare i32 @llvm.eh.typeid.for.p0(ptr))");
  ASSERT_EQ(program.landing_pads.size(), 1u);
  EXPECT_TRUE(program.landing_pads[0].cleanup);
  ASSERT_EQ(program.landing_pads[0].clauses.size(), 2u);
  EXPECT_EQ(program.landing_pads[0].clauses[0].type_infos.at(0), program.globals[0].address);
  EXPECT_EQ(program.landing_pads[0].clauses[1].type_infos.at(0), 0u);
  EXPECT_NE(program.calls[0].unwind, ir::none);
  EXPECT_THAT(ops(program, "f"), Contains(Op::Resume));
}

TEST_F(Lower, FloatFunctions) {
  ir::Program program = run(R"(
    define double @f(double %x, float %y) {
      %a = call double @llvm.sin.f64(double %x)
      %b = call double @llvm.floor.f64(double %a)
      %c = call double @llvm.fabs.f64(double %b)
      %d = call double @llvm.fmuladd.f64(double %c, double %x, double 1.0)
      %e = fneg double %d
      %k = fcmp ult double %e, %x
      %n = call i1 @llvm.is.fpclass.f32(float %y, i32 3)
      %o = and i1 %k, %n
      %g = select i1 %o, double %e, double %x
      ret double %g
    }
    declare double @llvm.sin.f64(double)
    declare double @llvm.floor.f64(double)
    declare double @llvm.fabs.f64(double)
    declare double @llvm.fmuladd.f64(double, double, double)
    declare i1 @llvm.is.fpclass.f32(float, i32 immarg))");
  EXPECT_FALSE(get(program, "sin").has_body);
  EXPECT_THAT(ops(program, "f"),
              ElementsAre(Op::Call, Op::FMath, Op::AndI, Op::FMul64, Op::Const, Op::FAdd64, Op::XorI,
                          Op::FCmp64, Op::AndI, Op::UgtI, Op::And, Op::Select, Op::Ret));
}

TEST_F(Lower, InlineAssembly) {
  ir::Program program = run(R"(
    define i32 @fine(i32 %x) {
      call void asm sideeffect "", "~{memory}"()
      call void asm sideeffect "mfence", "~{memory}"()
      %a = call i32 asm "", "=r,0"(i32 %x)
      %b = call i32 asm "bswap $0", "=r,0"(i32 %a)
      %c = call i32 asm "roll $$5, $0", "=r,0"(i32 %b)
      ret i32 %c
    }
    define i32 @bad(i32 %x) {
      %a = call i32 asm "cpuid", "=r,0"(i32 %x)
      ret i32 %a
    })");
  EXPECT_THAT(ops(program, "fine"), ElementsAre(Op::ByteSwap, Op::FunnelShl, Op::Ret));
  EXPECT_THAT(ops(program, "bad"), ElementsAre(Op::Unsupported));
  EXPECT_THAT(warnings_, ElementsAre(HasSubstr("inline assembly \"cpuid\" is not supported")));
}

TEST_F(Lower, WhatIsNotSupportedIsNamed) {
  ir::Program program = run(R"(
    define fp128 @f(fp128 %x, i1 %c) {
    entry:
      br i1 %c, label %a, label %b
    a:
      %y = fadd fp128 %x, %x
      br label %b
    b:
      %r = phi fp128 [%y, %a], [%x, %entry]
      ret fp128 %r
    }
    define void @g(ptr %p) {
      %v = load <vscale x 4 x i32>, ptr %p
      store <vscale x 4 x i32> %v, ptr %p
      ret void
    })");
  EXPECT_THAT(warnings_, Contains(HasSubstr("128-bit floating point arithmetic is not supported")));
  EXPECT_THAT(ops(program, "f"), Contains(Op::Unsupported));
  EXPECT_THAT(ops(program, "f"), Contains(Op::Ret));
  EXPECT_THAT(ops(program, "g"), Contains(Op::Unsupported));
}

TEST_F(Lower, MarkersBecomeChecks) {
  ir::Program program = run(R"(
    define i32 @f(i32 %a, i32 %b) {
      call void @bonsai.check.shift.i32(i32 %b)
      %s = shl i32 %a, %b
      call void @bonsai.check.sadd.i32(i32 %s, i32 7)
      %t = add nsw i32 %s, 7
      %u = call i32 @bonsai.uninit.i32()
      %v = xor i32 %t, %u
      ret i32 %v
    }
    declare void @bonsai.check.shift.i32(i32)
    declare void @bonsai.check.sadd.i32(i32, i32)
    declare i32 @bonsai.uninit.i32())");
  std::vector<Op> found = ops(program, "f");
  EXPECT_THAT(found, Contains(Op::CheckSAdd));
  EXPECT_THAT(found, Contains(Op::Uninit));
  EXPECT_EQ(get(program, "f").code.back().weight, 4);
  for (const ir::Function& function : program.functions) EXPECT_EQ(function.name, "f");
}

TEST_F(Lower, FlagsOfForeignCodeArePoison) {
  const char* text = R"(
    define i32 @f(i32 %a, i32 %b) {
      %s = add nsw i32 %a, %b
      ret i32 %s
    })";
  EXPECT_THAT(ops(run(text), "f"), ElementsAre(Op::Add, Op::Ret));
  options_.check_overflow = true;
  EXPECT_THAT(ops(run(text), "f"), ElementsAre(Op::Add, Op::SAddOverflow, Op::PoisonIf, Op::Ret));
}

// A difference that wraps keeps its sides; sums and products have the constant on the right.
TEST_F(Lower, ConstantsOnTheLeftOfWhatMayWrap) {
  options_.check_overflow = true;
  for (const char* flag : {"nuw", "nsw"}) {
    auto shape = [&](const std::string& operation) {
      std::string wraps = operation + " " + flag + " i8 7, %a";
      return text(run("define i8 @f(i8 %a) {\n %s = " + wraps + "\n ret i8 %s\n}"), "f");
    };
    std::string kind = flag == std::string("nuw") ? "u" : "s";
    EXPECT_THAT(shape("sub"), HasSubstr("const.i8 7"));
    EXPECT_THAT(shape("sub"), ContainsRegex(kind + "sub.overflow.i8 %[1-9], %0"));
    EXPECT_THAT(shape("add"), HasSubstr(kind + "add.overflow.i8 %0, 7"));
    EXPECT_THAT(shape("mul"), HasSubstr(kind + "mul.overflow.i8 %0, 7"));
  }
}

TEST_F(Lower, AtomicsOfOneThread) {
  ir::Program program = run(R"(
    define i32 @f(ptr %p) {
      %a = atomicrmw nand ptr %p, i32 5 seq_cst
      %b = cmpxchg ptr %p, i32 %a, i32 3 seq_cst seq_cst
      %c = extractvalue { i32, i1 } %b, 0
      fence seq_cst
      ret i32 %c
    })");
  EXPECT_THAT(ops(program, "f"), ElementsAre(Op::Load, Op::AndI, Op::XorI, Op::Store, Op::Load, Op::Eq,
                                             Op::Select, Op::Store, Op::Ret));
}

// What clang makes of programs that csmith makes: valid and supported as a whole.
TEST_F(Lower, RandomPrograms) {
  if (std::system("command -v csmith clang-19 >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "csmith or clang-19 is missing";
  std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("lower_test_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  for (int seed = 1; seed <= 2; ++seed)
    for (const char* level : {"-O0", "-O3"}) {
      std::string source = (folder / "random.c").string(), made = (folder / "random.bc").string();
      // csmith leaves a file in the current folder.
      std::string command = "cd " + folder.string() + " && csmith --no-packed-struct --seed " +
                            std::to_string(seed) + " > " + source + " && clang-19 -w -g " + level +
                            " -I/usr/include/csmith -c -emit-llvm " + source + " -o " + made;
      ASSERT_EQ(std::system(command.c_str()), 0);
      llvm::SMDiagnostic problem;
      std::unique_ptr<llvm::Module> module = llvm::parseIRFile(made, problem, context_);
      ASSERT_TRUE(module);
      ir::Program program = lower(*module, options_, warnings_);
      EXPECT_THAT(ir::verify(program), IsEmpty());
      EXPECT_THAT(warnings_, IsEmpty());
    }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace bonsai::load
