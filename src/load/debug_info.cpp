// Debug information → locations, types, variables. Tested by debug_info_test.cpp.
//
// Types may refer to themselves through pointers. A type's id and name are fixed before its parts are
// translated, so a part that refers back finds them; a typedef or qualified type copies its base only when
// the outermost translation is done, because the base may still be in the making.
#include "load/debug_info.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Path.h>

namespace bonsai::load {

namespace {

using ir::LocationId;
using ir::Type;
using ir::TypeId;
namespace dwarf = llvm::dwarf;

// The path as the compiler was given it. Clang splits an absolute path at the directory it shares with the
// compilation directory; a relative one has the compilation directory itself.
std::string path_of(const llvm::DIFile* file, const llvm::DIScope* scope) {
  if (!file) return {};
  llvm::StringRef directory = file->getDirectory(), name = file->getFilename();
  if (directory.empty() || llvm::sys::path::is_absolute(name)) return name.str();
  const llvm::DISubprogram* function = nullptr;
  if (auto* local = llvm::dyn_cast_or_null<llvm::DILocalScope>(scope)) function = local->getSubprogram();
  const llvm::DICompileUnit* unit = function ? function->getUnit() : nullptr;
  if (!unit || unit->getDirectory() == directory) return name.str();
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

Type::Kind basic_kind(const llvm::DIBasicType& type) {
  switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean: return Type::Kind::boolean;
    case dwarf::DW_ATE_signed: return Type::Kind::signed_integer;
    case dwarf::DW_ATE_unsigned: return Type::Kind::unsigned_integer;
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF: return Type::Kind::character;
    case dwarf::DW_ATE_float: return Type::Kind::floating;
    default: return Type::Kind::unknown;
  }
}

// A name with its namespaces and classes, and in C with its keyword.
std::string composite_name(const llvm::DICompositeType& type) {
  const char* keyword = type.getTag() == dwarf::DW_TAG_union_type         ? "union"
                        : type.getTag() == dwarf::DW_TAG_enumeration_type ? "enum"
                        : type.getTag() == dwarf::DW_TAG_class_type       ? "class"
                                                                          : "struct";
  if (type.getName().empty()) return std::string("unnamed ") + keyword;
  std::string name = type.getName().str();
  for (const llvm::DIScope* scope = type.getScope(); scope; scope = scope->getScope()) {
    if (llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope) && !scope->getName().empty())
      name = scope->getName().str() + "::" + name;
  }
  bool cpp = !type.getIdentifier().empty() || type.getTag() == dwarf::DW_TAG_class_type;
  return cpp ? name : std::string(keyword) + " " + name;
}

// The name of a pointer or reference ("*", "&", "&&") to a type; functions and arrays go around it.
std::string pointer_name(const Type& element, bool is_void, const std::string& sign) {
  if (is_void) return "void " + sign;
  if (element.kind == Type::Kind::function || element.kind == Type::Kind::array) {
    size_t at = element.name.find(element.kind == Type::Kind::function ? '(' : '[');
    if (at != std::string::npos) {
      std::string before = element.name.substr(0, at);
      while (!before.empty() && before.back() == ' ') before.pop_back();
      return before + " (" + sign + ")" + element.name.substr(at);
    }
  }
  return element.name + (element.name.ends_with('*') ? "" : " ") + sign;
}

uint64_t subrange_count(const llvm::DINode* node) {
  auto* subrange = llvm::dyn_cast_or_null<llvm::DISubrange>(node);
  auto* count = subrange ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(subrange->getCount()) : nullptr;
  return count && count->getSExtValue() > 0 ? count->getZExtValue() : 0;
}

}  // namespace

uint32_t DebugTranslator::string(llvm::StringRef text) {
  if (text.empty()) return 0;
  auto [it, fresh] = strings_.try_emplace(text, uint32_t(program_.strings.size()));
  if (fresh) program_.strings.push_back(text.str());
  return it->second;
}

LocationId DebugTranslator::make_location(const llvm::DIFile* file, const llvm::DIScope* scope, uint32_t line,
                                          uint32_t column, LocationId inlined_at) {
  ir::Location made;
  made.file = string(path_of(file, scope));
  made.line = line;
  made.column = column;
  if (auto* local = llvm::dyn_cast_or_null<llvm::DILocalScope>(scope)) {
    if (auto* function = local->getSubprogram()) made.function = string(function->getName());
  }
  made.inlined_at = inlined_at;
  program_.locations.push_back(made);
  return LocationId(program_.locations.size() - 1);
}

LocationId DebugTranslator::location(const llvm::DILocation* location) {
  if (!location) return 0;
  if (auto it = locations_.find(location); it != locations_.end()) return it->second;
  LocationId inlined_at = this->location(location->getInlinedAt());
  LocationId id = make_location(location->getFile(), location->getScope(), location->getLine(),
                                location->getColumn(), inlined_at);
  program_.locations[id].rank = location->getBaseDiscriminator();
  return locations_[location] = id;
}

LocationId DebugTranslator::location(const llvm::Function& function) {
  const llvm::DISubprogram* source = function.getSubprogram();
  if (!source) return 0;
  if (auto it = functions_.find(source); it != functions_.end()) return it->second;
  return functions_[source] = make_location(source->getFile(), source, source->getLine(), 0, 0);
}

std::string DebugTranslator::source_name(const llvm::Function& function) {
  const llvm::DISubprogram* source = function.getSubprogram();
  return (source && !source->getName().empty() ? source->getName() : function.getName()).str();
}

TypeId DebugTranslator::type(const llvm::Function& function) {
  const llvm::DISubprogram* source = function.getSubprogram();
  return source ? type(source->getType()) : 0;
}

TypeId DebugTranslator::type(const llvm::DIType* type) {
  if (!type) return 0;
  if (auto it = types_.find(type); it != types_.end()) return it->second;
  TypeId id = TypeId(program_.types.size());
  types_[type] = id;
  program_.types.emplace_back();
  program_.types[id].size_bits = type->getSizeInBits();
  ++depth_;
  if (auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    program_.types[id].name = basic->getName().str();
    program_.types[id].kind = basic_kind(*basic);
  } else if (auto* made = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    derived(*made, id);
  } else if (auto* made = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    made->getTag() == dwarf::DW_TAG_array_type ? array(*made, id) : composite(*made, id);
  } else if (auto* made = llvm::dyn_cast<llvm::DISubroutineType>(type)) {
    subroutine(*made, id);
  }
  if (--depth_ == 0) finish_copies();
  return id;
}

// Copies run in the order they were met: a typedef's base was met, and is copied, before the typedef.
void DebugTranslator::finish_copies() {
  for (auto [to, from] : copies_) {
    if (to == from) continue;
    std::string name = std::move(program_.types[to].name);
    program_.types[to] = program_.types[from];
    program_.types[to].name = std::move(name);
  }
  copies_.clear();
}

void DebugTranslator::derived(const llvm::DIDerivedType& made, TypeId id) {
  unsigned tag = made.getTag();
  if (tag == dwarf::DW_TAG_typedef) program_.types[id].name = made.getName().str();
  bool is_pointer = tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
                    tag == dwarf::DW_TAG_rvalue_reference_type;
  if (is_pointer) program_.types[id].kind = Type::Kind::pointer;
  if (tag == dwarf::DW_TAG_ptr_to_member_type) {
    program_.types[id].name = "pointer to member";
    return;
  }
  TypeId base = type(made.getBaseType());
  bool is_void = base == 0;
  Type& out = program_.types[id];
  if (is_pointer) {
    const char* sign = tag == dwarf::DW_TAG_pointer_type     ? "*"
                       : tag == dwarf::DW_TAG_reference_type ? "&"
                                                             : "&&";
    out.element = base;
    out.name = pointer_name(program_.types[base], is_void, sign);
    return;
  }
  std::string base_name = is_void ? "void" : program_.types[base].name;
  const char* qualifier = tag == dwarf::DW_TAG_const_type      ? "const"
                          : tag == dwarf::DW_TAG_volatile_type ? "volatile"
                          : tag == dwarf::DW_TAG_restrict_type ? "restrict"
                          : tag == dwarf::DW_TAG_atomic_type   ? "_Atomic"
                                                               : nullptr;
  if (qualifier && base_name.ends_with('*')) {
    out.name = base_name + qualifier;
  } else if (qualifier) {
    out.name = std::string(qualifier) + " " + base_name;
  } else if (tag != dwarf::DW_TAG_typedef) {
    out.name = base_name;
  }
  copies_.emplace_back(id, base);
}

void DebugTranslator::composite(const llvm::DICompositeType& made, TypeId id) {
  unsigned tag = made.getTag();
  Type& out = program_.types[id];
  out.name = composite_name(made);
  out.kind = tag == dwarf::DW_TAG_union_type         ? Type::Kind::union_
             : tag == dwarf::DW_TAG_enumeration_type ? Type::Kind::enumeration
                                                     : Type::Kind::structure;
  std::vector<ir::Field> fields;
  for (const llvm::DINode* node : made.getElements()) {
    if (auto* name = llvm::dyn_cast<llvm::DIEnumerator>(node)) {
      uint64_t value =
          name->getValue().extractBitsAsZExtValue(std::min(64u, name->getValue().getBitWidth()), 0);
      if (!name->isUnsigned() && name->getValue().getBitWidth() < 64) value = name->getValue().getSExtValue();
      fields.push_back({name->getName().str(), value, 0, 0});
      continue;
    }
    auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (!member || member->isStaticMember()) continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
    ir::Field field{member->getName().str(), member->getOffsetInBits(), member->getSizeInBits(),
                    type(member->getBaseType())};
    const Type& of = program_.types[field.type];
    if (member->getTag() == dwarf::DW_TAG_inheritance) {  // the base class, named by its type
      field.name = of.name;
      field.size_bits = member->getBaseType() ? member->getBaseType()->getSizeInBits() : 0;
    }
    fields.push_back(std::move(field));
  }
  TypeId element = tag == dwarf::DW_TAG_enumeration_type ? type(made.getBaseType()) : 0;
  program_.types[id].fields = std::move(fields);
  program_.types[id].element = element;
}

// int a[2][3] is one node with two ranges: an array of 2 of a new type, an array of 3 ints.
void DebugTranslator::array(const llvm::DICompositeType& made, TypeId id) {
  TypeId element = type(made.getBaseType());
  const std::string base_name = program_.types[element].name;
  auto ranges = made.getElements();
  llvm::SmallVector<uint64_t, 4> sizes{made.getSizeInBits()};  // of the array, of its elements, of theirs, …
  for (const llvm::DINode* range : ranges) {
    uint64_t count = subrange_count(range);
    sizes.push_back(count ? sizes.back() / count : 0);
  }
  std::string suffix;
  for (unsigned i = ranges.size(); i-- > 0;) {
    uint64_t count = subrange_count(ranges[i]);
    suffix = "[" + (count ? std::to_string(count) : "") + "]" + suffix;
    TypeId self = id;
    if (i > 0) {
      self = TypeId(program_.types.size());
      program_.types.emplace_back();
    }
    Type& out = program_.types[self];
    out.kind = Type::Kind::array;
    out.name = base_name + (made.isVector() ? " vector" : "") + suffix;
    out.element = element;
    out.count = count;
    out.size_bits = sizes[i];
    element = self;
  }
}

void DebugTranslator::subroutine(const llvm::DISubroutineType& made, TypeId id) {
  program_.types[id].kind = Type::Kind::function;
  program_.types[id].name = "function";
  auto types = made.getTypeArray();
  TypeId result = types.size() ? type(types[0]) : 0;
  std::string name = (result ? program_.types[result].name : "void") + " (";
  std::vector<ir::Field> parameters;
  for (unsigned i = 1; i < types.size(); ++i) {
    if (i > 1) name += ", ";
    if (!types[i]) {  // the last one of a variadic function
      name += "...";
      continue;
    }
    TypeId parameter = type(types[i]);
    name += program_.types[parameter].name;
    parameters.push_back({"", 0, types[i]->getSizeInBits(), parameter});
  }
  Type& out = program_.types[id];
  out.name = name + ")";
  out.element = result;
  out.fields = std::move(parameters);
}

bool DebugTranslator::variable(const llvm::GlobalVariable& global, SourceVariable& out) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> nodes;
  global.getDebugInfo(nodes);
  if (nodes.empty()) return false;
  const llvm::DIGlobalVariable* node = nodes.front()->getVariable();
  out = {};
  out.name = node->getName().str();
  out.type = type(node->getType());
  out.line = node->getLine();
  out.location = make_location(node->getFile(), node->getScope(), node->getLine(), 0, 0);
  return true;
}

// Names the part of a variable that `offset_bits` and `size_bits` cut out, down to the field: "point.x".
void DebugTranslator::part(SourceVariable& variable, uint64_t offset_bits, uint64_t size_bits) {
  for (;;) {
    const Type& whole = program_.types[variable.type];
    if (offset_bits == 0 && whole.size_bits == size_bits && whole.fields.empty()) return;
    if (whole.kind == Type::Kind::array && whole.count && whole.size_bits >= whole.count) {
      uint64_t each = whole.size_bits / whole.count;
      variable.name += "[" + std::to_string(offset_bits / each) + "]";
      variable.type = whole.element;
      offset_bits %= each;
      continue;
    }
    const ir::Field* inside = nullptr;
    if (whole.kind == Type::Kind::structure) {
      for (const ir::Field& field : whole.fields) {
        if (field.offset_bits <= offset_bits && offset_bits < field.offset_bits + field.size_bits)
          inside = &field;
      }
    }
    if (!inside) return;
    offset_bits -= inside->offset_bits;
    variable.name += "." + inside->name;
    variable.type = inside->type;
  }
}

void DebugTranslator::variables(
    const llvm::Function& function,
    llvm::function_ref<void(const llvm::AllocaInst&, const SourceVariable&)> in_memory,
    llvm::function_ref<void(const llvm::Value&, const SourceVariable&)> in_value) {
  auto tell = [&](bool is_declare, const llvm::Value* place, const llvm::DILocalVariable* node,
                  const llvm::DIExpression* expression, const llvm::DILocation* where) {
    if (!place || !node || llvm::isa<llvm::UndefValue>(place)) return;
    auto fragment = expression->getFragmentInfo();
    // Anything beyond a fragment computes with the value: it is not the variable itself.
    if (expression->getNumElements() != (fragment ? 3u : 0u)) return;
    SourceVariable variable;
    variable.name = node->getName().str();
    variable.type = type(node->getType());
    variable.line = node->getLine();
    variable.parameter = node->isParameter() && !(where && where->getInlinedAt());
    if (where && where->getLine()) variable.location = location(where);
    if (fragment) part(variable, fragment->OffsetInBits, fragment->SizeInBits);
    if (!is_declare) return in_value(*place, variable);
    if (auto* object = llvm::dyn_cast<llvm::AllocaInst>(place)) in_memory(*object, variable);
  };
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      if (record.hasArgList() || record.getNumVariableLocationOps() != 1) continue;
      tell(record.isDbgDeclare(), record.getVariableLocationOp(0), record.getVariable(),
           record.getExpression(), record.getDebugLoc().get());
    }
    if (auto* call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction)) {
      if (call->hasArgList() || call->getNumVariableLocationOps() != 1) continue;
      tell(llvm::isa<llvm::DbgDeclareInst>(call), call->getVariableLocationOp(0), call->getVariable(),
           call->getExpression(), call->getDebugLoc().get());
    }
  }
}

}  // namespace bonsai::load
