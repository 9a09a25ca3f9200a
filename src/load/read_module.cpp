// Bitcode and assembly from elsewhere. Tested by read_module_test.cpp.
//
// LLVM's readers trust their input: verification of debug information that fails inside the reader ends the
// process, and corrupt records may crash it. So the file is read and verified in a forked child first; only
// if the child comes to a good end is it read again here. Where the reader complains of the debug information
// and removes it, it prints; then the child hands over the module as it is without.
#include "load/read_module.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorOr.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/TargetParser/Triple.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "load/embedded.h"
#include "load/load_error.h"

namespace bonsai::load {

namespace {

constexpr const char* how_to_make = "make it with `clang-19 -c -emit-llvm -g`";
constexpr const char* default_layout =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
constexpr rlim_t reader_seconds = 300;  // of processor time, for corrupt input that makes the reader loop

std::string one_line(llvm::StringRef text) { return text.trim().split('\n').first.rtrim().str(); }

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

std::unique_ptr<llvm::MemoryBuffer> open_file(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/true);
  if (!buffer) throw LoadError(path + ": cannot be read (" + buffer.getError().message() + ")");
  return std::move(*buffer);
}

// Which LLVM wrote it, "LLVM19.1.7"; empty if that cannot be read either.
std::string producer(llvm::MemoryBufferRef buffer) {
  auto name = llvm::getBitcodeProducerString(buffer);
  if (name) return *name;
  llvm::consumeError(name.takeError());
  return {};
}

LoadError bad_bitcode(const std::string& path, llvm::MemoryBufferRef buffer, const std::string& why) {
  std::string maker = producer(buffer);
  llvm::StringRef version = maker;
  unsigned major = 0;
  if (version.consume_front("LLVM")) version.split('.').first.getAsInteger(10, major);
  bool epoch = why.find("epoch") != std::string::npos;
  if (epoch || major > 19) {
    std::string made = maker.empty() ? "" : " written by " + maker;
    return LoadError(path + ": bitcode of an unknown version" + made + " (" + why +
                     "); Bonsai reads that of LLVM 19 and older: compile again with clang-19");
  }
  return LoadError(path + ": corrupt or truncated bitcode (" + why + "); " + how_to_make + " again");
}

std::unique_ptr<llvm::Module> parse(llvm::MemoryBufferRef buffer, const std::string& path, FileKind kind,
                                    llvm::LLVMContext& context) {
  if (kind == FileKind::assembly) {
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssembly(buffer, diagnostic, context);
    if (!module) {
      std::string where = path + ":" + std::to_string(diagnostic.getLineNo()) + ":" +
                          std::to_string(diagnostic.getColumnNo() + 1);
      throw LoadError(where + ": " + one_line(diagnostic.getMessage()) + "; not the assembly of LLVM 19");
    }
    return module;
  }
  auto module = llvm::parseBitcodeFile(buffer, context);
  if (!module) throw bad_bitcode(path, buffer, one_line(llvm::toString(module.takeError())));
  return std::move(*module);
}

// Verifies; removes broken debug information that the reader let pass. True if there was any.
bool verify(llvm::Module& module, const std::string& path) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  bool broken_debug_info = false;
  if (llvm::verifyModule(module, &stream, &broken_debug_info))
    throw LoadError(path + ": invalid module (" + one_line(text) + "); " + how_to_make + " again", text);
  return broken_debug_info && llvm::StripDebugInfo(module);
}

// Types and constants as a graph: what each is made of. Depth is counted without recursion.
class Nesting {
 public:
  // False: something nests too deeply.
  bool add(const llvm::Type* type) {
    auto parts = [](const llvm::Type* each) { return each->subtypes(); };
    return measure(type, types_, parts);
  }
  bool add(const llvm::Constant* constant) {
    auto parts = [](const llvm::Constant* each) {
      llvm::SmallVector<const llvm::Constant*> all;
      if (llvm::isa<llvm::GlobalValue>(each)) return all;  // its initialiser is measured by itself
      for (const llvm::Use& use : each->operands())
        if (auto* part = llvm::dyn_cast<llvm::Constant>(use.get())) all.push_back(part);
      return all;
    };
    return measure(constant, constants_, parts) && add(constant->getType());
  }

 private:
  static constexpr unsigned most = 1000;

  template <typename T, typename Parts>
  static bool measure(const T* root, llvm::DenseMap<const T*, unsigned>& depths, Parts parts) {
    constexpr unsigned unknown = UINT_MAX;  // its parts come first
    llvm::SmallVector<const T*> todo{root};
    while (!todo.empty()) {
      const T* each = todo.back();
      auto [found, is_new] = depths.try_emplace(each, unknown);
      if (!is_new && found->second != unknown) {
        todo.pop_back();
        continue;
      }
      unsigned depth = 0;
      for (const T* part : parts(each)) {
        auto known = depths.find(part);
        if (known == depths.end())
          todo.push_back(part);
        else if (known->second == unknown)
          return false;  // part of itself
        else
          depth = std::max(depth, known->second + 1);
      }
      if (is_new && todo.back() != each) continue;
      if (depth > most) return false;
      depths[each] = depth;
      todo.pop_back();
    }
    return true;
  }

  llvm::DenseMap<const llvm::Type*, unsigned> types_;
  llvm::DenseMap<const llvm::Constant*, unsigned> constants_;
};

void note_broken_debug_info(const llvm::DiagnosticInfo* info, void* seen) {
  // LLVM 19 gives the kind DebugMetadataVersion to both complaints: of a version, and of invalid contents.
  if (info->getKind() == llvm::DK_DebugMetadataVersion || info->getKind() == llvm::DK_DebugMetadataInvalid)
    *static_cast<bool*>(seen) = true;
}

// `out` gets the text of a LoadError, or whatever LLVM had to say before it ended the process; `cleaned` gets
// bitcode without debug information if that was broken, else nothing.
[[noreturn]] void read_in_child(const std::string& path, FileKind kind, int out, int cleaned) {
  dup2(out, 2);
  rlimit no_core{0, 0}, time{reader_seconds, reader_seconds};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_CPU, &time);
  for (int number : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE}) signal(number, SIG_DFL);
  int code = 3;
  try {
    bool broken = false;
    llvm::LLVMContext context;
    context.setDiagnosticHandlerCallBack(note_broken_debug_info, &broken);
    auto buffer = open_file(path);
    auto module = parse(*buffer, path, kind, context);
    broken |= verify(*module, path);
    check_nesting(*module, path);
    if (broken) {
      llvm::raw_fd_ostream stream(cleaned, /*shouldClose=*/false);
      llvm::WriteBitcodeToFile(*module, stream);
    }
    _exit(0);  // without taking the module apart
  } catch (const LoadError& error) {
    const std::string& text = error.error().message;
    if (write(2, text.data(), text.size()) >= 0) code = 2;
  } catch (...) {
  }
  _exit(code);
}

std::string read_all(int end) {
  std::string text;
  char buffer[4096];
  for (;;) {
    ssize_t got = read(end, buffer, sizeof buffer);
    if (got > 0) {
      text.append(buffer, size_t(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

void try_in_child(const std::string& path, FileKind kind, int cleaned) {
  int ends[2];
  if (pipe(ends) != 0) throw LoadError(path + ": cannot be read (no pipe: " + std::strerror(errno) + ")");
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    throw LoadError(path + ": cannot be read (no process: " + std::strerror(errno) + ")");
  }
  if (child == 0) {
    close(ends[0]);
    read_in_child(path, kind, ends[1], cleaned);
  }
  close(ends[1]);
  std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2) throw LoadError(one_line(text));
  std::string why = WIFSIGNALED(status) ? std::string("LLVM's reader: ") + strsignal(WTERMSIG(status))
                    : text.empty()      ? std::string("LLVM's reader gave up")
                                        : one_line(text);
  std::string what = kind == FileKind::bitcode ? "corrupt or truncated bitcode" : "invalid assembly";
  throw LoadError(path + ": " + what + " (" + why + "); " + how_to_make + " again");
}

bool looks_like_text(llvm::StringRef bytes) {
  return llvm::none_of(bytes.take_front(512), [](char c) { return c == 0 || (c > 0 && c < 9); });
}

// For a file that is named .bc, or not named as anything we know.
std::string what_else(llvm::StringRef head) {
  return looks_like_text(head) ? "text" : "of an unknown format";
}

}  // namespace

FileKind classify(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) throw LoadError(path + ": no such file");
    throw LoadError(path + ": cannot be read (" + std::strerror(errno) + ")");
  }
  if (S_ISDIR(info.st_mode)) throw LoadError(path + ": is a directory; name source or bitcode files");
  if (!S_ISREG(info.st_mode)) throw LoadError(path + ": is not a regular file");
  auto buffer = open_file(path);
  llvm::StringRef bytes = buffer->getBuffer();
  if (llvm::identify_magic(bytes) == llvm::file_magic::bitcode) return FileKind::bitcode;

  if (is_binary(path)) return FileKind::binary;

  std::string extension = std::filesystem::path(path).extension();
  for (const char* known : {".c", ".i", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP", ".ii"}) {
    if (extension == known) return FileKind::source;
  }
  if (extension != ".bc" && extension != ".ll" && llvm::identify_magic(bytes) == llvm::file_magic::unknown)
    throw LoadError(path + ": unknown kind of file; name .c, .cc, .cpp, .cxx, .i, .ii, .bc or .ll files");
  if (bytes.empty()) throw LoadError(path + ": is empty; " + how_to_make);
  if (extension == ".ll" && looks_like_text(bytes)) return FileKind::assembly;
  std::string what = what_else(bytes);
  const char* hint = what == "text" ? "name source .c or .cpp, LLVM assembly .ll, or " : "";
  throw LoadError(path + ": is " + what + ", not LLVM bitcode; " + hint + how_to_make);
}

std::unique_ptr<llvm::Module> parse_bitcode(llvm::StringRef bytes, const std::string& path,
                                            llvm::LLVMContext& context) {
  return parse(llvm::MemoryBufferRef(bytes, path), path, FileKind::bitcode, context);
}

void check_nesting(const llvm::Module& module, const std::string& path) {
  Nesting nesting;
  bool good = true;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    good &= nesting.add(variable.getValueType());
    if (variable.hasInitializer()) good &= nesting.add(variable.getInitializer());
  }
  for (const llvm::GlobalAlias& alias : module.aliases()) good &= nesting.add(alias.getAliasee());
  for (const llvm::Function& function : module) {
    good &= nesting.add(function.getFunctionType());
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        good &= nesting.add(instruction.getType());
        if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
          good &= nesting.add(local->getAllocatedType());
        if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
          good &= nesting.add(address->getSourceElementType());
        for (const llvm::Use& operand : instruction.operands())
          if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) good &= nesting.add(constant);
      }
  }
  if (!good) throw LoadError(path + ": has types or constants that nest a thousand levels deep, or more");
}

std::unique_ptr<llvm::Module> read_module(const std::string& path, FileKind kind, llvm::LLVMContext& context,
                                          std::vector<std::string>& warnings) {
  File cleaned(memfd_create("bonsai-module", MFD_CLOEXEC));
  try_in_child(path, kind, cleaned.descriptor());
  struct stat info{};
  if (cleaned.descriptor() >= 0) fstat(cleaned.descriptor(), &info);
  if (info.st_size == 0) {
    auto buffer = open_file(path);
    return parse(*buffer, path, kind, context);
  }
  auto buffer = llvm::MemoryBuffer::getOpenFile(cleaned.descriptor(), path, uint64_t(info.st_size));
  if (!buffer) throw LoadError(path + ": cannot be read (" + buffer.getError().message() + ")");
  warnings.push_back(path + ": its debug information is broken or too old and was removed: no source lines");
  return parse(**buffer, path, FileKind::bitcode, context);
}

void check_target(llvm::Module& module, const std::string& path) {
  llvm::Triple triple(module.getTargetTriple());
  bool unnamed = module.getTargetTriple().empty();
  std::string name = unnamed ? "an unnamed target" : module.getTargetTriple();
  if (module.getDataLayout().isBigEndian())
    throw LoadError(path + ": is for " + name +
                    ", which is big-endian; Bonsai runs programs for x86, 32 or 64 bits");
  if (!unnamed && !triple.isX86())
    throw LoadError(path + ": is for " + name +
                    "; Bonsai runs programs for x86: compile with --target=x86_64-linux-gnu");
  if (module.getDataLayoutStr().empty()) {
    bool narrow = triple.isArch32Bit();
    if (narrow)
      throw LoadError(path + ": is for " + name + " but has no data layout; " + how_to_make + " -m32");
    module.setDataLayout(default_layout);
  }
  if (unnamed && module.getDataLayout().getPointerSize() == 8) module.setTargetTriple("x86_64-pc-linux-gnu");
  unsigned bytes = module.getDataLayout().getPointerSize();
  if (bytes != 4 && bytes != 8)
    throw LoadError(path + ": its pointers have " + std::to_string(bytes) +
                    " bytes; Bonsai runs programs with 4 or 8");
}

}  // namespace bonsai::load
