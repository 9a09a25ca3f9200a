// Translates LLVM's debug information to the program's locations, types and variables.
//
// Everything is memoised by the metadata node, so that equal locations and types get equal ids. Without debug
// information the answers are 0 ("unknown") and no variables.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace llvm {
class AllocaInst;
class DICompositeType;
class DIDerivedType;
class DIFile;
class DILocation;
class DIScope;
class DISubprogram;
class DISubroutineType;
class DIType;
class DIVariable;
class Function;
class GlobalVariable;
class Value;
}  // namespace llvm

namespace bonsai::load {

struct SourceVariable {
  std::string name;  // "point.x" for a part of a variable that was taken apart
  ir::TypeId type = 0;
  uint32_t line = 0;
  ir::LocationId location = 0;  // of the declaration
  bool parameter = false;
};

class DebugTranslator {
 public:
  explicit DebugTranslator(ir::Program& program) : program_(program) {}

  ir::LocationId location(const llvm::DILocation* location);  // nullptr: 0
  ir::LocationId location(const llvm::Function& function);    // where it is declared
  ir::TypeId type(const llvm::DIType* type);                  // nullptr (void): 0
  ir::TypeId type(const llvm::Function& function);
  // The name in the source ("push" for _ZN5Stack4pushEi), or the linker's without debug information.
  std::string source_name(const llvm::Function& function);

  // A global's name, type and declaration; false without debug information.
  bool variable(const llvm::GlobalVariable& global, SourceVariable& out);

  // Calls `in_memory` for each alloca that holds a source variable, and `in_value` for each SSA value that is
  // one (again for each variable or place; a value may be an argument or a constant). Variables of inlined
  // functions included.
  void variables(const llvm::Function& function,
                 llvm::function_ref<void(const llvm::AllocaInst&, const SourceVariable&)> in_memory,
                 llvm::function_ref<void(const llvm::Value&, const SourceVariable&)> in_value);

  // Index in Program::strings.
  uint32_t string(llvm::StringRef text);

 private:
  ir::LocationId make_location(const llvm::DIFile* file, const llvm::DIScope* scope, uint32_t line,
                               uint32_t column, ir::LocationId inlined_at);
  void derived(const llvm::DIDerivedType& type, ir::TypeId id);
  void composite(const llvm::DICompositeType& type, ir::TypeId id);
  void array(const llvm::DICompositeType& type, ir::TypeId id);
  void subroutine(const llvm::DISubroutineType& type, ir::TypeId id);
  void finish_copies();
  void part(SourceVariable& variable, uint64_t offset_bits, uint64_t size_bits);

  ir::Program& program_;
  llvm::StringMap<uint32_t> strings_;
  llvm::DenseMap<const llvm::DILocation*, ir::LocationId> locations_;
  llvm::DenseMap<const llvm::DISubprogram*, ir::LocationId> functions_;
  llvm::DenseMap<const llvm::DIType*, ir::TypeId> types_;
  std::vector<std::pair<ir::TypeId, ir::TypeId>>
      copies_;          // (copy, of): typedefs and qualified types to be filled
  unsigned depth_ = 0;  // of type() within itself
};

}  // namespace bonsai::load
