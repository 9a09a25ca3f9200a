#include "load/signatures.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "load/compile.h"
#include "load/debug_info.h"
#include "load/load_error.h"

namespace bonsai::load {
namespace {

// A C type that is passed in the same way; empty: there is none so simple.
std::string c_type(const llvm::Type& type) {
  if (type.isVoidTy()) return "void";
  if (type.isPointerTy()) return "void *";
  if (type.isFloatTy()) return "float";
  if (type.isDoubleTy()) return "double";
  if (type.isX86_FP80Ty()) return "long double";
  if (!type.isIntegerTy()) return "";
  switch (type.getIntegerBitWidth()) {
    case 1: return "_Bool";
    case 8: return "signed char";
    case 16: return "short";
    case 32: return "int";
    case 64: return "long long";
    default: return "";
  }
}

Undefined undefined(const llvm::Function& function) {
  Undefined out{function.getName().str(), c_type(*function.getReturnType()), {}};
  for (const llvm::Argument& argument : function.args()) {
    out.parameters.push_back(c_type(*argument.getType()));
    if (out.parameters.back().empty() || argument.hasByValAttr() || argument.hasStructRetAttr())
      out.result.clear();
  }
  return out;
}

void name_parameters(const llvm::Function& function, std::vector<Parameter>& parameters) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      const llvm::DILocalVariable* variable = record.getVariable();
      if (record.getDebugLoc() && record.getDebugLoc()->getInlinedAt()) continue;
      unsigned number = variable->getArg();
      if (number && number <= parameters.size()) parameters[number - 1].name = variable->getName().str();
    }
}

Signatures read(const Options& options) {
  Signatures out;
  std::vector<std::string> messages, warnings;
  std::unique_ptr<llvm::LLVMContext> context = make_context(messages);
  std::vector<Unit> units = compile(options, *context, warnings);
  const llvm::Module& module = *units.front().module;
  std::set<std::string> defined, told;
  for (const Unit& unit : units)
    for (const llvm::Function& function : *unit.module)
      if (!function.isDeclaration()) defined.insert(function.getName().str());
  for (const Unit& unit : units)
    for (const llvm::Function& function : *unit.module)
      if (function.isDeclaration() && !function.isIntrinsic() &&
          !defined.contains(function.getName().str()) && told.insert(function.getName().str()).second)
        out.undefined.push_back(undefined(function));
  ir::Program program;
  if (program.types.empty()) program.types.emplace_back();
  DebugTranslator translator(program);
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const llvm::DISubprogram* source = function.getSubprogram();
    if (!source) continue;
    Signature signature{source->getName().str(), source->getLine(), false, function.isVarArg(), 0, {}};
    signature.is_method = llvm::isa_and_nonnull<llvm::DICompositeType>(source->getScope());
    for (const llvm::DIScope* scope = source->getScope(); scope; scope = scope->getScope())
      if (llvm::isa<llvm::DINamespace>(scope) && !scope->getName().empty())
        signature.name = scope->getName().str() + "::" + signature.name;
    ir::TypeId type = translator.type(function);
    signature.result = program.types[type].element;
    for (const ir::Field& field : program.types[type].fields)
      signature.parameters.push_back({"", field.type});
    name_parameters(function, signature.parameters);
    out.functions.push_back(std::move(signature));
  }
  std::sort(out.functions.begin(), out.functions.end(), [](const Signature& a, const Signature& b) {
    return std::tie(a.line, a.name) < std::tie(b.line, b.name);
  });
  out.types = std::move(program.types);
  return out;
}

}  // namespace

base::Result<Signatures> read_signatures(const Options& options) {
  try {
    return read(options);
  } catch (const LoadError& error) {
    return error.error();
  } catch (const std::exception& error) {
    return base::Error{std::string("loading failed: ") + error.what()};
  }
}

}  // namespace bonsai::load
