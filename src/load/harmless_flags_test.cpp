#include "load/harmless_flags.h"

#include <gtest/gtest.h>

namespace bonsai::load {
namespace {

using Words = std::vector<std::string>;

TEST(HarmlessFlags, WhatBuildsUse) {
  for (const Words& flags : {Words{"-I", "inc", "-Iother", "-DNAME=\"a b\"", "-D", "X", "-UNDEBUG"},
                             Words{"-std=c11", "-O2", "-g", "-ggdb3", "-Wall", "-Wno-error=foo", "-w"},
                             Words{"-m32", "-msse4.2", "-march=x86-64", "-fno-strict-aliasing", "-fPIC"},
                             Words{"-fsanitize=undefined", "-fvisibility=hidden", "-funsigned-char"},
                             Words{"-include", "config.h", "-isystem", "/usr/local/include", "-x", "c"},
                             Words{"-Wno-everything", "-Wl,--unresolved-symbols=ignore-all"},
                             Words{"-pthread", "-ansi", "-pedantic-errors", "-lm", "-L", "lib"}})
    EXPECT_EQ(first_risky_flag(flags), std::nullopt) << flags.front();
}

TEST(HarmlessFlags, WhatExecutesOrWrites) {
  for (const char* flag : {"-fplugin=x.so",
                           "-fplugin-arg-x-y",
                           "-fpass-plugin=x.so",
                           "-B.",
                           "-B",
                           "-wrapper",
                           "-specs=x",
                           "--config=x",
                           "-Wl,-plugin,x.so",
                           "-Wa,-o,x",
                           "-Wp,-MD,x",
                           "-fuse-ld=./x",
                           "-Xclang",
                           "-Xlinker",
                           "-Xassembler",
                           "-mllvm",
                           "-mllvm=-load=x.so",
                           "--ld-path=x",
                           "-ccc-install-dir",
                           "--gcc-toolchain=x",
                           "-o",
                           "-ox",
                           "-MD",
                           "-MF",
                           "-save-temps",
                           "-fcrash-diagnostics-dir=x",
                           "-ftime-trace=x",
                           "-fprofile-generate=x",
                           "-fmodules-cache-path=x",
                           "-fproc-stat-report=x",
                           "-gsplit-dwarf",
                           "-resource-dir=x",
                           "-working-directory",
                           "@words",
                           "x.c",
                           "x.so",
                           "",
                           "-",
                           "-cc1",
                           "-T",
                           "-module-dependency-dir",
                           "-framework",
                           "-include-pch",
                           "-fno-integrated-as",
                           "-fno-integrated-cc1",
                           "--sysroot=x",
                           "-gcc-toolchain",
                           "-fsanitize-ignorelist=x",
                           "-vfsoverlay",
                           "-ivfsoverlay",
                           "-fbasic-block-sections=list=x",
                           "--serialize-diagnostics",
                           "-dumpdir",
                           "-E",
                           "-S",
                           "-emit-ast",
                           "--analyze"})
    EXPECT_TRUE(first_risky_flag(Words{"-O2", flag})) << flag;
}

TEST(HarmlessFlags, TheValueOfAFlagIsNoFlag) {
  EXPECT_EQ(first_risky_flag(Words{"-I", "-fplugin=x.so"}), std::nullopt);  // a folder of that name
  EXPECT_EQ(first_risky_flag(Words{"-Ifolder", "-fplugin=x.so"}), "-fplugin=x.so");
  EXPECT_EQ(first_risky_flag(Words{"-D", "@words"}), "-D @words");
  EXPECT_EQ(first_risky_flag(Words{}), std::nullopt);
}

}  // namespace
}  // namespace bonsai::load
