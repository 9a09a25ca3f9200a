// The way from files to a Program, step by step. Tested by load_test.cpp.
#include "load/load.h"

#include <algorithm>
#include <optional>

#include "base/file_name.h"
#include "ir/verify.h"
#include "load/c_library.h"
#include "load/checks.h"
#include "load/compile.h"
#include "load/entry.h"
#include "load/inline_bodies.h"
#include "load/known_assembly.h"
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

// The library is for C programs of 64 bits: C++ is compiled against the system's libraries.
bool can_use_library(const Options& options) {
  return std::none_of(options.inputs.begin(), options.inputs.end(), base::is_cpp_source) &&
         std::find(options.compiler_flags.begin(), options.compiler_flags.end(), "-m32") ==
             options.compiler_flags.end();
}

std::optional<CLibrary> open_library(const Options& options, const std::vector<Unit>& units) {
  if (options.library.empty() || units.front().module->getDataLayout().getPointerSizeInBits() != 64)
    return std::nullopt;
  return CLibrary(options);
}

Loaded load_or_throw(Options options) {
  Loaded loaded;
  std::vector<std::string> messages;
  if (!can_use_library(options)) options.library.clear();
  std::unique_ptr<llvm::LLVMContext> context = make_context(messages);  // outlives every module
  std::vector<Unit> units = compile(options, *context, loaded.warnings);
  if (options.entry == "main" && !defines(units, "main") && defines(units, "LLVMFuzzerTestOneInput"))
    options.entry = "LLVMFuzzerTestOneInput";
  loaded.entry = options.entry;
  units = choose_members(std::move(units), options.entry);
  std::optional<CLibrary> library = open_library(options, units);
  add_inline_bodies(units, options, *context, [&](llvm::StringRef name) {
    return (library && library->defines(name)) ||
           (options.engine_provides && options.engine_provides(name.str())) ||
           (options.engine_stands_in && options.engine_stands_in(name.str()));
  });
  for (Unit& unit : units) {
    replace_known_assembly(*unit.module);
    insert_checks(*unit.module, options, unit.compiled_here);
  }
  std::unique_ptr<llvm::Module> module =
      link(std::move(units), options, library ? &*library : nullptr, messages);
  answer_function_signatures(*module);
  if (options.keep_bitcode) loaded.bitcode = to_bitcode(*module);
  if (options.entry == "LLVMFuzzerTestOneInput") initialize_fuzz_target(*module);
  if (library && !options.library_always && !library->is_needed_by(*module)) library.reset();
  SourceBranches branches = run_passes(*module, options);
  loaded.start = options.entry;
  if (library) {
    library->link_into(*module, options.entry, messages);
    loaded.has_library = true;
    loaded.start = options.entry = library_start;
  }
  expand_relative_loads(*module);
  loaded.program = lower(*module, options, loaded.warnings, &loaded.left_out, branches);
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
