// Understands the command line of a C compiler as far as `bonsai cc` must: which sources there are, what is
// made of them, and which flags matter when they are compiled once more, to bitcode.
//
// Idea: the native half of a compilation is the user's command itself, so everything that is not known here
// goes to clang as it is, and what clang says to it is what the user sees. Only flags whose next word belongs
// to them must be known, or that word would be taken for an input.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace bonsai::load {

// What a command makes.
enum class CompilerTask {
  other,    // text, a dependency list, LLVM IR, an answer to -print-…; nothing that could carry bitcode
  compile,  // -c: an object of each source
  build     // compiles what sources there are, and links
};

struct CompilerSource {
  std::string path;      // "-" is standard input
  std::string language;  // "c" or "c++"
  bool named = false;    // by -x: the compiler must be told
  std::string object;    // where -c puts what is made of it
};

struct CompilerCommand {
  CompilerTask task = CompilerTask::other;
  std::vector<std::string> words;  // for clang, natively: response files expanded, GCC's own flags gone
  std::vector<std::string> bitcode_flags;  // of the words, those that matter to the front end
  std::vector<CompilerSource> sources;     // C and C++ only
  bool dry_run = false;                    // -###: says what it would do
  bool has_inputs = false;                 // of any kind
  std::string output;                      // of a link
  bool own_target = false;                 // names a target, a system root, or 32 bits: not ours to choose
  bool own_libraries = false;              // -nostdlib, -nodefaultlibs
  bool makes_library = false;              // -shared, -r
  bool static_pie = false;
  bool wants_shared = false;  // links a shared library
};

// `words` stand behind "cc". An error if a response file cannot be read. `cxx`: as clang++ takes them.
base::Result<CompilerCommand> understand(const std::vector<std::string>& words, bool cxx);

// The words in a response file: separated by white space, with quotes and backslashes.
std::vector<std::string> split_response(const std::string& text);

}  // namespace bonsai::load
