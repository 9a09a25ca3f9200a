// Files that are not what they should be: each is one clear line and no crash.
#include "load/read_module.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/SourceMgr.h>
#include <sys/stat.h>
#include <unistd.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ReadModule : public LoadTest {
 protected:
  std::string error_of(const std::string& path) {
    std::string message = message_of([&] {
      FileKind kind = classify(path);
      if (kind == FileKind::source) return;
      llvm::LLVMContext context;
      auto module = read_module(path, kind, context, warnings_);
      check_target(*module, path);
    });
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }

  std::string bitcode(const std::string& assembly) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyString(assembly, diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    llvm::WriteBitcodeToFile(*module, stream);
    return bytes;
  }

  static constexpr const char* small =
      "target triple = \"x86_64-pc-linux-gnu\"\n"
      "@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n"
      "define i32 @main() {\n  %p = load i32, ptr @g\n  ret i32 %p\n}\n";
};

TEST_F(ReadModule, WhatIsNoFile) {
  EXPECT_EQ(error_of("/nowhere/x.c"), "/nowhere/x.c: no such file");
  EXPECT_THAT(error_of(directory_), HasSubstr("is a directory"));
  EXPECT_THAT(error_of("/dev/null"), HasSubstr("not a regular file"));
}

TEST_F(ReadModule, UnreadableFile) {
  std::string path = write("x.c", "int main(void) { return 0; }");
  chmod(path.c_str(), 0);
  if (access(path.c_str(), R_OK) == 0) GTEST_SKIP() << "running as root: every file is readable";
  EXPECT_THAT(error_of(path), HasSubstr("cannot be read (Permission denied)"));
}

TEST_F(ReadModule, TextNamedBitcode) {
  std::string message = error_of(write("x.bc", "int main(void) { return 0; }\n"));
  EXPECT_THAT(message, HasSubstr("x.bc: is text, not LLVM bitcode"));
  EXPECT_THAT(message, HasSubstr("clang-19 -c -emit-llvm"));
}

TEST_F(ReadModule, EmptyAndUnknown) {
  EXPECT_THAT(error_of(write("x.bc", "")), HasSubstr("is empty"));
  EXPECT_THAT(error_of(write("x.ll", "")), HasSubstr("is empty"));
  EXPECT_THAT(error_of(write("x.rs", "fn main() {}")), HasSubstr("unknown kind of file"));
  EXPECT_THAT(error_of(write("x.bc", std::string("\1\2\3\0\4", 5))), HasSubstr("of an unknown format"));
}

TEST_F(ReadModule, MachineCode) {
  EXPECT_EQ(classify("/proc/self/exe"), FileKind::binary);
  std::string elf("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\1\0\76\0\1\0\0\0", 24);
  EXPECT_EQ(classify(write("x.o", elf + std::string(64, '\0'))), FileKind::binary);
}

TEST_F(ReadModule, BitcodeByContent) {
  EXPECT_EQ(error_of(write("x.bc", bitcode(small))), "");
  EXPECT_EQ(error_of(write("x.o", bitcode(small))), "");  // as clang -flto makes it
}

TEST_F(ReadModule, UnknownVersion) {
  std::string bytes = bitcode(small);
  // The identification block ends with the epoch, a number that is 0 now. Where exactly depends on the length
  // of the producer's name before it: try the bits there until the reader speaks of the epoch.
  bool found = false;
  for (size_t bit = 8 * 24; bit < 8 * 64 && !found; ++bit) {
    std::string patched = bytes;
    patched[bit / 8] = char(patched[bit / 8] ^ 1 << bit % 8);
    std::string message = error_of(write("patched.bc", patched));
    found = message.find("bitcode of an unknown version") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

TEST_F(ReadModule, WrongMagic) {
  std::string bytes = bitcode(small);
  bytes[1] = 'D';
  EXPECT_THAT(error_of(write("x.bc", bytes)), HasSubstr("not LLVM bitcode"));
}

TEST_F(ReadModule, TruncatedBitcode) {
  std::string bytes = bitcode(small);
  for (size_t length : {size_t(4), size_t(8), size_t(40), bytes.size() / 2, bytes.size() - 4}) {
    std::string message = error_of(write("x.bc", bytes.substr(0, length)));
    EXPECT_THAT(message, HasSubstr("x.bc: corrupt or truncated bitcode")) << length;
  }
}

TEST_F(ReadModule, DamagedBitcodeNeverCrashes) {
  std::string bytes = bitcode(small);
  for (size_t at = 16; at < bytes.size(); at += 23) {
    std::string damaged = bytes;
    damaged[at] = char(damaged[at] ^ 0x55);
    error_of(write("x.bc", damaged));
  }
}

TEST_F(ReadModule, AssemblyErrorsHaveAPlace) {
  EXPECT_THAT(error_of(write("x.ll", "define i32 @main() {\n  ret i33 0\n}\n")), HasSubstr("x.ll:2:"));
  EXPECT_THAT(error_of(write("x.ll", "; nothing\n")), "");
}

TEST_F(ReadModule, InvalidModule) {
  std::string text =
      "define i32 @main() {\nentry:\n  br label %b\nb:\n  %x = phi i32 [ 1, %entry ], [ 2, %b ]\n  ret i32 "
      "%x\n}\n";
  EXPECT_THAT(error_of(write("x.ll", text)), HasSubstr("invalid"));
}

TEST_F(ReadModule, BrokenDebugInformationIsRemoved) {
  std::string text =
      "define void @main() !dbg !4 {\n  ret void, !dbg !5\n}\n"
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n"
      "!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!4 = distinct !DISubprogram(name: \"main\", file: !1, line: 1, unit: !0)\n"
      "!5 = !DILocation(line: 1, scope: !6)\n"
      "!6 = distinct !DISubprogram(name: \"other\", file: !1, line: 1, unit: !0)\n";
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(error_of(write("x.ll", text)), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_THAT(warnings_.front(), HasSubstr("debug information is broken or too old"));
}

TEST_F(ReadModule, DeepNestingIsRefused) {
  auto types = [](int depth) {
    std::string text = "%t0 = type { i8 }\n";
    for (int i = 1; i < depth; ++i) text += fmt::format("%t{} = type {{ %t{}, i8 }}\n", i, i - 1);
    return text +
           fmt::format("@g = global %t{} zeroinitializer\ndefine i32 @main() {{ ret i32 0 }}\n", depth - 1);
  };
  auto constants = [](int depth) {
    std::string type = "i8", value = "i8 1";
    for (int i = 0; i < depth; ++i) {
      value = "{ " + type + " } { " + value + " }";
      type = "{ " + type + " }";
    }
    return "@g = global " + value + "\ndefine i32 @main() { ret i32 0 }\n";
  };
  EXPECT_EQ(error_of(write("a.ll", types(900))), "");
  EXPECT_THAT(error_of(write("b.ll", types(20000))), HasSubstr("nest a thousand levels deep"));
  EXPECT_THAT(error_of(write("c.bc", bitcode(types(20000)))), HasSubstr("nest a thousand levels deep"));
  EXPECT_EQ(error_of(write("d.ll", constants(100))), "");
  // The reader may refuse it first.
  EXPECT_THAT(error_of(write("e.ll", constants(1200))), HasSubstr("e.ll"));
}

TEST_F(ReadModule, OtherMachines) {
  EXPECT_THAT(error_of(write("x.ll",
                             "target datalayout = \"E-m:e-i64:64-n32:64\"\ntarget triple = "
                             "\"powerpc64-unknown-linux-gnu\"\ndefine void @main() { ret void }\n")),
              HasSubstr("big-endian"));
  EXPECT_THAT(
      error_of(
          write("x.ll", "target triple = \"aarch64-unknown-linux-gnu\"\ndefine void @main() { ret void }\n")),
      HasSubstr("--target=x86_64-linux-gnu"));
}

}  // namespace
}  // namespace bonsai::load
