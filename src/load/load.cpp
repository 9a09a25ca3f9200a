// The way from files to a Program, step by step. Tested by load_test.cpp.
#include "load/load.h"

#include <algorithm>

#include "ir/verify.h"
#include "load/checks.h"
#include "load/compile.h"
#include "load/link.h"
#include "load/load_error.h"
#include "load/lower.h"
#include "load/native_module.h"
#include "load/passes.h"

namespace bonsai::load {

namespace {

bool defines(const std::vector<Unit>& units, const char* name) {
  return std::any_of(units.begin(), units.end(), [&](const Unit& unit) {
    const llvm::Function* function = unit.module->getFunction(name);
    return function && !function->isDeclaration();
  });
}

Loaded load_or_throw(Options options) {
  Loaded loaded;
  std::vector<std::string> messages;
  std::unique_ptr<llvm::LLVMContext> context = make_context(messages);  // outlives every module
  std::vector<Unit> units = compile(options, *context, loaded.warnings);
  if (options.entry == "main" && !defines(units, "main") && defines(units, "LLVMFuzzerTestOneInput"))
    options.entry = "LLVMFuzzerTestOneInput";
  loaded.entry = options.entry;
  units = choose_members(std::move(units), options.entry);
  for (Unit& unit : units) insert_checks(*unit.module, options, unit.compiled_here);
  std::unique_ptr<llvm::Module> module = link(std::move(units), options, messages);
  run_passes(*module, options);
  loaded.program = lower(*module, options, loaded.warnings);
  if (!options.native_module.empty()) {
    make_native(*module, loaded.program, options);
    write_bitcode(*module, options.native_module);
  }
  loaded.warnings.insert(loaded.warnings.end(), messages.begin(), messages.end());

  std::vector<std::string> violations = ir::verify(loaded.program);
  if (violations.empty()) return loaded;
  std::string detail;
  for (const std::string& line : violations) detail += line + "\n";
  throw LoadError("lowering made an invalid program: " + violations.front(), detail);
}

}  // namespace

base::Result<Loaded> load(const Options& options) {
  try {
    return load_or_throw(options);
  } catch (const LoadError& error) {
    return error.error();
  } catch (const std::exception& error) {
    return base::Error{std::string("loading failed: ") + error.what()};
  }
}

}  // namespace bonsai::load
