// What the tests of this room share: small files in a directory of their own, modules from C text, and their
// functions.
#pragma once

#include <gtest/gtest.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "load/checks.h"
#include "load/compile.h"
#include "load/link.h"
#include "load/load_error.h"
#include "load/passes.h"

namespace bonsai::load {

class LoadTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "bonsai-load-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& text) {
    std::string path = directory_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  // Compiles C text up to before the passes, or through them.
  std::unique_ptr<llvm::Module> prepare(const std::string& text, Options options, bool passes = true,
                                        const std::string& name = "test.c") {
    if (options.inputs.empty()) options.inputs = {write(name, text)};
    contexts_.push_back(make_context(messages_));
    std::vector<Unit> units = compile(options, *contexts_.back(), warnings_);
    for (Unit& unit : units) insert_checks(*unit.module, options, unit.compiled_here);
    auto module = link(std::move(units), options, nullptr, messages_);
    if (passes) run_passes(*module, options);
    return module;
  }

  static Options level(int optimisation, std::string entry = "main") {
    Options options;
    options.optimisation = optimisation;
    options.entry = std::move(entry);
    return options;
  }

  // The message of the LoadError that `action` throws; empty if it throws none.
  template <typename Action>
  static std::string message_of(Action action) {
    try {
      action();
    } catch (const LoadError& error) {
      return error.error().message;
    }
    return {};
  }

  static unsigned count_calls(const llvm::Module& module, llvm::StringRef callee_prefix) {
    unsigned count = 0;
    for (const llvm::Function& function : module) {
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        auto* callee = call ? call->getCalledFunction() : nullptr;
        count += callee && callee->getName().starts_with(callee_prefix);
      }
    }
    return count;
  }

  static unsigned count(const llvm::Function& function, unsigned opcode) {
    unsigned count = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      count += instruction.getOpcode() == opcode;
    return count;
  }

  static std::string print(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << module;
    return text;
  }

  std::filesystem::path directory_;
  std::vector<std::string> messages_, warnings_;
  std::vector<std::unique_ptr<llvm::LLVMContext>> contexts_;  // outlive the modules of a test
};

}  // namespace bonsai::load
