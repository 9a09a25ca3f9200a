// Inputs to modules. Tested by compile_test.cpp.
#include "load/compile.h"

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/wait.h>

#include <atomic>
#include <cstring>
#include <set>
#include <thread>

#include "base/home.h"
#include "load/clang.h"
#include "load/embedded.h"
#include "load/load_error.h"
#include "load/read_module.h"

namespace bonsai::load {

namespace {

class Collector : public llvm::DiagnosticHandler {
 public:
  explicit Collector(std::vector<std::string>& messages) : messages_(messages) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error && info.getSeverity() != llvm::DS_Warning) return true;
    std::string text = info.getSeverity() == llvm::DS_Error ? "error: " : "warning: ";
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    messages_.push_back(text);
    return true;
  }

 private:
  std::vector<std::string>& messages_;
};

// Compiles sources[i] for every i, on as many threads as there are processors.
std::vector<ClangOutput> compile_all(const std::string& clang, const std::vector<std::string>& sources,
                                     const std::vector<std::string>& flags) {
  std::vector<ClangOutput> outputs(sources.size());
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < sources.size();) outputs[i] = run_clang(clang, sources[i], flags);
  };
  size_t count = std::min<size_t>(sources.size(), std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> threads;
  for (size_t i = 1; i < count; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return outputs;
}

// Behind the user's own -I: a klee/klee.h of theirs wins.
std::vector<std::string> with_our_headers(const Options& options) {
  std::vector<std::string> flags = options.compiler_flags;
  std::string directory = base::include_directory();
  if (!directory.empty()) flags.insert(flags.end(), {"-I", directory});
  // -isystem goes before clang's own headers, and -nostdlibinc leaves those alone.
  if (!options.library.empty())
    flags.insert(flags.end(), {"-nostdlibinc", "-isystem", options.library + "/include"});
  return flags;
}

bool failed(const ClangOutput& output) {
  return !output.started || !WIFEXITED(output.status) || WEXITSTATUS(output.status) != 0;
}

unsigned count_errors(llvm::StringRef diagnostics) {
  unsigned count = 0;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  diagnostics.split(lines, '\n');
  for (llvm::StringRef line : lines) count += line.contains(": error:") || line.contains(": fatal error:");
  return count;
}

std::string why_failed(const std::string& path, const ClangOutput& output) {
  if (!output.started) return path + ": clang-19 cannot be started (" + output.diagnostics + ")";
  if (WIFSIGNALED(output.status))
    return path + ": clang-19 was ended by a signal (" + strsignal(WTERMSIG(output.status)) + ")";
  unsigned errors = count_errors(output.diagnostics);
  // A wrong option is an error of the driver and names no file.
  size_t driver = output.diagnostics.find("clang-19: error: ");
  if (driver == 0) {
    std::string line = output.diagnostics.substr(0, output.diagnostics.find('\n'));
    return path + ": does not compile (" + line + ")";
  }
  if (errors == 0)
    return path + ": does not compile (clang-19 exited with code " +
           std::to_string(WEXITSTATUS(output.status)) + ")";
  return path + ": does not compile (clang-19: " + std::to_string(errors) +
         (errors == 1 ? " error)" : " errors)");
}

void report_failures(const std::vector<std::string>& sources, const std::vector<ClangOutput>& outputs) {
  std::string message, detail;
  size_t others = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!failed(outputs[i])) continue;
    if (message.empty()) {
      message = why_failed(sources[i], outputs[i]);
    } else {
      ++others;
    }
    if (outputs[i].started) detail += outputs[i].diagnostics;
  }
  if (others)
    message += ", nor " + std::string(others == 1 ? "does" : "do") + " " + std::to_string(others) +
               " more file" + (others == 1 ? "" : "s");
  if (!message.empty()) throw LoadError(message, detail);
}

// The context owns types that all modules share; mixed widths would make nonsense of them.
void check_same_target(const std::vector<Unit>& units) {
  const Unit& first = units.front();
  auto bits = [](const Unit& unit) { return unit.module->getDataLayout().getPointerSizeInBits(); };
  for (const Unit& unit : units) {
    if (bits(unit) != bits(first))
      throw LoadError(unit.path + ": is for " + std::to_string(bits(unit)) + " bits, but " + first.path +
                      " for " + std::to_string(bits(first)) + "; compile all files with -m32 or all without");
    if (unit.module->getDataLayout() != first.module->getDataLayout())
      throw LoadError(unit.path + ": lays data out for " + unit.module->getTargetTriple() + ", but " +
                      first.path + " for " + first.module->getTargetTriple() +
                      "; compile all files for one target");
    // Names like x86_64-pc-linux-gnu and x86_64-unknown-linux-gnu differ in nothing that matters here.
    unit.module->setTargetTriple(first.module->getTargetTriple());
  }
}

void add(Unit unit, std::vector<Unit>& units) {
  unit.module->setIsNewDbgInfoFormat(true);
  check_target(*unit.module, unit.path);
  check_nesting(*unit.module, unit.path);
  units.push_back(std::move(unit));
}

// All that a binary carries. `seen` holds the bitcode of those before: the same object may be in two inputs.
void read_binary(const std::string& path, llvm::LLVMContext& context, std::vector<Unit>& units,
                 std::set<std::string>& seen, std::set<std::string>& libraries) {
  base::Result<std::vector<Embedded>> all = read_program(path);
  if (!all) throw LoadError(all.error().message);
  bool archive = is_archive(path);
  for (Embedded& each : *all) {
    if (!seen.insert(each.origin.directory + '\0' + each.origin.source + '\0' + each.bitcode).second)
      continue;
    libraries.insert(each.origin.libc);
    Unit unit;
    unit.path = path + "(" + each.origin.source + ")";
    unit.compiled_here = unit.embedded = true;
    unit.optional = archive;
    // Ours, and checksummed: it needs no child process to be read in.
    unit.module = parse_bitcode(each.bitcode, unit.path, context);
    add(std::move(unit), units);
  }
}

}  // namespace

std::unique_ptr<llvm::LLVMContext> make_context(std::vector<std::string>& messages) {
  auto context = std::make_unique<llvm::LLVMContext>();
  context->setDiagnosticHandler(std::make_unique<Collector>(messages));
  context->enableDebugTypeODRUniquing();  // one type for a C++ class that several files define
  return context;
}

std::vector<Unit> compile(const Options& options, llvm::LLVMContext& context,
                          std::vector<std::string>& warnings) {
  if (options.inputs.empty()) throw LoadError("no input; name source or bitcode files");
  std::vector<FileKind> kinds;
  std::vector<std::string> sources;
  for (const std::string& path : options.inputs) {
    kinds.push_back(classify(path));
    if (kinds.back() == FileKind::source) sources.push_back(path);
  }
  std::vector<ClangOutput> outputs;
  if (!sources.empty()) {
    std::string clang = find_clang();
    if (clang.empty())
      throw LoadError(
          "clang-19 is neither in PATH nor in /usr/lib/llvm-19/bin; install it (apt install clang-19)");
    outputs = compile_all(clang, sources, with_our_headers(options));
    report_failures(sources, outputs);
  }
  std::vector<Unit> units;
  std::set<std::string> seen, libraries;
  size_t source = 0;
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == FileKind::binary) {
      read_binary(options.inputs[i], context, units, seen, libraries);
      continue;
    }
    Unit unit;
    unit.path = options.inputs[i];
    unit.compiled_here = kinds[i] == FileKind::source;
    if (unit.compiled_here) {
      unit.module = parse_bitcode(outputs[source++].bitcode, unit.path, context);
    } else {
      unit.module = read_module(unit.path, kinds[i], context, warnings);
    }
    add(std::move(unit), units);
  }
  if (libraries.size() > 1)
    warnings.push_back(
        "some sources were compiled for musl and some for the system's C library, whose types differ; build "
        "all "
        "with BONSAI_LIBC=system");
  check_same_target(units);
  return units;
}

std::unique_ptr<llvm::Module> compile_inline_bodies(const Options& options, const std::string& path,
                                                    llvm::LLVMContext& context) {
  // __OPTIMIZE__ makes glibc's headers give bodies for functions of its own.
  ClangOutput output = run_clang(find_clang(), path, with_our_headers(options), -1,
                                 {"-O1", "-U__OPTIMIZE__", "-Xclang", "-disable-llvm-passes"});
  if (failed(output)) return nullptr;
  std::unique_ptr<llvm::Module> module = parse_bitcode(output.bitcode, path, context);
  module->setIsNewDbgInfoFormat(true);
  return module;
}

}  // namespace bonsai::load
