// Tested by plan_test.cpp and tests/check_units.
#include "unit/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace bonsai::unit {
namespace {

using ir::Type;
using ir::TypeId;
using load::Signature;
using load::Signatures;

constexpr uint64_t most_bytes = 4096;  // of an object that are inputs
constexpr uint64_t most_pointers = 8;  // of an array of pointers
constexpr uint64_t most_leaves = 64;   // elements of an array that are told one by one
constexpr size_t most_functions = 8;   // behind a pointer to functions

std::string without_qualifiers(std::string name) {
  for (const char* word : {"const ", "volatile ", "restrict ", "_Atomic "})
    for (size_t at; (at = name.find(word)) != std::string::npos;) name.erase(at, std::string(word).size());
  for (const char* word : {"*const", "*restrict", "*volatile"})
    for (size_t at; (at = name.find(word)) != std::string::npos;)
      name.erase(at + 1, std::string(word).size() - 1);
  return name;
}

bool is_length_name(const std::string& name) {
  std::string low;
  for (char each : name) low += char(std::tolower(static_cast<unsigned char>(each)));
  if (low == "n" || low == "m" || low == "sz") return true;
  for (const char* part : {"len", "size", "count", "num", "bytes", "cnt", "siz"})
    if (low.find(part) != std::string::npos) return true;
  return low.starts_with("n_") || low.ends_with("_n");
}

bool is_number(Type::Kind kind) {
  return kind == Type::Kind::boolean || kind == Type::Kind::signed_integer ||
         kind == Type::Kind::unsigned_integer || kind == Type::Kind::character ||
         kind == Type::Kind::floating || kind == Type::Kind::enumeration;
}

// Lays out the objects of one call.
class Builder {
 public:
  Builder(const Signatures& signatures, const Limits& limits, Call& call)
      : signatures_(signatures), limits_(limits), call_(call) {}

  std::string problem;

  const Type& type(TypeId id) const { return signatures_.types[id]; }

  // Objects are filled in the order in which they were made: those that can be reached in fewer steps first.
  void fill_all() {
    for (size_t i = 0; i < wanted_.size(); ++i) {
      Wanted next = wanted_[i];
      fill(next.object, next.type, 0, next.label, next.count);
    }
  }

  // A field of an object, or an argument.
  void fill(uint32_t object, TypeId id, uint64_t offset, const std::string& label, uint64_t count = 1) {
    const Type& of = type(id);
    uint64_t each = of.size_bits / 8;
    for (uint64_t i = 0; i < count; ++i)
      fill_one(object, id, offset + i * each, count == 1 ? label : fmt::format("{}[{}]", label, i));
  }

  void add_pointer(uint32_t object, TypeId pointee, uint64_t offset, const std::string& label) {
    Pointer pointer;
    pointer.offset = offset;
    pointer.input = label;
    pointer.label = label;
    unsigned depth = call_.objects[object].depth;
    if (depth > 0 || limits_.null) pointer.targets.push_back({});
    const Type& to = type(pointee);
    if (to.kind == Type::Kind::function) {
      if (pointer.targets.empty()) pointer.targets.push_back({});
      for (const Signature& each : signatures_.functions)
        if (!each.is_method && pointer.targets.size() <= most_functions && takes_same(each, to))
          pointer.targets.push_back({Target::Kind::function, 0, each.name});
    } else if (is_complete(pointee)) {
      std::string key = key_of(pointee);
      std::vector<uint32_t> others;
      for (uint32_t i = 0; i < keys_.size(); ++i)
        if (keys_[i] == key && call_.objects[i].depth > 0) others.push_back(i);
      if (depth < limits_.depth && call_.objects.size() < limits_.objects)
        pointer.targets.push_back({Target::Kind::object, new_object(pointee, "*" + label, depth + 1), ""});
      // Strings and buffers of one call do not overlap.
      bool is_buffer = is_void(pointee) || (to.kind == Type::Kind::character && to.size_bits == 8);
      for (uint32_t other : others)
        if (!is_buffer) pointer.targets.push_back({Target::Kind::object, other, ""});
    }
    if (pointer.targets.empty()) pointer.targets.push_back({});
    call_.objects[object].pointers.push_back(std::move(pointer));
  }

  uint32_t new_object(TypeId pointee, const std::string& label, unsigned depth) {
    const Type& to = type(pointee);
    Object object;
    object.label = label;
    object.type = is_void(pointee) ? "void" : without_qualifiers(to.name);
    object.depth = depth;
    uint64_t count = 1;
    bool is_text = to.kind == Type::Kind::character && to.size_bits == 8;
    if (is_void(pointee) || (is_text && is_byte(to)))
      count = limits_.string;
    else if (is_text)
      count = limits_.string + 1;
    else if (is_number(to.kind))
      count = limits_.array;
    else if (to.kind == Type::Kind::pointer)
      count = 2;  // the second ends a list
    uint64_t each = std::max<uint64_t>(to.size_bits / 8, 1);
    object.bytes = each * count;
    bool has_numbers =
        to.kind != Type::Kind::pointer && !(to.kind == Type::Kind::union_ && has_pointer(pointee));
    if (has_numbers) object.inputs.push_back({label, 0, std::min(object.bytes, most_bytes)});
    uint32_t index = uint32_t(call_.objects.size());
    if (is_text && !is_byte(to)) object.zeros.emplace_back(limits_.string, 1);
    if (is_void(pointee) || is_text)
      object.leaves.push_back({Leaf::Kind::bytes, 0, object.bytes, label, object.type});
    call_.objects.push_back(std::move(object));
    keys_.resize(call_.objects.size());
    keys_[index] = key_of(pointee);
    std::string inside = label.substr(1);
    if (to.kind == Type::Kind::structure || to.kind == Type::Kind::union_)
      inside += "->";
    else if (to.kind == Type::Kind::pointer)
      inside = "*" + inside, count = 1;
    if (!is_void(pointee) && !is_text) wanted_.push_back({index, pointee, inside, count});
    return index;
  }

  // With qualifiers or another name, too.
  bool is_void(TypeId id) const { return type(id).kind == Type::Kind::unknown && type(id).size_bits == 0; }

  bool is_complete(TypeId id) const {
    if (is_void(id)) return true;
    const Type& of = type(id);
    if (of.kind == Type::Kind::unknown || of.kind == Type::Kind::function) return false;
    return of.size_bits > 0;
  }

  // Elements of the numbers behind a pointer, for a length of that name.
  uint64_t count_behind(TypeId pointer, const std::string& name) const {
    const Type& of = type(pointer);
    if (of.kind != Type::Kind::pointer) return 0;
    const Type& to = type(of.element);
    bool is_text = to.kind == Type::Kind::character && to.size_bits == 8;
    // A string that is only read may be a name, and the number behind it the size of something else.
    bool is_sure = name.find("len") != std::string::npos || name == "n" || name == "size" || name == "count";
    if (is_text && !is_byte(to) && to.name.starts_with("const ") && !is_sure) return 0;
    if (is_void(of.element) || is_text) return limits_.string;
    return is_number(to.kind) ? limits_.array : to.kind == Type::Kind::function || to.size_bits == 0 ? 0 : 1;
  }

 private:
  struct Wanted {
    uint32_t object;
    TypeId type;
    std::string label;
    uint64_t count;
  };

  static bool is_byte(const Type& type) {
    return type.name.find("unsigned") != std::string::npos || type.name.find("uint8") != std::string::npos ||
           type.name.find("Byte") != std::string::npos || type.name.find("byte") != std::string::npos ||
           type.name.find("u8") != std::string::npos;
  }

  bool has_pointer(TypeId id, unsigned depth = 0) const {
    const Type& of = type(id);
    if (of.kind == Type::Kind::pointer) return true;
    if (depth > 8) return false;
    if (of.kind == Type::Kind::array) return has_pointer(of.element, depth + 1);
    if (of.kind != Type::Kind::structure && of.kind != Type::Kind::union_) return false;
    return std::any_of(of.fields.begin(), of.fields.end(),
                       [&](const ir::Field& field) { return has_pointer(field.type, depth + 1); });
  }

  bool takes_same(const Signature& function, const Type& wanted) const {
    if (function.is_variadic || wanted.name.find("...") != std::string::npos) return false;
    if (function.parameters.size() != wanted.fields.size()) return false;
    auto same = [&](TypeId a, TypeId b) {
      return without_qualifiers(type(a).name) == without_qualifiers(type(b).name) || key_of(a) == key_of(b);
    };
    if (!same(function.result, wanted.element)) return false;
    for (size_t i = 0; i < wanted.fields.size(); ++i)
      if (!same(function.parameters[i].type, wanted.fields[i].type)) return false;
    return true;
  }

  // The same for a type and a typedef of it.
  std::string key_of(TypeId id) const {
    if (is_void(id)) return "void";
    const Type& of = type(id);
    std::string key = fmt::format("{} {}", int(of.kind), of.size_bits);
    if (of.kind == Type::Kind::pointer) return key + " " + without_qualifiers(of.name);
    if (of.kind == Type::Kind::array) return key + " " + key_of(of.element);
    for (const ir::Field& field : of.fields) key += fmt::format(" {}@{}", field.name, field.offset_bits);
    return key;
  }

  void zero(uint32_t object, uint64_t offset, uint64_t bytes) {
    call_.objects[object].zeros.emplace_back(offset, bytes);
  }

  void leaf(uint32_t object, Leaf::Kind kind, uint64_t offset, uint64_t bytes, const std::string& label,
            const std::string& type_name) {
    call_.objects[object].leaves.push_back({kind, offset, bytes, label, without_qualifiers(type_name)});
  }

  void fill_one(uint32_t object, TypeId id, uint64_t offset, const std::string& label) {
    const Type& of = type(id);
    uint64_t bytes = of.size_bits / 8;
    switch (of.kind) {
      case Type::Kind::boolean:
        call_.objects[object].ranges.push_back({offset, unsigned(bytes), false, 0, 1});
        return leaf(object, Leaf::Kind::unsigned_number, offset, bytes, label, of.name);
      case Type::Kind::enumeration: fill_enumeration(object, of, offset, bytes, label); return;
      case Type::Kind::signed_integer:
      case Type::Kind::character:
      case Type::Kind::unsigned_integer:
        if (bytes > 8) return leaf(object, Leaf::Kind::bytes, offset, bytes, label, of.name);
        return leaf(
            object,
            of.kind == Type::Kind::signed_integer ? Leaf::Kind::signed_number : Leaf::Kind::unsigned_number,
            offset, bytes, label, of.name);
      case Type::Kind::floating:
        return leaf(object, bytes <= 8 ? Leaf::Kind::floating : Leaf::Kind::bytes, offset, bytes, label,
                    of.name);
      case Type::Kind::pointer: add_pointer(object, of.element, offset, label); return;
      case Type::Kind::array: fill_array(object, of, offset, bytes, label); return;
      case Type::Kind::structure: fill_structure(object, of, offset, label); return;
      case Type::Kind::union_:
        if (has_pointer(id)) return zero(object, offset, bytes);
        return leaf(object, Leaf::Kind::bytes, offset, bytes, label, of.name);
      default:
        if (bytes) zero(object, offset, bytes);
    }
  }

  void fill_enumeration(uint32_t object, const Type& of, uint64_t offset, uint64_t bytes,
                        const std::string& label) {
    if (!of.fields.empty()) {
      auto is_less = [](const ir::Field& a, const ir::Field& b) {
        return int64_t(a.offset_bits) < int64_t(b.offset_bits);
      };
      auto is_below = [](const ir::Field& a, const ir::Field& b) { return a.offset_bits < b.offset_bits; };
      bool is_signed = type(of.element).kind != Type::Kind::unsigned_integer;
      auto [low, high] = is_signed ? std::minmax_element(of.fields.begin(), of.fields.end(), is_less)
                                   : std::minmax_element(of.fields.begin(), of.fields.end(), is_below);
      call_.objects[object].ranges.push_back(
          {offset, unsigned(bytes), is_signed, int64_t(low->offset_bits), int64_t(high->offset_bits)});
    }
    leaf(object, Leaf::Kind::unsigned_number, offset, bytes, label, of.name);
  }

  void fill_array(uint32_t object, const Type& of, uint64_t offset, uint64_t bytes,
                  const std::string& label) {
    const Type& element = type(of.element);
    uint64_t each = element.size_bits / 8;
    if (!of.count || !each) return;
    bool is_text = element.kind == Type::Kind::character && each == 1;
    if (is_text && !is_byte(element)) zero(object, offset + of.count - 1, 1);
    if (is_text || (of.count > most_leaves && !has_pointer(of.element)))
      return leaf(object, Leaf::Kind::bytes, offset, bytes, label, of.name);
    uint64_t told = has_pointer(of.element) ? std::min(of.count, most_pointers) : of.count;
    fill(object, of.element, offset, label, told);
    if (told < of.count) zero(object, offset + told * each, (of.count - told) * each);
  }

  void fill_structure(uint32_t object, const Type& of, uint64_t offset, const std::string& label) {
    std::string before = label.ends_with("->") ? label : label + ".";
    uint64_t bits_end = 0;  // of bit-fields told so far
    for (const ir::Field& field : of.fields) {
      const Type& inside = type(field.type);
      bool is_bits = field.offset_bits % 8 || (field.size_bits != inside.size_bits && is_number(inside.kind));
      if (!is_bits) {
        fill_one(object, field.type, offset + field.offset_bits / 8, before + field.name);
        continue;
      }
      uint64_t first = std::max(field.offset_bits / 8, bits_end),
               last = (field.offset_bits + field.size_bits - 1) / 8;
      if (first <= last)
        leaf(object, Leaf::Kind::bytes, offset + first, last - first + 1, before + field.name, inside.name);
      bits_end = std::max(bits_end, last + 1);
    }
  }

  const Signatures& signatures_;
  const Limits& limits_;
  Call& call_;
  std::vector<std::string> keys_;  // of the objects
  std::vector<Wanted> wanted_;
};

const Signature* find(const Signatures& signatures, const std::string& name) {
  for (const Signature& each : signatures.functions)
    if (each.name == name) return &each;
  return nullptr;
}

// The C type that an argument in memory is read with.
std::string reading_type(const Type& of, bool is_cpp_reference) {
  if (is_cpp_reference) return "";
  uint64_t bytes = of.size_bits / 8;
  switch (of.kind) {
    case Type::Kind::boolean: return "_Bool";
    case Type::Kind::floating:
      return bytes == 4 ? "float" : bytes == 8 ? "double" : bytes == 16 ? "long double" : "";
    case Type::Kind::enumeration:
    case Type::Kind::character:
    case Type::Kind::unsigned_integer:
    case Type::Kind::signed_integer: {
      if (bytes == 16) return of.kind == Type::Kind::signed_integer ? "__int128" : "unsigned __int128";
      bool is_signed = of.kind == Type::Kind::signed_integer;
      return fmt::format("{}int{}_t", is_signed ? "" : "u", bytes * 8);
    }
    case Type::Kind::pointer: return "void *";
    case Type::Kind::structure:
    case Type::Kind::union_: {
      std::string name = without_qualifiers(of.name);
      return name.starts_with("unnamed") ? "" : name;
    }
    default: return "";
  }
}

void plan_result(const Signatures& signatures, const Signature& function, Call& call) {
  const Type& result = signatures.types[function.result];
  call.is_void = function.result == 0;
  call.result_type = call.is_void ? "void" : without_qualifiers(result.name);
  if (call.is_void) return;
  call.is_pointer = result.kind == Type::Kind::pointer;
  call.is_floating = result.kind == Type::Kind::floating;
  call.is_signed = result.kind == Type::Kind::signed_integer;
  if (call.is_pointer)
    call.result_bytes = 1;
  else if (is_number(result.kind) && result.size_bits <= 64)
    call.result_bytes = unsigned(result.size_bits / 8);
}

// Names a structure, by whatever name it is called; one of which nothing is known by its own.
std::string structure_key(const Type& structure) {
  if (!structure.size_bits) return without_qualifiers(structure.name);
  std::string key = std::to_string(structure.size_bits);
  for (const ir::Field& field : structure.fields) key += fmt::format(" {}@{}", field.name, field.offset_bits);
  return key;
}

// What a sequence knows of structures that its functions work on.
struct Handles {
  struct Handle {
    std::string key, name;  // of the structure
    uint64_t bytes = 0;
    bool is_pointer = false;            // the variable holds a pointer to it; else it is one
    bool is_passed_by_address = false;  // then its variable is changed in no other way
    unsigned wanted = 1;                // by one call
    std::vector<uint32_t> slots;        // of Plan::shared
  };
  std::vector<Handle> all;
  const Handle* find(const Type& type) const {
    if (type.kind != Type::Kind::structure) return nullptr;
    for (const Handle& each : all)
      if (each.key == structure_key(type)) return &each;
    return nullptr;
  }
};

base::Result<Call> plan_one(const Signatures& signatures, const std::string& name, const Limits& limits,
                            const Handles* handles) {
  const Signature* function = find(signatures, name);
  if (!function)
    return base::Error{
        fmt::format("there is no function {} in it (a static one that nobody calls is not there)", name)};
  if (name == "main") return base::Error{"main is not called by others: bonsai run tests it"};
  if (function->is_variadic)
    return base::Error{fmt::format("{} takes any number of arguments: no driver can know how many", name)};
  if (function->is_method)
    return base::Error{fmt::format("{} is a method: only functions can be tested", name)};
  Call call;
  call.function = name;
  call.objects.emplace_back();  // of the arguments
  Builder builder(signatures, limits, call);
  uint64_t at = 0;
  for (size_t i = 0; i < function->parameters.size(); ++i) {
    const load::Parameter& parameter = function->parameters[i];
    const Type& of = signatures.types[parameter.type];
    std::string label = parameter.name.empty() ? fmt::format("argument{}", i + 1) : parameter.name;
    Argument argument{label, without_qualifiers(of.name), at, Argument::Kind::number,
                      reading_type(of, of.name.ends_with('&'))};
    if (argument.c_type.empty())
      return base::Error{
          fmt::format("{}: parameter {} is of a type that no driver can name: {}", name, label, of.name)};
    uint64_t bytes = std::max<uint64_t>(of.size_bits / 8, 1);
    Object& frame = call.objects[0];
    if (of.kind == Type::Kind::pointer) {
      argument.kind = Argument::Kind::pointer;
      const Handles::Handle* handle = nullptr;
      bool is_content = false;
      if (handles) {
        const Type& to = signatures.types[of.element];
        handle = handles->find(to);
        is_content = handle && handle->is_pointer;
        if (!handle && to.kind == Type::Kind::pointer) {
          handle = handles->find(signatures.types[to.element]);
          if (handle && !handle->is_pointer) handle = nullptr;
        }
      }
      if (handle) {
        Pointer pointer{at, label, label, {}, is_content};
        for (uint32_t slot : handle->slots) pointer.targets.push_back({Target::Kind::shared, slot, ""});
        frame.pointers.push_back(std::move(pointer));
      } else {
        builder.add_pointer(0, of.element, at, label);
      }
    } else {
      frame.inputs.push_back({label, at, bytes});
      if (of.kind == Type::Kind::structure || of.kind == Type::Kind::union_)
        argument.kind = Argument::Kind::structure;
      builder.fill(0, parameter.type, at, label);
      bool is_integer = of.kind == Type::Kind::signed_integer || of.kind == Type::Kind::unsigned_integer;
      if (is_integer && !limits.any_length && is_length_name(label)) {
        const std::vector<load::Parameter>& all = function->parameters;
        uint64_t most = i ? builder.count_behind(all[i - 1].type, label) : 0;
        if (most)
          call.objects[0].ranges.push_back(
              {at, unsigned(bytes), of.kind == Type::Kind::signed_integer, 0, int64_t(most)});
      }
    }
    at += (bytes + 15) / 16 * 16;
    call.arguments.push_back(std::move(argument));
  }
  call.objects[0].bytes = std::max<uint64_t>(at, 16);
  builder.fill_all();
  if (find(signatures, "requires_" + name)) call.requires_ = "requires_" + name;
  plan_result(signatures, *function, call);
  return call;
}

}  // namespace

base::Result<Plan> plan_call(const Signatures& signatures, const std::string& function,
                             const Limits& limits) {
  Plan plan;
  plan.name = function;
  base::Result<Call> call = plan_one(signatures, function, limits, nullptr);
  if (!call) return call.error();
  plan.calls.push_back(std::move(*call));
  return plan;
}

// Structures that functions of the sequence take a pointer to are handles, as many of each as one call takes:
// variables that hold a pointer, null at first, where a function takes the address of one or gives one back;
// else the structures themselves, zeros at first.
base::Result<Plan> plan_sequence(const Signatures& signatures, const std::vector<std::string>& functions,
                                 unsigned length, const Limits& limits) {
  Plan plan;
  plan.length = length;
  Handles handles;
  auto pointee = [&](TypeId id) -> const Type* {
    const Type& of = signatures.types[id];
    return of.kind == Type::Kind::pointer && of.element ? &signatures.types[of.element] : nullptr;
  };
  std::map<std::string, unsigned> used;  // by one call
  auto note = [&](const Type& structure, bool is_pointer) {
    if (structure.kind != Type::Kind::structure) return;
    std::string key = structure_key(structure);
    unsigned count = ++used[key];
    for (Handles::Handle& each : handles.all)
      if (each.key == key) {
        each.is_pointer |= is_pointer;
        each.wanted = std::max(each.wanted, count);
        return;
      }
    handles.all.push_back({key,
                           without_qualifiers(structure.name),
                           structure.size_bits / 8,
                           is_pointer || structure.size_bits == 0,
                           false,
                           count,
                           {}});
  };
  for (const std::string& name : functions) {
    const Signature* function = find(signatures, name);
    if (!function) continue;
    used.clear();
    for (const load::Parameter& parameter : function->parameters)
      if (const Type* to = pointee(parameter.type)) {
        note(*to, false);
        if (to->kind != Type::Kind::pointer || !to->element) continue;
        note(signatures.types[to->element], true);
        for (Handles::Handle& each : handles.all)
          each.is_passed_by_address |= each.key == structure_key(signatures.types[to->element]);
      }
    used.clear();
    if (const Type* to = pointee(function->result)) note(*to, true);
  }
  for (Handles::Handle& handle : handles.all)
    for (unsigned i = 0; i < handle.wanted; ++i) {
      Object object;
      object.type = handle.name + (handle.is_pointer ? " *" : "");
      object.label = fmt::format("handle{}", plan.shared.size() + 1);
      object.bytes = handle.is_pointer ? 8 : handle.bytes;
      handle.slots.push_back(uint32_t(plan.shared.size()));
      plan.shared.push_back(std::move(object));
    }
  for (const std::string& name : functions) {
    plan.name += (plan.name.empty() ? "" : "_") + name;
    base::Result<Call> call = plan_one(signatures, name, limits, &handles);
    if (!call) return call.error();
    // What looks into a structure that is constant gives a part of it back, not a new one.
    const Signature& function = *find(signatures, name);
    bool only_looks =
        std::any_of(function.parameters.begin(), function.parameters.end(), [&](const load::Parameter& each) {
          const Type* to = pointee(each.type);
          return to && handles.find(*to) && to->name.find("const ") != std::string::npos;
        });
    if (const Type* to = pointee(function.result); to && !only_looks)
      if (const Handles::Handle* handle = handles.find(*to); handle && !handle->is_passed_by_address) {
        call->kept_in = name + " becomes";
        call->kept = handle->slots;
      }
    plan.calls.push_back(std::move(*call));
  }
  return plan;
}

}  // namespace bonsai::unit
