// Runs clang-19 as a child process: one source file in, bitcode out.
//
// Nothing is written to disk: the bitcode comes through a pipe, the diagnostics through another. Any number
// of threads may compile at once.
#pragma once

#include <string>
#include <vector>

namespace bonsai::load {

struct ClangOutput {
  bool started = false;     // false: `diagnostics` says why not
  int status = 0;           // as waitpid gives it
  std::string bitcode;      // empty if the source does not compile
  std::string diagnostics;  // all that clang wrote to stderr
};

// What follows the user's flags in every compilation to bitcode; the source comes behind.
const std::vector<std::string>& bitcode_flags();

// Path of clang-19, or empty if there is none: looks in PATH, then in /usr/lib/llvm-19/bin.
std::string find_clang();

// Compiles at -O0. `flags` are the user's; those that make the result ours to check win over them.
// `input` is what clang reads as standard input, -1 for nothing; it may be the source ("-").
// `more` follows all other flags.
ClangOutput run_clang(const std::string& clang, const std::string& source,
                      const std::vector<std::string>& flags, int input = -1,
                      const std::vector<std::string>& more = {});

// What programs of 32 bits need besides `flags`: the kernel's headers, which are the same for both, are
// installed for 64 bits only.
std::vector<std::string> kernel_header_flags(const std::vector<std::string>& flags);

// The file's name so that the driver takes it for neither a flag nor a file of flags.
std::string plain_name(const std::string& file);

// The command line that run_clang executes, for messages and tests.
std::vector<std::string> clang_command(const std::string& clang, const std::string& source,
                                       const std::vector<std::string>& flags,
                                       const std::vector<std::string>& more = {});

}  // namespace bonsai::load
