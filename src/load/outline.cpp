// Tested by outline_test.cpp.
#include "load/outline.h"

#include <fmt/format.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include <set>

#include "base/file_name.h"
#include "load/load_error.h"

namespace bonsai::load {

std::string path_of(const llvm::DIScope& scope) {
  std::string name = scope.getFilename().str(), folder = scope.getDirectory().str();
  return name.starts_with('/') || folder.empty() ? name : folder + "/" + name;
}

namespace {

enum class Where : uint8_t { unknown, inside, outside };

// What a local holds before it has a value: it stands where all locals are declared, with the line of this
// one.
bool is_uninitialised(const llvm::Value& value) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->getName().starts_with("bonsai.uninit");
}

unsigned line_of(const llvm::Instruction& instr) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instr) || llvm::isa<llvm::PHINode>(instr)) return 0;
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&instr);
  if (is_uninitialised(instr) || (store && is_uninitialised(*store->getValueOperand()))) return 0;
  const llvm::DebugLoc& at = instr.getDebugLoc();
  return at && !at.getInlinedAt() ? at.getLine() : 0;
}

Where where(const llvm::Instruction& instr, const Portion& portion) {
  unsigned line = line_of(instr);
  if (!line) return Where::unknown;
  return line >= portion.first && line <= portion.last ? Where::inside : Where::outside;
}

bool has_code(const llvm::Function& function, const Portion& portion) {
  const llvm::DISubprogram* source = function.getSubprogram();
  if (function.isDeclaration() || !source || !base::is_file(path_of(*source), portion.file)) return false;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instr : block)
      if (where(instr, portion) == Where::inside) return true;
  return false;
}

[[noreturn]] void refuse(const Portion& portion, const std::string& why) {
  throw LoadError(fmt::format("--chop {}: {}", portion.name, why));
}

// One block is either inside or outside, from its first instruction on that has a line.
void split_blocks(llvm::Function& function, const Portion& portion) {
  std::vector<llvm::BasicBlock*> open;
  for (llvm::BasicBlock& block : function) open.push_back(&block);
  while (!open.empty()) {
    llvm::BasicBlock* block = open.back();
    open.pop_back();
    // Locals are declared before all code.
    bool is_entry = block == &function.getEntryBlock();
    Where now = is_entry ? Where::outside : Where::unknown;
    for (llvm::Instruction& instr : *block) {
      Where here = where(instr, portion);
      if (here == Where::unknown || here == now) continue;
      if (now != Where::unknown) {
        open.push_back(llvm::SplitBlock(block, &instr));
        block->getTerminator()->setDebugLoc({});  // it has that of the instruction
        break;
      }
      now = here;
    }
  }
}

class Region {
 public:
  Region(llvm::Function& function, const Portion& portion) : function_(function), portion_(portion) {
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instr : block)
        if (where(instr, portion) == Where::inside) inside_.insert(&block);
    add_connecting_blocks();
    find_entry();
    check_exits();
  }

  // The entry first.
  std::vector<llvm::BasicBlock*> blocks() const {
    std::vector<llvm::BasicBlock*> all{entry_};
    for (llvm::BasicBlock& block : function_)
      if (inside_.contains(&block) && &block != entry_) all.push_back(&block);
    return all;
  }

 private:
  // Blocks without any line, where they lie between those inside.
  void add_connecting_blocks() {
    auto is_inside = [&](const llvm::BasicBlock* block) { return inside_.contains(block); };
    std::vector<const llvm::BasicBlock*> added;
    for (const llvm::BasicBlock& block : function_) {
      bool has_line = llvm::any_of(block, [](const llvm::Instruction& instr) { return line_of(instr) != 0; });
      if (has_line || &block == &function_.getEntryBlock() || llvm::pred_empty(&block)) continue;
      inside_.insert(&block);
      added.push_back(&block);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::BasicBlock* block : added) {
        if (!is_inside(block)) continue;
        bool is_between = !llvm::succ_empty(block) && llvm::all_of(llvm::predecessors(block), is_inside) &&
                          llvm::all_of(llvm::successors(block), is_inside);
        if (is_between) continue;
        inside_.erase(block);
        changed = true;
      }
    }
  }

  void find_entry() {
    for (llvm::BasicBlock& block : function_) {
      if (!inside_.contains(&block)) continue;
      for (const llvm::BasicBlock* before : llvm::predecessors(&block)) {
        if (inside_.contains(before) || entry_ == &block) continue;
        if (entry_)
          refuse(portion_, fmt::format("control enters it at more than one place: lines {} and {}",
                                       first_line(*entry_), first_line(block)));
        entry_ = &block;
      }
    }
    if (!entry_) refuse(portion_, "control does not enter it from outside");
  }

  void check_exits() const {
    const llvm::BasicBlock* exit = nullptr;
    for (const llvm::BasicBlock& block : function_) {
      if (!inside_.contains(&block)) continue;
      if (llvm::isa<llvm::ReturnInst>(block.getTerminator()))
        refuse(portion_,
               fmt::format("it returns from {} at line {}", function_.getName().str(), last_line(block)));
      for (const llvm::BasicBlock* next : llvm::successors(&block)) {
        if (inside_.contains(next) || next == exit) continue;
        if (exit)
          refuse(portion_, fmt::format("control leaves it to more than one place: lines {} and {}",
                                       first_line(*exit), first_line(*next)));
        exit = next;
      }
    }
  }

  static unsigned first_line(const llvm::BasicBlock& block) {
    for (const llvm::Instruction& instr : block)
      if (unsigned line = line_of(instr)) return line;
    return 0;
  }
  static unsigned last_line(const llvm::BasicBlock& block) {
    unsigned last = 0;
    for (const llvm::Instruction& instr : block)
      if (unsigned line = line_of(instr)) last = line;
    return last;
  }

  llvm::Function& function_;
  const Portion& portion_;
  std::set<const llvm::BasicBlock*> inside_;
  llvm::BasicBlock* entry_ = nullptr;
};

void outline(llvm::Module& module, const Portion& portion) {
  llvm::Function* function = nullptr;
  for (llvm::Function& each : module) {
    if (!has_code(each, portion)) continue;
    if (function)
      refuse(portion, fmt::format("it has code of two functions, {} and {}", function->getName().str(),
                                  each.getName().str()));
    function = &each;
  }
  if (!function) refuse(portion, "the program has no code there");
  split_blocks(*function, portion);
  llvm::CodeExtractorAnalysisCache cache(*function);
  // The debug information of what is made has this name.
  std::string suffix = fmt::format("{}-{}", portion.first, portion.last);
  llvm::CodeExtractor extractor(Region(*function, portion).blocks(), nullptr, false, nullptr, nullptr,
                                nullptr, false, false, nullptr, suffix);
  llvm::Function* made = extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
  if (!made)
    refuse(portion,
           "it cannot become a function: it declares locals, or uses those of a variable argument list");
  made->setName(portion.name);
  made->addFnAttr(llvm::Attribute::NoInline);
}

}  // namespace

void outline(llvm::Module& module, const std::vector<Portion>& portions) {
  for (const Portion& portion : portions) outline(module, portion);
}

}  // namespace bonsai::load
