#include "load/harmless_flags.h"

#include <algorithm>
#include <string_view>

namespace bonsai::load {
namespace {

// Flags with a value that stands in the next word, or in the same.
constexpr std::string_view with_value[] = {"-I",       "-D",        "-U",           "-include", "-imacros",
                                           "-isystem", "-iquote",   "-idirafter",   "-x",       "-L",
                                           "-l",       "--include", "-cxx-isystem", "-isysroot"};

// Whole flags.
constexpr std::string_view plain[] = {
    "-ansi", "-w", "-pthread", "-c", "-undef", "-trigraphs", "-nostdinc", "-nostdinc++", "-shared", "-static",
    "-pie", "-no-pie", "-nopie", "-rdynamic", "-s", "-pipe", "-nostdlib", "-nostdlibinc", "-nodefaultlibs",
    "-static-libgcc", "-static-libstdc++", "-H", "-P", "-g",
    // of bonsai test's own builds
    "-Wl,--unresolved-symbols=ignore-all"};

// Flags by their beginning, whatever follows.
constexpr std::string_view beginnings[] = {
    "-std=",        "--std=",    "-O",       "-g0",       "-g1",      "-g2",      "-g3",
    "-ggdb",        "-gdwarf",   "-gline",   "-gno-",     "-gcolumn", "-grecord", "-gz",
    "-gstrict",     "-pedantic", "-stdlib=", "--stdlib=", "-rtlib=",  "--rtlib=", "-unwindlib=",
    "--unwindlib=", "--target=", "-target=", "-Qunused"};

// -f… and -m… with a value. Values of others may name a file or a program.
constexpr std::string_view with_word[] = {"-fsanitize=",
                                          "-fno-sanitize=",
                                          "-fsanitize-recover=",
                                          "-fno-sanitize-recover=",
                                          "-fsanitize-trap=",
                                          "-fno-sanitize-trap=",
                                          "-fvisibility=",
                                          "-ffp-contract=",
                                          "-ffp-model=",
                                          "-ftls-model=",
                                          "-fmessage-length=",
                                          "-fabi-version=",
                                          "-fclang-abi-compat=",
                                          "-fconstexpr-depth=",
                                          "-fconstexpr-steps=",
                                          "-fbracket-depth=",
                                          "-ftemplate-depth=",
                                          "-ftemplate-backtrace-limit=",
                                          "-fmacro-backtrace-limit=",
                                          "-fmax-errors=",
                                          "-ferror-limit=",
                                          "-fdiagnostics-color=",
                                          "-fdiagnostics-format=",
                                          "-fcf-protection=",
                                          "-fexec-charset=",
                                          "-finput-charset=",
                                          "-flax-vector-conversions=",
                                          "-fgnuc-version=",
                                          "-fmax-type-align=",
                                          "-fstrict-flex-arrays=",
                                          "-fdenormal-fp-math=",
                                          "-ftrivial-auto-var-init=",
                                          "-fmacro-prefix-map=",
                                          "-ffile-prefix-map=",
                                          "-fdebug-prefix-map=",
                                          "-fzero-call-used-regs=",
                                          "-falign-functions=",
                                          "-falign-loops=",
                                          "-fpack-struct=",
                                          "-fwchar-type=",
                                          "-fexcess-precision=",
                                          "-ffp-eval-method=",
                                          "-fshow-overloads=",
                                          "-fdebug-default-version=",
                                          "-finline-max-stacksize=",
                                          "-march=",
                                          "-mtune=",
                                          "-mcpu=",
                                          "-mfpmath=",
                                          "-mcmodel=",
                                          "-mabi=",
                                          "-mstack-alignment=",
                                          "-mprefer-vector-width=",
                                          "-mregparm=",
                                          "-mtls-dialect=",
                                          "-mfunction-return=",
                                          "-mindirect-branch="};

// -f… and -m… that write files, load code or start programs without a value, or take the next word.
constexpr std::string_view risky[] = {
    "-fplugin",        "-fpass-plugin", "-fuse-ld",         "-ftime-trace",
    "-fprofile",       "-fcs-profile",  "-fauto-profile",   "-ftest-coverage",
    "-fcoverage",      "-fstack-usage", "-fsave-",          "-foptimization-record",
    "-fproc-stat",     "-fmodule",      "-fprebuilt",       "-fbuild-session",
    "-fcxx-modules",   "-fdump",        "-fcrash",          "-fembed",
    "-fthin",          "-fxray",        "-foffload",        "-fopenmp-targets",
    "-fno-integrated", "-fdepfile",     "-frewrite",        "-fgen-",
    "-fapinotes",      "-fdriver-only", "-fmemory-profile", "-fsanitize-coverage",
    "-fhip",           "-fcuda",        "-fsycl",           "-force",
    "-framework",      "-filelist",     "-final",           "-mllvm",
    "-mlink",          "-module",       "-moslib",          "-mthread-model",
    "-mmlir"};

template <typename List>
bool begins_with_one_of(std::string_view flag, const List& list) {
  return std::any_of(std::begin(list), std::end(list),
                     [&](std::string_view each) { return flag.starts_with(each); });
}
template <typename List>
bool is_one_of(std::string_view flag, const List& list) {
  return std::find(std::begin(list), std::end(list), flag) != std::end(list);
}

bool is_code_flag(std::string_view flag) {
  if (!flag.starts_with("-f") && !flag.starts_with("-m")) return false;
  if (begins_with_one_of(flag, risky)) return false;
  return flag.find('=') == flag.npos ? flag.find('/') == flag.npos : begins_with_one_of(flag, with_word);
}

// -Wl, -Wa, and -Wp, are words for other programs.
bool is_warning(std::string_view flag) { return flag.starts_with("-W") && flag.find(',') == flag.npos; }

bool is_harmless(std::string_view flag) {
  return is_one_of(flag, plain) || begins_with_one_of(flag, beginnings) ||
         (begins_with_one_of(flag, with_value) && !flag.starts_with("-include-pch")) || is_warning(flag) ||
         is_code_flag(flag);
}

}  // namespace

std::optional<std::string> first_risky_flag(std::span<const std::string> flags) {
  for (size_t i = 0; i < flags.size(); ++i) {
    bool takes_next = is_one_of(flags[i], with_value);
    // The driver reads the words of such a file as if they were there.
    bool is_file = takes_next && i + 1 < flags.size() && flags[i + 1].starts_with('@');
    if (is_harmless(flags[i]) && !is_file) {
      i += takes_next;
      continue;
    }
    return takes_next && i + 1 < flags.size() ? flags[i] + " " + flags[i + 1] : flags[i];
  }
  return std::nullopt;
}

}  // namespace bonsai::load
