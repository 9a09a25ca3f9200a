// Reads bitcode and LLVM assembly, and says in one line what is wrong with a file that is neither.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace bonsai::load {

enum class FileKind {
  source,
  bitcode,
  assembly,
  binary  // an ELF file or an archive: may carry bitcode (embedded.h)
};

// What a path names, by its content where that is certain and by its extension else.
// Throws LoadError for what is missing, unreadable, or none of ours.
FileKind classify(const std::string& path);

// Parses bitcode that clang made for us just now. Throws LoadError.
std::unique_ptr<llvm::Module> parse_bitcode(llvm::StringRef bytes, const std::string& path,
                                            llvm::LLVMContext& context);

// Reads a .bc or .ll file that comes from elsewhere, in a child process first. Broken debug information is
// removed with a warning. Throws LoadError.
std::unique_ptr<llvm::Module> read_module(const std::string& path, FileKind kind, llvm::LLVMContext& context,
                                          std::vector<std::string>& warnings);

// Throws LoadError if types or constants nest so deeply that recursion over them could exhaust the stack.
void check_nesting(const llvm::Module& module, const std::string& path);

// Throws LoadError unless the module is for little-endian x86 of 32 or 64 bits; a module that names no target
// becomes one for x86-64.
void check_target(llvm::Module& module, const std::string& path);

}  // namespace bonsai::load
