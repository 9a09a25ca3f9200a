// Tested by c_library_test.cpp.
#include "load/c_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "load/entry.h"
#include "load/link.h"
#include "load/load_error.h"

namespace bonsai::load {

namespace {

std::string archive_path(const Options& options) { return options.library + "/libc.a"; }

[[noreturn]] void unreadable(const Options& options, const std::string& why) {
  throw LoadError(archive_path(options) + ": cannot be read (" + why +
                  "); build Bonsai again, or run with --libc=none");
}

constexpr const char* model_part = "linux";  // value of the runtime attribute: of the model of Linux

constexpr const char* allocators[] = {"malloc",       "calloc",        "realloc",
                                      "reallocarray", "aligned_alloc", "posix_memalign"};

std::string failing(const char* allocator) { return std::string("__bonsai_failing_") + allocator; }

// Declares them, so that they are linked.
void ask_for_failing_allocators(llvm::Module& module) {
  for (const char* name : allocators)
    if (llvm::Function* function = module.getFunction(name))
      module.getOrInsertFunction(failing(name), function->getFunctionType());
}

// All but the model itself call them from now on.
void let_allocators_fail(llvm::Module& module) {
  for (const char* name : allocators) {
    llvm::Function* function = module.getFunction(name);
    llvm::Function* other = module.getFunction(failing(name));
    if (!function || !other) continue;
    function->replaceUsesWithIf(other, [](llvm::Use& use) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      return !user || user->getFunction()->getFnAttribute(runtime_attribute).getValueAsString() != model_part;
    });
  }
}

// Functions that read so many variadic arguments, whether they were passed or not: the kernel will know. The
// words that are not there are zeros.
constexpr std::pair<const char*, unsigned> greedy[] = {
    {"fcntl", 1}, {"ioctl", 1}, {"prctl", 4}, {"ptrace", 3}, {"semctl", 1}, {"syscall", 6}, {"clone", 3}};

// Makes the first arguments as wide as the function's parameters. False: they are of other kinds.
bool fit_parameters(const llvm::Function& function, llvm::CallInst& call,
                    llvm::SmallVectorImpl<llvm::Value*>& arguments) {
  llvm::IRBuilder<> builder(&call);
  for (size_t i = 0; i < function.arg_size(); ++i) {
    llvm::Type* wanted = function.getArg(unsigned(i))->getType();
    llvm::Type* given = arguments[i]->getType();
    if (wanted == given) continue;
    if (!wanted->isIntegerTy() || !given->isIntegerTy()) return false;
    arguments[i] = builder.CreateSExtOrTrunc(arguments[i], wanted);
  }
  return true;
}

void pass_all_words(llvm::Module& module) {
  for (auto [name, count] : greedy) {
    llvm::Function* function = module.getFunction(name);
    if (!function || !function->isVarArg() || !function->hasFnAttribute(runtime_attribute)) continue;
    llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledOperand() != function || call->getType() != function->getReturnType())
        continue;
      llvm::SmallVector<llvm::Value*> words(call->args());
      size_t all = function->arg_size() + count;
      // Declared otherwise (`long syscall();`): each argument is a word all the same.
      if (words.size() < function->arg_size() || !fit_parameters(*function, *call, words)) continue;
      // A number of 32 bits leaves the upper half of its word open, which is read all the same.
      llvm::IRBuilder<> builder(call);
      for (llvm::Value*& each : llvm::drop_begin(words, function->arg_size()))
        if (each->getType()->isIntegerTy() && each->getType()->getIntegerBitWidth() < 64)
          each = builder.CreateSExt(each, word);
      if (words.size() < all) words.resize(all, llvm::ConstantInt::get(word, 0));
      llvm::CallInst* longer = llvm::CallInst::Create(function, words, "", call->getIterator());
      longer->setDebugLoc(call->getDebugLoc());
      longer->setAttributes(call->getAttributes());
      longer->takeName(call);
      call->replaceAllUsesWith(longer);
      call->eraseFromParent();
    }
  }
}

struct Structor {
  uint64_t priority;
  size_t order;
  llvm::Function* function;
};

// The functions of llvm.global_ctors or llvm.global_dtors by priority; the list itself is removed.
std::vector<Structor> take_structors(llvm::Module& module, const char* name) {
  std::vector<Structor> list;
  llvm::GlobalVariable* variable = module.getGlobalVariable(name);
  if (!variable) return list;
  if (auto* array = llvm::dyn_cast<llvm::ConstantArray>(variable->getInitializer()))
    for (llvm::Value* each : array->operands()) {
      auto* entry = llvm::cast<llvm::ConstantStruct>(each);
      auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
      if (function)
        list.push_back(
            {llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue(), list.size(), function});
    }
  std::sort(list.begin(), list.end(), [](const Structor& a, const Structor& b) {
    return std::tie(a.priority, a.order) < std::tie(b.priority, b.order);
  });
  variable->eraseFromParent();
  return list;
}

void make_runner(llvm::Module& module, const char* name, const std::vector<Structor>& list) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
  // musl has a weak function that does nothing for _fini.
  if (llvm::GlobalValue* old = module.getNamedValue(name)) old->setName(std::string(name) + ".replaced");
  auto* runner = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  if (llvm::GlobalValue* old = module.getNamedValue(std::string(name) + ".replaced")) {
    old->replaceAllUsesWith(runner);
    if (old->use_empty()) old->eraseFromParent();
  }
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", runner));
  for (const Structor& each : list) builder.CreateCall(each.function);
  builder.CreateRetVoid();
  runner->addFnAttr(runtime_attribute);
}

// What nothing defines is null, and shall be in a native build of the module, too, where a linker or another
// library might have it (__fini_array_start).
void forget_weak_symbols(llvm::Module& module) {
  std::vector<llvm::GlobalValue*> undefined;
  for (llvm::GlobalValue& value : module.global_values())
    if (value.hasExternalWeakLinkage()) undefined.push_back(&value);
  for (llvm::GlobalValue* value : undefined) {
    value->replaceAllUsesWith(llvm::Constant::getNullValue(value->getType()));
    value->eraseFromParent();
  }
}

// A fuzz target's main is __bonsai_fuzz.
llvm::Function* make_fuzzer(llvm::Module& module, llvm::Function& target) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::FunctionCallee fuzz = module.getOrInsertFunction("__bonsai_fuzz", word, pointer);
  auto* type = llvm::FunctionType::get(word, {word, pointer, pointer}, false);
  auto* caller = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "__bonsai_entry", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", caller));
  builder.CreateRet(builder.CreateCall(fuzz, {&target}));
  return caller;
}

}  // namespace

CLibrary::CLibrary(const Options& options) : options_(options) {
  auto buffer = llvm::MemoryBuffer::getFile(archive_path(options), false, false);
  if (!buffer) unreadable(options, buffer.getError().message());
  bytes_ = std::move(*buffer);
  auto archive = llvm::object::Archive::create(bytes_->getMemBufferRef());
  if (!archive) unreadable(options, llvm::toString(archive.takeError()));
  archive_ = std::move(*archive);
  std::unordered_map<uint64_t, size_t> places;
  for (const llvm::object::Archive::Symbol& symbol : archive_->symbols()) {
    auto member = symbol.getMember();
    if (!member) unreadable(options, llvm::toString(member.takeError()));
    auto [place, fresh] = places.try_emplace(member->getDataOffset(), members_.size());
    if (fresh) members_.push_back(*member);
    definers_.try_emplace(symbol.getName(), place->second);
  }
}

bool CLibrary::is_needed_by(const llvm::Module& module) const {
  std::vector<std::string> names = wanted(module);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return !options_.engine_stands_in(name); });
}

std::vector<std::string> CLibrary::wanted(const llvm::Module& module) const {
  std::vector<std::string> names;
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (!value.isDeclaration() || value.hasExternalWeakLinkage()) continue;
    if (value.use_empty() && !value.getName().starts_with("__bonsai_")) continue;
    if (defines(value.getName()) && !options_.engine_provides(value.getName().str()))
      names.push_back(value.getName().str());
  }
  return names;
}

// A program's own functions of these names are not those that the library calls.
void CLibrary::rename_functions_for_library(llvm::Module& module) const {
  std::vector<llvm::GlobalValue*> same;
  for (llvm::GlobalValue& value : module.global_values())
    if (options_.engine_keeps_for_library && options_.engine_keeps_for_library(value.getName().str()))
      same.push_back(&value);
  for (llvm::GlobalValue* value : same) value->setName(value->getName() + ".program");
}

void CLibrary::add_member(llvm::Module& module, llvm::Linker& linker, size_t member,
                          std::vector<std::string>& messages) {
  auto buffer = members_[member].getMemoryBufferRef();
  if (!buffer) unreadable(options_, llvm::toString(buffer.takeError()));
  auto added = llvm::parseBitcodeFile(*buffer, module.getContext());
  if (!added) unreadable(options_, llvm::toString(added.takeError()));
  (*added)->setIsNewDbgInfoFormat(true);
  (*added)->setTargetTriple(module.getTargetTriple());
  (*added)->setDataLayout(module.getDataLayout());
  // A member is taken for one name and may define others that the program has as well: the program's count,
  // as they do where the library is a shared one.
  std::vector<llvm::GlobalValue*> repeated;
  for (llvm::GlobalValue& value : (*added)->global_values()) {
    const llvm::GlobalValue* own = module.getNamedValue(value.getName());
    if (value.hasLocalLinkage() || value.isDeclaration() || value.isWeakForLinker()) continue;
    if (own && !own->isDeclaration() && !own->hasLocalLinkage() && !own->isWeakForLinker())
      repeated.push_back(&value);
  }
  for (llvm::GlobalValue* value : repeated) forget_definition(*value);
  auto name = members_[member].getName();
  const char* part = name && name->starts_with("linux-") ? model_part : "libc";
  if (!name) llvm::consumeError(name.takeError());
  for (llvm::Function& function : **added)
    if (!function.isDeclaration()) function.addFnAttr(runtime_attribute, part);
  // What the engine binds to the library's declarations alone.
  for (llvm::Function& function : **added)
    if (function.isDeclaration() && options_.engine_keeps_for_library &&
        options_.engine_keeps_for_library(function.getName().str()))
      function.addFnAttr(runtime_attribute, part);
  for (llvm::GlobalVariable& variable : (*added)->globals())
    if (!variable.isDeclaration()) variable.addAttribute(runtime_attribute);
  size_t before = messages.size();
  if (!linker.linkInModule(std::move(*added))) return;
  throw LoadError("the C library cannot be linked (" +
                  (messages.size() > before ? messages.back() : std::string("no reason given")) + ")");
}

void CLibrary::link_into(llvm::Module& module, const std::string& entry, std::vector<std::string>& messages) {
  llvm::Function* callee = module.getFunction(entry);
  rename_functions_for_library(module);
  callee->setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::Function* caller = entry == "LLVMFuzzerTestOneInput" && callee->arg_size() == 2
                               ? make_fuzzer(module, *callee)
                               : make_caller(module, "__bonsai_entry", *callee);
  caller->addFnAttr(runtime_attribute);
  make_runner(module, "__bonsai_run_constructors", take_structors(module, "llvm.global_ctors"));
  std::vector<Structor> destructors = take_structors(module, "llvm.global_dtors");
  std::reverse(destructors.begin(), destructors.end());
  // Something must ask for the start.
  module.getOrInsertFunction(library_start, llvm::Type::getInt32Ty(module.getContext()));
  if (options_.failing_allocations) ask_for_failing_allocators(module);
  std::set<size_t> taken;
  llvm::Linker linker(module);  // one for all: it begins with a walk over the whole module
  for (std::vector<std::string> names = wanted(module); !names.empty(); names = wanted(module)) {
    for (const std::string& name : names)
      if (taken.insert(definers_[name]).second) {
        add_member(module, linker, definers_[name], messages);
      } else if (const llvm::GlobalValue* value = module.getNamedValue(name); value->isDeclaration()) {
        unreadable(options_, "its member for " + name + " does not define it");
      }
  }
  if (options_.failing_allocations) let_allocators_fail(module);
  pass_all_words(module);
  forget_weak_symbols(module);
  make_runner(module, "_fini", destructors);
  llvm::Function* start = module.getFunction(library_start);
  llvm::internalizeModule(module, [&](const llvm::GlobalValue& value) { return &value == start; });
}

}  // namespace bonsai::load
