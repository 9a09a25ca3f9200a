#include "expr/random_program_test.h"

#include "expr/float_value.h"

namespace bonsai::expr::testing {

std::vector<uint64_t> table_elements() {
  std::vector<uint64_t> elements;
  for (uint64_t i = 0; i < 20; ++i) elements.push_back(i < 8 ? 0x4321 : i * i * 7 + 1);
  return elements;
}

Wide ProgramMaker::interesting(Width w) {
  switch (below(9)) {
    case 0: return Wide(w, 0);
    case 1: return Wide(w, 1);
    case 2: return Wide::all_ones(w);
    case 3: return Wide(w, 1).shl(w - 1);
    case 4: return ~Wide(w, 1).shl(w - 1);
    case 5: return Wide(w, 1).shl(static_cast<uint32_t>(below(w)));
    case 6:
      return Wide::all_ones(w).lshr(static_cast<uint32_t>(below(w))).shl(static_cast<uint32_t>(below(w)));
    case 7: return Wide(w, below(20));
    default: {
      const uint64_t words[3] = {rng_(), rng_(), rng_()};
      return Wide::from_words(w, words, 3);
    }
  }
}

int ProgramMaker::add(Step step) {
  steps_.push_back(std::move(step));
  return static_cast<int>(steps_.size()) - 1;
}

Width ProgramMaker::any_width() {
  if (below(3) != 0) return base_;
  static constexpr Width kWidths[] = {1,  2,  3,  5,  7,  8,  9,  16, 17,  24, 31,
                                      32, 33, 48, 63, 64, 65, 72, 96, 127, 128};
  return kWidths[below(std::size(kWidths))];
}

int ProgramMaker::pick(Width w) {
  std::vector<int> fitting;
  int widest = -1;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    const Step& s = steps_[i];
    if (s.op == Op::Table || s.op == Op::Array || s.op == Op::Store) continue;
    if (s.width == w) fitting.push_back(i);
    if (s.width != w && below(4) == 0) widest = i;
  }
  const uint64_t choice = below(10);
  if (!fitting.empty() && choice < 6) return fitting[below(fitting.size())];
  if (choice < 8 && widest >= 0) {
    const Width from = steps_[widest].width;
    if (from < w) return add({below(2) ? Op::Zext : Op::Sext, w, widest});
    if (below(2)) return add({Op::Trunc, w, widest});
    return add({.op = Op::Extract, .width = w, .a = widest, .low = static_cast<Width>(below(from - w + 1))});
  }
  if (choice == 8) return add({.op = Op::Constant, .width = w, .constant = interesting(w)});
  return add({.op = Op::Variable, .width = w, .low = static_cast<Width>(below(kBytes - (w + 7) / 8 + 1))});
}

int ProgramMaker::pick_index() {
  if (below(2)) return add({.op = Op::Constant, .width = 64, .constant = Wide(64, below(22))});
  const int narrow = pick(static_cast<Width>(1 + below(5)));
  const int wide = add({Op::Zext, 64, narrow});
  if (below(2)) return wide;
  return add({Op::Add, 64, wide, add({.op = Op::Constant, .width = 64, .constant = Wide(64, below(4))})});
}

int ProgramMaker::pick_array() {
  std::vector<int> arrays;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i)
    if (steps_[i].op == Op::Array || steps_[i].op == Op::Store || steps_[i].op == Op::Table)
      arrays.push_back(i);
  if (!arrays.empty() && below(4) != 0) return arrays[below(arrays.size())];
  static constexpr Width kElements[] = {8, 16, 13};
  return below(2) ? add({Op::Array, 8}) : add({Op::Table, kElements[below(3)]});
}

void ProgramMaker::add_float() {
  static constexpr Width kWidths[] = {16, 32, 64};
  const Width w = kWidths[below(3)];
  const int a = pick(w);
  const Op op = static_cast<Op>(static_cast<int>(Op::FAdd) + below(8));
  if (op == Op::FConvert) {
    add({op, kWidths[below(3)], a});
    return;
  }
  const int b = pick(w);
  add({op, op >= Op::FEq ? 1 : w, a, b});
}

// Neighbouring slices of one step, put together again: what loads do to values that were stored byte by byte.
int ProgramMaker::add_rejoined() {
  const Width w = 3 + static_cast<Width>(below(62));
  int whole = pick(w);
  if (below(2)) {
    const int amount = add({.op = Op::Constant, .width = w, .constant = Wide(w, below(w))});
    whole = add({below(2) ? Op::Shl : Op::LShr, w, whole, amount});
  }
  const Width low = static_cast<Width>(below(w - 1));
  const Width middle = low + 1 + static_cast<Width>(below(w - low - 1));
  const Width high = middle + 1 + static_cast<Width>(below(w - middle));
  const int upper = add({.op = Op::Extract, .width = high - middle, .a = whole, .low = middle});
  const int lower = add({.op = Op::Extract, .width = middle - low, .a = whole, .low = low});
  return add({Op::Concat, high - low, upper, lower});
}

int ProgramMaker::add_random() {
  const Width w = any_width();
  switch (below(14)) {
    case 12:
    case 13: return add_rejoined();
    case 0: {
      const int a = pick(w);
      return add({below(2) ? Op::Not : Op::Neg, w, a});
    }
    case 1: {
      const Width low = static_cast<Width>(1 + below(40));
      const int a = pick(w), b = pick(low);
      return below(2) ? add({Op::Concat, w + low, a, b}) : add({Op::Concat, w + low, b, a});
    }
    case 2:
    case 3: {
      const int c = pick(1), a = pick(w), b = pick(w);
      return add({Op::Ite, w, c, a, b});
    }
    case 4:
    case 5:
    case 6: {
      const int a = pick(w), b = pick(w);
      return add({static_cast<Op>(static_cast<int>(Op::Eq) + below(10)), 1, a, b});
    }
    case 7: {
      const int array = pick_array(), index = pick_index();
      if (below(2)) {
        const int element = pick(steps_[array].width);
        return add({Op::Store, steps_[array].width, array, index, element});
      }
      return add({Op::Read, steps_[array].width, array, index});
    }
    default: {
      const int a = pick(w), b = pick(w);
      return add({static_cast<Op>(static_cast<int>(Op::Add) + below(13)), w, a, b});
    }
  }
}

std::vector<Step> ProgramMaker::make(unsigned length, bool floats) {
  steps_.clear();
  base_ = below(2) ? static_cast<Width>(1 + below(128)) : Width{8} << below(4);
  while (steps_.size() < length) {
    if (floats && below(4) == 0)
      add_float();
    else
      add_random();
  }
  return std::move(steps_);
}

namespace {

const Term* variable(TermStore& s, const Term* array, const Step& step) {
  const Term* t = s.symbolic_byte(array, step.low);
  for (Width i = 1; i < (step.width + 7) / 8; ++i) t = s.concat(s.symbolic_byte(array, step.low + i), t);
  return s.trunc(t, step.width);
}

const Term* build_compare(TermStore& s, Op op, const Term* a, const Term* b) {
  switch (op) {
    case Op::Eq: return s.eq(a, b);
    case Op::Ne: return s.ne(a, b);
    case Op::Ult: return s.ult(a, b);
    case Op::Ule: return s.ule(a, b);
    case Op::Ugt: return s.ugt(a, b);
    case Op::Uge: return s.uge(a, b);
    case Op::Slt: return s.slt(a, b);
    case Op::Sle: return s.sle(a, b);
    case Op::Sgt: return s.sgt(a, b);
    default: return s.sge(a, b);
  }
}

const Term* build_binary(TermStore& s, Op op, const Term* a, const Term* b) {
  switch (op) {
    case Op::Add: return s.add(a, b);
    case Op::Sub: return s.sub(a, b);
    case Op::Mul: return s.mul(a, b);
    case Op::UDiv: return s.udiv(a, b);
    case Op::SDiv: return s.sdiv(a, b);
    case Op::URem: return s.urem(a, b);
    case Op::SRem: return s.srem(a, b);
    case Op::And: return s.band(a, b);
    case Op::Or: return s.bor(a, b);
    case Op::Xor: return s.bxor(a, b);
    case Op::Shl: return s.shl(a, b);
    case Op::LShr: return s.lshr(a, b);
    case Op::AShr: return s.ashr(a, b);
    case Op::FAdd: return s.fadd(a, b);
    case Op::FSub: return s.fsub(a, b);
    case Op::FMul: return s.fmul(a, b);
    case Op::FDiv: return s.fdiv(a, b);
    case Op::FEq: return s.feq(a, b);
    case Op::FLt: return s.flt(a, b);
    case Op::FLe: return s.fle(a, b);
    default: return build_compare(s, op, a, b);
  }
}

Wide compute_binary(Op op, const Wide& a, const Wide& b) {
  const auto compare = [](bool value) { return Wide(1, value); };
  const auto arithmetic = [&](Kind kind) {
    return Wide(a.width(), fold_float(kind, a.width(), Rounding::NearestEven, a.low64(), b.low64(), 0));
  };
  switch (op) {
    case Op::Add: return a + b;
    case Op::Sub: return a - b;
    case Op::Mul: return a * b;
    case Op::UDiv: return a.udiv(b);
    case Op::SDiv: return a.sdiv(b);
    case Op::URem: return a.urem(b);
    case Op::SRem: return a.srem(b);
    case Op::And: return a & b;
    case Op::Or: return a | b;
    case Op::Xor: return a ^ b;
    case Op::Shl: return a.shl(b);
    case Op::LShr: return a.lshr(b);
    case Op::AShr: return a.ashr(b);
    case Op::Eq: return compare(a == b);
    case Op::Ne: return compare(!(a == b));
    case Op::Ult: return compare(a.ult(b));
    case Op::Ule: return compare(!b.ult(a));
    case Op::Ugt: return compare(b.ult(a));
    case Op::Uge: return compare(!a.ult(b));
    case Op::Slt: return compare(a.slt(b));
    case Op::Sle: return compare(!b.slt(a));
    case Op::Sgt: return compare(b.slt(a));
    case Op::Sge: return compare(!a.slt(b));
    case Op::FAdd: return arithmetic(Kind::FAdd);
    case Op::FSub: return arithmetic(Kind::FSub);
    case Op::FMul: return arithmetic(Kind::FMul);
    case Op::FDiv: return arithmetic(Kind::FDiv);
    case Op::FEq: return compare(fold_float_compare(Kind::FEq, a.width(), a.low64(), b.low64()));
    case Op::FLt: return compare(fold_float_compare(Kind::FLt, a.width(), a.low64(), b.low64()));
    default: return compare(fold_float_compare(Kind::FLe, a.width(), a.low64(), b.low64()));
  }
}

uint64_t read_reference(const std::vector<Step>& steps, const std::vector<Wide>& values, int array,
                        uint64_t index, const std::vector<uint8_t>& bytes) {
  for (; steps[array].op == Op::Store; array = steps[array].a)
    if (values[steps[array].b].low64() == index) return values[steps[array].c].low64();
  if (steps[array].op == Op::Array) return index < kArrayBytes ? bytes[kBytes + index] : 0;
  const std::vector<uint64_t> elements = table_elements();
  return index < elements.size() ? elements[index] & Term::mask(steps[array].width) : 0;
}

}  // namespace

std::vector<const Term*> build(TermStore& s, const std::vector<Step>& steps) {
  const Term* input = s.array("input", kBytes);
  const Term* memory = s.array("memory", kArrayBytes);
  std::vector<const Term*> terms;
  for (const Step& step : steps) {
    const auto at = [&](int i) { return terms[static_cast<size_t>(i)]; };
    switch (step.op) {
      case Op::Variable: terms.push_back(variable(s, input, step)); break;
      case Op::Constant: terms.push_back(s.constant(step.constant)); break;
      case Op::Not: terms.push_back(s.bnot(at(step.a))); break;
      case Op::Neg: terms.push_back(s.neg(at(step.a))); break;
      case Op::Zext: terms.push_back(s.zext(at(step.a), step.width)); break;
      case Op::Sext: terms.push_back(s.sext(at(step.a), step.width)); break;
      case Op::Trunc: terms.push_back(s.trunc(at(step.a), step.width)); break;
      case Op::Extract: terms.push_back(s.extract(at(step.a), step.low, step.width)); break;
      case Op::Concat: terms.push_back(s.concat(at(step.a), at(step.b))); break;
      case Op::Ite: terms.push_back(s.ite(at(step.a), at(step.b), at(step.c))); break;
      case Op::Table: terms.push_back(s.table(table_elements(), step.width)); break;
      case Op::Array: terms.push_back(memory); break;
      case Op::Store: terms.push_back(s.store(at(step.a), at(step.b), at(step.c))); break;
      case Op::Read: terms.push_back(s.read(at(step.a), at(step.b))); break;
      case Op::FConvert: terms.push_back(s.fconvert(at(step.a), step.width)); break;
      default: terms.push_back(build_binary(s, step.op, at(step.a), at(step.b))); break;
    }
  }
  return terms;
}

std::vector<Wide> compute(const std::vector<Step>& steps, const std::vector<uint8_t>& bytes) {
  std::vector<Wide> values;
  for (const Step& step : steps) {
    const auto at = [&](int i) -> const Wide& { return values[static_cast<size_t>(i)]; };
    switch (step.op) {
      case Op::Variable: {
        Wide v((step.width + 7) / 8 * 8, 0);
        for (Width i = (step.width + 7) / 8; i-- > 0;) v = v.shl(8u) | Wide(v.width(), bytes[step.low + i]);
        values.push_back(v.extract(0, step.width));
        break;
      }
      case Op::Constant: values.push_back(step.constant); break;
      case Op::Not: values.push_back(~at(step.a)); break;
      case Op::Neg: values.push_back(-at(step.a)); break;
      case Op::Zext: values.push_back(at(step.a).zext(step.width)); break;
      case Op::Sext: values.push_back(at(step.a).sext(step.width)); break;
      case Op::Trunc: values.push_back(at(step.a).extract(0, step.width)); break;
      case Op::Extract: values.push_back(at(step.a).extract(step.low, step.width)); break;
      case Op::Concat: values.push_back(Wide::concat(at(step.a), at(step.b))); break;
      case Op::Ite: values.push_back(at(step.a).is_zero() ? at(step.c) : at(step.b)); break;
      case Op::Table:
      case Op::Array:
      case Op::Store: values.emplace_back(); break;
      case Op::Read:
        values.push_back(Wide(step.width, read_reference(steps, values, step.a, at(step.b).low64(), bytes)));
        break;
      case Op::FConvert: {
        const Wide& a = at(step.a);
        values.push_back(
            a.width() == step.width
                ? a
                : Wide(step.width, convert_float(a.low64(), a.width(), step.width, Rounding::NearestEven)));
        break;
      }
      default: values.push_back(compute_binary(step.op, at(step.a), at(step.b))); break;
    }
  }
  return values;
}

Assignment assign(TermStore& s, const std::vector<uint8_t>& bytes) {
  Assignment assignment;
  const Term *input = s.array("input", kBytes), *memory = s.array("memory", kArrayBytes);
  for (uint64_t i = 0; i < kBytes; ++i) assignment.set(input, i, bytes[i]);
  for (uint64_t i = 0; i < kArrayBytes; ++i) assignment.set(memory, i, bytes[kBytes + i]);
  return assignment;
}

std::string describe(const std::vector<Step>& steps, size_t upto) {
  static constexpr const char* kNames[] = {
      "variable", "constant", "not",  "neg",  "zext", "sext", "trunc", "extract", "concat",
      "ite",      "add",      "sub",  "mul",  "udiv", "sdiv", "urem",  "srem",    "and",
      "or",       "xor",      "shl",  "lshr", "ashr", "eq",   "ne",    "ult",     "ule",
      "ugt",      "uge",      "slt",  "sle",  "sgt",  "sge",  "table", "array",   "store",
      "read",     "fadd",     "fsub", "fmul", "fdiv", "feq",  "flt",   "fle",     "fconvert"};
  std::string text;
  for (size_t i = 0; i <= upto; ++i) {
    const Step& s = steps[i];
    text +=
        "  %" + std::to_string(i) + ":" + std::to_string(s.width) + " = " + kNames[static_cast<int>(s.op)];
    for (int operand : {s.a, s.b, s.c})
      if (operand >= 0) text += " %" + std::to_string(operand);
    if (s.op == Op::Extract || s.op == Op::Variable) text += " from " + std::to_string(s.low);
    if (s.op == Op::Constant) text += " 0x" + s.constant.to_hex();
    text += "\n";
  }
  return text;
}

}  // namespace bonsai::expr::testing
