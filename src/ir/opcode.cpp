#include "ir/opcode.h"

#include <array>

namespace bonsai::ir {

namespace {

constexpr std::array<OpInfo, op_count> table{{
#define OP(name, mnemonic, format, meaning) {#name, mnemonic, Format::format, meaning},
#include "ir/opcode.def"
}};

}  // namespace

const OpInfo& info(Op op) { return table[size_t(op)]; }

bool is_conditional(Op op) {
  Format format = info(op).format;
  return format == Format::Branch || format == Format::BranchCompare || format == Format::BranchCompareImm;
}

bool is_terminator(Op op) {
  switch (info(op).format) {
    case Format::Jump:
    case Format::Branch:
    case Format::BranchCompare:
    case Format::BranchCompareImm:
    case Format::Switch:
    case Format::IndirectBr:
    case Format::Ret:
    case Format::RetMany:
    case Format::Resume: return true;
    default: break;
  }
  return op == Op::RetVoid || op == Op::Unreachable || op == Op::Trap || op == Op::Unsupported;
}

std::string_view name(FloatFunction function) {
  static constexpr std::string_view names[] = {"sqrt",      "floor",   "ceil",       "trunc",        "rint",
                                               "nearbyint", "round",   "round_even", "canonicalize", "minnum",
                                               "maxnum",    "minimum", "maximum"};
  return size_t(function) < std::size(names) ? names[size_t(function)] : "?";
}

}  // namespace bonsai::ir
