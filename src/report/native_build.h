// The program under test as native binaries, linked with the replay library (runtime/replay).
//
// Idea: the same sources with the same flags, by the same compiler at -O0, so that what the engine saw is
// what runs. Each variant is built when it is first asked for, in a folder of its own inside the run's
// folder, and is used again by later processes while neither a source nor a header nor a flag changed. A
// binary that this user's Bonsai did not build there is built anew (seal.h).
//
// Functions that Bonsai provides (bonsai.h) win over bodies that the program has for them: the replay library
// is linked first, and the linker is told to allow further definitions.
//
// Threads: any number may ask at once; a variant is built once.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sandbox/sandbox.h"

namespace bonsai::report {

enum class Variant {
  plain,          // for exit code and output
  sanitized,      // AddressSanitizer, UndefinedBehaviorSanitizer (which reports and goes on)
  memory,         // MemorySanitizer, which looks at arguments and results where they are passed,
  memory_at_uses  // and only where something is decided by them
};
inline bool is_memory(Variant variant) {
  return variant == Variant::memory || variant == Variant::memory_at_uses;
}
const char* word(Variant variant);

// What was run, as load::Options and the command line have it.
struct NativeProgram {
  std::vector<std::string> inputs;  // .c .cc .cpp .cxx .i .ii .bc .ll, binaries of bonsai cc
  std::vector<std::string> compiler_flags;
  std::vector<std::string> arguments;  // of the program
  std::string entry = "main";
  std::string directory{};  // to which relative paths refer; empty: the current one
  // A program with the C library: what it gets from outside (runtime/linux/setup.h), and its argv[0]. The
  // plain variant is then built on musl, too.
  bool has_library = false;
  std::vector<std::string> setup{};
  std::string name{};
  std::string binary{};            // if not empty: run this, build nothing (plain variant)
  bool is_unconfined = false;      // run it on the host itself (--unsafe-native)
  bool (*is_stopped)() = nullptr;  // ends builds and runs early (sandbox::Limits)
};

class NativeBuild {
 public:
  // Builds go to folder/plain and so on; folders are made when needed.
  NativeBuild(NativeProgram program, std::string folder);

  // Path of the binary; builds it if needed. The error is one line, its detail the compiler's or linker's
  // words.
  base::Result<std::string> binary(Variant variant);

  // Where a binary of this build runs; made when it is first asked for.
  sandbox::Sandbox& sandbox(const std::string& binary);

  const NativeProgram& program() const { return program_; }
  const std::string& folder() const { return folder_; }
  // True if an input is LLVM IR (or a binary that carries it), which UndefinedBehaviorSanitizer cannot be
  // added to.
  bool has_bitcode() const;
  // What a build with sanitizers that was made lacks, in words: functions that the C library has which the
  // engine ran the program with, and the system's has not. A call of one jumps to nothing. Empty: it lacks
  // nothing.
  std::string lack_of(Variant variant);

 private:
  std::optional<std::string> own_binary() const;
  base::Result<std::string> build(Variant variant);
  base::Result<std::string> build(Variant variant, bool recorded);
  std::optional<base::Error> link(Variant variant, std::vector<std::string> command,
                                  const std::string& directory, const std::string& lack_file);

  NativeProgram program_;
  std::string folder_;
  std::mutex mutex_;
  std::map<Variant, base::Result<std::string>> built_;
  std::map<Variant, std::string> lacks_;
  std::map<std::string, std::unique_ptr<sandbox::Sandbox>> sandboxes_;  // by binary
};

}  // namespace bonsai::report
