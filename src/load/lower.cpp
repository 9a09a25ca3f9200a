// Module level of the lowering: numbers functions and blocks, describes functions, runs the lowering of each
// body.
//
// Tested by lower_test.cpp.
#include "load/lower.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Triple.h>

#include "load/c_library.h"
#include "load/draft.h"
#include "load/lower_function.h"
#include "load/lower_module.h"

namespace bonsai::load {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

constexpr uint64_t code_step = 16;
constexpr size_t most_scalars = 4096;  // in one value: beyond, registers are the wrong place for it

// Operations that checks.cpp inserts as calls; they become opcodes.
bool is_operation(const llvm::Function& function) {
  return function.isIntrinsic() || (function.isDeclaration() && function.getName().starts_with("bonsai."));
}

// Whether assembly at file level is more than what names symbols.
bool has_code(llvm::StringRef assembly) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::SplitString(assembly, lines, "\n;");
  return llvm::any_of(lines, [](llvm::StringRef line) {
    line = line.split('#').first.trim();
    for (const char* harmless :
         {".symver", ".ident", ".globl", ".global", ".weak", ".hidden", ".type", ".size"})
      if (line.starts_with(harmless)) return false;
    return !line.empty();
  });
}

}  // namespace

ModuleLowering::ModuleLowering(llvm::Module& module, const Options& options,
                               std::vector<std::string>& warnings)
    : module_(module),
      options_(options),
      warnings_(warnings),
      layout_(module.getDataLayout()),
      debug_(program_) {
  llvm::Triple triple(module.getTargetTriple());
  program_.name = module.getModuleIdentifier();
  program_.pointer_bytes = layout_.getPointerSize();
  system_v_ = program_.pointer_bytes == 8 && !triple.isOSWindows();
}

ir::Program ModuleLowering::run(const SourceBranches& branches) {
  if (has_code(module_.getModuleInlineAsm()))
    ignore("assembly at file level is not supported; it is ignored");
  number_functions();
  number_blocks();
  for (const SourceBranch& branch : branches) add_source_branch(branch);
  branches_ = number_branches(module_);
  program_.branches.resize(branches_.size());
  for (auto [instr, id] : branches_) program_.branches[id].function = functions_.lookup(instr->getFunction());
  place_globals();
  initialise_globals();
  for (const llvm::Function& function : module_) {
    if (is_operation(function) || function.isDeclaration()) continue;
    ir::FunctionId id = functions_.lookup(&function);
    Draft draft = FunctionLowering(*this, function, program_.functions[id]).run();
    fuse(program_, draft);
    allocate_registers(program_, draft);
    finish(lay_out(program_, std::move(draft)));
  }
  program_.constructors = structors("llvm.global_ctors");
  program_.destructors = structors("llvm.global_dtors");
  // Highest priority number first, and the reverse order among equals: constructors' order backwards.
  std::reverse(program_.destructors.begin(), program_.destructors.end());
  return std::move(program_);
}

void ModuleLowering::add_source_branch(const SourceBranch& branch) {
  ir::SourceBranch& added = program_.source_branches.emplace_back();
  added.location = debug_.location(branch.location.get());
  added.rank = branch.rank;
  added.ways = branch.ways;
  added.cases = branch.cases;
  added.implied = branch.implied;
  for (const std::vector<llvm::DebugLoc>& code : branch.code) {
    std::vector<ir::LocationId>& places = added.code.emplace_back();
    for (const llvm::DebugLoc& each : code) places.push_back(debug_.location(each.get()));
  }
}

uint32_t ModuleLowering::add_observation(const ir::Observation& observation) {
  program_.observations.push_back(observation);
  return uint32_t(program_.observations.size() - 1);
}

void ModuleLowering::finish(ir::Function function) {
  for (const ir::BranchSite& site : function.branch_sites) program_.branches[site.id].index = site.index;
  ir::FunctionId id = function.id;
  program_.functions[id] = std::move(function);
}

void ModuleLowering::number_functions() {
  for (const llvm::Function& function : module_) {
    if (is_operation(function)) continue;
    add_function(function.getName().str(), &function);
  }
  // C functions that stand for intrinsics get their number now, because block addresses lie behind all
  // functions.
  for (const llvm::Function& function : module_) {
    if (!function.isIntrinsic()) continue;
    std::string name = library_name(function.getIntrinsicID(), function.getReturnType());
    if (!name.empty() && !program_.function_by_name.contains(name)) add_function(name, nullptr);
  }
  for (const llvm::GlobalIFunc& ifunc : module_.ifuncs()) {
    warn("indirect function " + ifunc.getName().str() + " is not supported; a path that calls it ends there");
    add_function(ifunc.getName().str(), nullptr);
    addresses_[&ifunc] = program_.functions.back().address;
  }
  for (const llvm::GlobalAlias& alias : module_.aliases())
    if (auto* target = llvm::dyn_cast_or_null<llvm::Function>(alias.getAliaseeObject());
        target && functions_.contains(target))
      program_.function_by_name.try_emplace(alias.getName().str(), functions_.lookup(target));
}

void ModuleLowering::add_function(const std::string& name, const llvm::Function* function) {
  ir::Function result;
  result.id = ir::FunctionId(program_.functions.size());
  result.name = result.source_name = name;
  result.address = ir::address_map(program_.pointer_bytes).code_begin + code_step * result.id;
  if (function) {
    describe_function(result, *function);
    functions_[function] = result.id;
    // A weak symbol that nothing defines is null, and that can be asked.
    addresses_[function] = function->hasExternalWeakLinkage() ? 0 : result.address;
  }
  program_.function_by_name.try_emplace(name, result.id);
  program_.function_by_address.try_emplace(result.address, result.id);
  program_.functions.push_back(std::move(result));
}

void ModuleLowering::describe_function(ir::Function& result, const llvm::Function& function) {
  result.has_body = !function.isDeclaration();
  result.variadic = function.isVarArg();
  result.no_return = function.doesNotReturn();
  result.is_runtime = function.hasFnAttribute(runtime_attribute);
  auto append = [&](llvm::Type* type, std::vector<uint16_t>& widths) {
    try {
      for (llvm::Type* scalar : scalars(type)) widths.push_back(uint16_t(width(scalar)));
    } catch (const NotSupported& problem) {
      if (result.has_body)
        warn("function " + result.name + ": " + problem.what + " in its signature is not supported");
    }
  };
  for (const llvm::Argument& argument : function.args()) append(argument.getType(), result.parameter_widths);
  result.parameters = uint32_t(result.parameter_widths.size());
  append(function.getReturnType(), result.result_widths);
  result.source_name = debug_.source_name(function);
  result.location = debug_.location(function);
  result.type = debug_.type(function);
}

void ModuleLowering::number_blocks() {
  uint64_t next = ir::address_map(program_.pointer_bytes).code_begin + code_step * program_.functions.size();
  for (const llvm::Function& function : module_)
    for (const llvm::BasicBlock& block : function)
      if (block.hasAddressTaken()) {
        block_addresses_[&block] = next;
        next += code_step;
      }
}

ir::FunctionId ModuleLowering::function(const llvm::Value* callee) const {
  const llvm::Value* stripped = callee->stripPointerCastsAndAliases();
  if (auto* ifunc = dyn_cast<llvm::GlobalIFunc>(stripped)) return library_function(ifunc->getName().str());
  auto* function = dyn_cast<llvm::Function>(stripped);
  if (!function || function->hasExternalWeakLinkage()) return ir::none;
  auto found = functions_.find(function);
  return found == functions_.end() ? ir::none : found->second;
}

ir::FunctionId ModuleLowering::library_function(const std::string& name) const {
  auto found = program_.function_by_name.find(name);
  return found == program_.function_by_name.end() ? ir::none : found->second;
}

unsigned ModuleLowering::width(const llvm::Type* type) const {
  unsigned bits = 0;
  if (type->isPointerTy())
    bits = layout_.getPointerTypeSizeInBits(const_cast<llvm::Type*>(type));
  else if (type->isIntegerTy() || type->isFloatingPointTy())
    bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (bits == 0 || bits > UINT16_MAX) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    type->print(stream);
    throw NotSupported{"the type " + name};
  }
  return bits;
}

const std::vector<llvm::Type*>& ModuleLowering::scalars(llvm::Type* type) {
  auto found = scalars_.find(type);
  if (found != scalars_.end()) return found->second;
  std::vector<llvm::Type*> result;
  append_scalars(type, result);
  return scalars_[type] = std::move(result);
}

void ModuleLowering::append_scalars(llvm::Type* type, std::vector<llvm::Type*>& result) {
  auto append = [&](llvm::Type* element, uint64_t count) {
    for (uint64_t i = 0; i < count && result.size() <= most_scalars; ++i) append_scalars(element, result);
  };
  if (type->isVoidTy() || type->isMetadataTy()) return;
  if (auto* vector = dyn_cast<llvm::FixedVectorType>(type)) {
    append(vector->getElementType(), vector->getNumElements());
  } else if (auto* array = dyn_cast<llvm::ArrayType>(type)) {
    append(array->getElementType(), array->getNumElements());
  } else if (auto* structure = dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* element : structure->elements()) append(element, 1);
  } else {
    width(type);  // refuses what is not a scalar
    result.push_back(type);
  }
  if (result.size() > most_scalars) throw NotSupported{"a value of more than 4096 elements"};
}

uint64_t ModuleLowering::vector_stride(const llvm::Type* element) const {
  unsigned bits = width(element);
  return bits % 8 ? 0 : bits / 8;
}

void ModuleLowering::warn(const std::string& line) {
  if (warned_.insert(line).second) warnings_.push_back(line);
}

void ModuleLowering::ignore(const std::string& line) {
  warn(line);
  left_out_.ledger.add(base::Reason::ignored, line, {});
}

// Of a function with something that is not supported: no line may be said to have no code.
void ModuleLowering::note_left_out(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instr : block)
      for (const llvm::DILocation* at = instr.getDebugLoc().get(); at; at = at->getInlinedAt()) {
        if (!at->getLine()) continue;
        const ir::Location& location = program_.locations[debug_.location(at)];
        left_out_.lines.emplace(program_.strings[location.file], location.line);
      }
}

ir::Program lower(llvm::Module& module, const Options& options, std::vector<std::string>& warnings,
                  LeftOut* left_out, const SourceBranches& branches) {
  ModuleLowering lowering(module, options, warnings);
  ir::Program program = lowering.run(branches);
  if (left_out) *left_out = lowering.take_left_out();
  return program;
}

}  // namespace bonsai::load
