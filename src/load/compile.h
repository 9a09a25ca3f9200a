// From input files to LLVM modules: sources are compiled by clang-19 (clang.h), bitcode and assembly are
// read, binaries of bonsai cc give the bitcode that they carry (embedded.h).
//
// Every failure is a LoadError of one line, "file: what is wrong; what to do". LLVM neither prints nor ends
// the process: its diagnostics are collected, and files that we did not make ourselves are read in a child
// process first, because LLVM's reader ends the process on some malformed input and crashes on other.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "load/load.h"

namespace bonsai::load {

// One input as a module. Its target is x86, 32 or 64 bits wide; it is valid for LLVM's verifier.
struct Unit {
  std::string path;
  bool compiled_here = false;  // from source, by us, now or when bonsai cc built the binary
  bool embedded = false;       // in a binary: a linker has let its symbols pass
  bool optional = false;       // in an archive: only wanted if it defines what others need
  std::unique_ptr<llvm::Module> module;
};

// A context whose diagnostics go to `messages`, "error: " or "warning: " before each.
std::unique_ptr<llvm::LLVMContext> make_context(std::vector<std::string>& messages);

// Compiles and reads all inputs, in order; sources in parallel. Throws LoadError.
std::vector<Unit> compile(const Options& options, llvm::LLVMContext& context,
                          std::vector<std::string>& warnings);

// The module of one C source with the bodies of its C99 inline functions, which clang leaves out at -O0 as
// some other file may define the function; null if it cannot be had.
std::unique_ptr<llvm::Module> compile_inline_bodies(const Options& options, const std::string& path,
                                                    llvm::LLVMContext& context);

}  // namespace bonsai::load
