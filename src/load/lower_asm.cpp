// Inline assembly: barriers and the idioms that have a plain meaning (bswap, rotations). What else it does we
// cannot know.
//
// An operand "+r" of the source arrives as an output tied to an input: "=r,0". Code without effect returns
// tied inputs as they are.
//
// Tested by lower_test.cpp.
#include <llvm/ADT/StringExtras.h>

#include <regex>

#include "load/lower_function.h"

namespace bonsai::load {

using llvm::InlineAsm;
using llvm::StringRef;

namespace {

// Longer than any statement that is known: std::regex needs stack for each character.
constexpr size_t longest_statement = 200;

// Statements without comments, prefixes and blanks at the ends.
std::vector<std::string> statements(StringRef text) {
  std::vector<std::string> result;
  llvm::SmallVector<StringRef> pieces;
  llvm::SplitString(text, pieces, "\n;");
  for (StringRef piece : pieces) {
    StringRef bare = piece.split('#').first.trim(" \t\r");
    if (!bare.empty()) result.push_back(bare.lower());
  }
  return result;
}

bool has_no_effect(StringRef statement) {
  static constexpr StringRef names[] = {"nop",    "pause",   "rep",     "rep nop", "mfence",   "lfence",
                                        "sfence", "endbr64", "endbr32", "lock",    "serialize"};
  if (llvm::is_contained(names, statement)) return true;
  // "lock; addl $0,0(%rsp)" is a fence of old; "$" is written twice.
  static const std::regex fence(R"((lock\s+)?(add|or)[lq]?\s+\$\$0,\s*-?\d*\(%+[er]sp\))");
  return (statement.size() <= longest_statement && std::regex_match(statement.str(), fence)) ||
         statement.starts_with(".p2align") || statement.starts_with(".align") ||
         statement.starts_with(".cfi_");
}

}  // namespace

void FunctionLowering::lower_asm(const llvm::CallBase& call, const InlineAsm& code) {
  std::string shown = code.getAsmString();
  std::vector<std::string> lines = statements(shown);
  std::erase_if(lines, [](const std::string& line) { return has_no_effect(line); });
  auto refuse = [&]() {
    for (char& c : shown)
      if (c == '\n' || c == '\t') c = ' ';
    throw NotSupported{"inline assembly \"" + shown + "\""};
  };
  // The argument that each output is tied to, or none: indirect outputs take an argument, direct ones a
  // result.
  llvm::SmallVector<int> tied;
  int argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : code.ParseConstraints()) {
    if (constraint.Type == InlineAsm::isOutput && !constraint.isIndirect) tied.push_back(-1);
    if (constraint.Type == InlineAsm::isLabel) refuse();
    bool takes = constraint.Type == InlineAsm::isInput ||
                 (constraint.Type == InlineAsm::isOutput && constraint.isIndirect);
    if (!takes) continue;
    if (constraint.Type == InlineAsm::isInput && constraint.Codes.size() == 1 &&
        llvm::isDigit(constraint.Codes[0][0])) {
      size_t output = 0;
      if (!StringRef(constraint.Codes[0]).getAsInteger(10, output) && output < tied.size())
        tied[output] = argument;
    }
    ++argument;
  }
  if (!lines.empty()) {
    if (lines.size() != 1 || !lower_asm_statement(call, lines[0], tied)) refuse();
    return;
  }
  Parts result;
  const std::vector<llvm::Type*>& types = module_.scalars(call.getType());
  for (size_t i = 0; i < types.size(); ++i) {
    Scalar out = i < tied.size() && tied[i] >= 0 ? scalar(call.getArgOperand(unsigned(tied[i])))
                                                 : zero(width(types[i]));
    result.push_back(resize(out, width(types[i])));
  }
  define(call, result);
}

// One instruction on one tied operand: bswap, rol, ror.
bool FunctionLowering::lower_asm_statement(const llvm::CallBase& call, const std::string& text,
                                           llvm::ArrayRef<int> tied) {
  static const std::regex swap(R"(bswap[lq]?\s+(\$0|\$\{0:[a-z]\}))");
  static const std::regex rotate(
      R"((ro[lr])([bwlq]?)\s+(\$\$(\d+)|\$(\d)|\$\{(\d):[a-z]\})\s*,\s*(\$0|\$\{0:[a-z]\}))");
  if (text.size() > longest_statement || tied.size() != 1 || tied[0] < 0 || !call.getType()->isIntegerTy())
    return false;
  Scalar in = resize(scalar(call.getArgOperand(unsigned(tied[0]))), width(call.getType()));
  std::smatch match;
  if (std::regex_match(text, swap)) {
    if (in.width != 32 && in.width != 64) return false;
    define(call, unary(Op::ByteSwap, in));
    return true;
  }
  if (!std::regex_match(text, match, rotate)) return false;
  std::string suffix = match[2];
  unsigned bits = suffix == "b" ? 8 : suffix == "w" ? 16 : suffix == "l" ? 32 : suffix == "q" ? 64 : in.width;
  if (bits != in.width) return false;
  Scalar by;
  if (match[4].matched) {
    uint64_t count = 0;
    if (StringRef(match[4].str()).getAsInteger(10, count)) return false;
    by = Scalar::imm(count, in.width);
  } else {
    // Operand numbers count outputs first; with one output, number n is argument n - 1.
    unsigned number = unsigned(std::stoul(match[5].matched ? match[5] : match[6]));
    if (number == 0 || number > call.arg_size()) return false;
    by = resize(scalar(call.getArgOperand(number - 1)), in.width);
  }
  if (in.width < 32) by = binary(Op::And, by, 31);  // the processor masks the count; FunnelShl reduces it
  define(call, ternary(match[1] == "rol" ? Op::FunnelShl : Op::FunnelShr, in, in, by));
  return true;
}

}  // namespace bonsai::load
