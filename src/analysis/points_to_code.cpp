// Constraints of instructions. Tested by cli/analyses_test.cpp.
//
// Integers carry pointers through arithmetic, but for what cannot give an address back: comparisons, floats,
// products and quotients by what is no power of two, and the distance of two pointers. An index is no
// pointer: base and index of an address are told apart, unless the base is a plain number.
#include <bit>

#include "analysis/function_models.h"
#include "analysis/points_to_builder.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::Instr;
using ir::Op;

void PointsToBuilder::add_code(Instance& at) {
  const Function& function = program_.functions[at.function];
  for (uint32_t block = 0; block < function.blocks.size(); ++block) {
    if (!at.blocks[block]) continue;
    for (uint32_t i = function.blocks[block].first; i < function.blocks[block].end; ++i) {
      if (function.code[i].op == Op::Call)
        add_call(at, i);
      else
        add_instruction(at, i);
    }
  }
}

PointsToBuilder::Node PointsToBuilder::constant_node(uint64_t value) {
  auto [found, is_new] = constants_.try_emplace(value, 0);
  if (!is_new) return found->second;
  Node node = found->second = solver_.add_nodes(1);
  for (const Target& target : targets_of(value)) solver_.seed(node, target.site, target.place);
  return node;
}

std::optional<PointsToBuilder::Node> PointsToBuilder::operand(Instance& at, uint32_t index,
                                                              ir::Operand operand) {
  if (operand.is_none()) return std::nullopt;
  if (operand.is_register()) return read(at, index, operand.index());
  std::optional<Node> node;
  if (program_.constants[operand.index()].width < program_.pointer_width()) return node;
  for (uint64_t word : program_.constants[operand.index()].words) {
    if (targets_of(word).empty()) continue;
    if (!node)
      node = constant_node(word);
    else {
      Node both = solver_.add_nodes(1);
      solver_.flow(*node, both);
      solver_.flow(constant_node(word), both);
      node = both;
    }
  }
  return node;
}

std::optional<uint64_t> PointsToBuilder::number(ir::FunctionId function, uint32_t index,
                                                ir::Operand operand) const {
  if (operand.is_none()) return std::nullopt;
  if (operand.is_constant()) {
    const ir::Constant& constant = program_.constants[operand.index()];
    if (constant.poison || constant.width > 64) return std::nullopt;
    return constant.words.empty() ? 0 : constant.words[0];
  }
  const WebTraits& web = traits_[function][webs_[function]->read(index, operand.index())];
  if (!web.is_number || web.varies) return std::nullopt;
  return web.number;
}

void PointsToBuilder::add_instruction(Instance& at, uint32_t index) {
  const Function& function = program_.functions[at.function];
  const Instr& instr = function.code[index];
  ir::Address address = instr.address();
  ir::Access access = instr.access();
  auto seed_all = [&](Node node, const std::vector<Target>& targets) {
    for (const Target& target : targets) solver_.seed(node, target.site, target.place);
  };
  switch (instr.op) {
    case Op::Const:
      if (instr.width >= program_.pointer_width())
        seed_all(written(at, index, instr.dst), targets_of(instr.imm));
      break;
    case Op::ConstPool:
      flow(operand(at, index, ir::Operand::constant(uint32_t(instr.imm))), written(at, index, instr.dst));
      break;
    case Op::LocalAddr: seed_all(written(at, index, instr.dst), targets_in_frame(function, instr.imm)); break;
    case Op::Alloca:
      solver_.seed(written(at, index, instr.dst), first_local_[function.id] + SiteId(instr.aux), {});
      break;
    case Op::Load:
    case Op::LoadX: {
      Move move{.offset = address.offset};
      if (instr.op == Op::LoadX) move = indexed(at.function, index, address, instr.b);
      solver_.load(read(at, index, instr.a), move, access.bytes, written(at, index, instr.dst));
      if (instr.op == Op::LoadX && holds_numbers(at.function, index, instr.a))
        solver_.load(read(at, index, instr.b), Move::anywhere(), access.bytes, written(at, index, instr.dst));
      break;
    }
    case Op::Store:
    case Op::StoreX: {
      std::optional<Node> value = operand(at, index, instr.operand_b());
      if (!value) break;
      Move move{.offset = address.offset};
      if (instr.op == Op::StoreX) move = indexed(at.function, index, address, instr.dst);
      solver_.store(read(at, index, instr.a), move, access.bytes, *value);
      if (instr.op == Op::StoreX && holds_numbers(at.function, index, instr.a))
        solver_.store(read(at, index, instr.dst), Move::anywhere(), access.bytes, *value);
      break;
    }
    case Op::LoadLocal:
      for (const Target& target : targets_in_frame(function, instr.imm))
        solver_.load_at(target.site, target.place, access.bytes, written(at, index, instr.dst));
      break;
    case Op::StoreLocal:
      if (std::optional<Node> value = operand(at, index, instr.operand_b()))
        for (const Target& target : targets_in_frame(function, instr.imm))
          solver_.store_at(target.site, target.place, access.bytes, *value);
      break;
    case Op::MemCopy:
    case Op::MemMove:
    case Op::MemSet: add_memory_block(at, index); break;
    case Op::Ret:
      if (!function.result_widths.empty()) flow(operand(at, index, instr.operand_a()), at.results);
      break;
    case Op::RetMany:
      for (uint32_t i = 0; i < instr.b && i < function.result_widths.size(); ++i)
        flow(operand(at, index, program_.operands[instr.a + i]), at.results + i);
      break;
    case Op::LandingPad: solver_.flow(thrown_, written(at, index, instr.dst)); break;
    default: add_arithmetic(at, index); break;
  }
}

Move PointsToBuilder::indexed(ir::FunctionId function, uint32_t index, ir::Address address,
                              uint32_t index_register) const {
  uint64_t stride = traits_[function][webs_[function]->read(index, index_register)].stride;
  uint64_t scale;
  if (__builtin_mul_overflow(stride, uint64_t(address.scale), &scale)) scale = 1;
  return {.offset = address.offset, .scale = scale};
}

void PointsToBuilder::add_memory_block(Instance& at, uint32_t index) {
  const Instr& instr = program_.functions[at.function].code[index];
  std::optional<Node> from = operand(at, index, instr.operand_b());
  std::optional<uint64_t> bytes = number(at.function, index, instr.operand_c());
  if (!from || (bytes && *bytes == 0) || moves_file_data(program_.functions[at.function])) return;
  Node to = read(at, index, instr.a);
  if (instr.op != Op::MemSet)
    solver_.copy_memory(to, *from, bytes);
  else if (!number(at.function, index, instr.operand_b()))
    solver_.store(to, Move::anywhere(), 1, *from);
}

// A piece of an address may be loaded, stored and chosen, as copies byte by byte do; what is computed from
// one is taken for a number, and so is what comes of multiplying and dividing.
void PointsToBuilder::add_arithmetic(Instance& at, uint32_t index) {
  const Instr& instr = program_.functions[at.function].code[index];
  const bool narrow = instr.width < program_.pointer_width();
  const Move lost = Move::anywhere();
  auto a = [&] { return read(at, index, instr.a); };
  auto b = [&] { return read(at, index, instr.b); };
  auto to = [&] { return written(at, index, instr.dst); };
  // The immediate may be an address too.
  auto immediate = [&] {
    if (!targets_of(instr.imm).empty()) solver_.flow(constant_node(instr.imm), to(), Move::anywhere());
  };
  auto signed_immediate = [&] {
    unsigned unused = 64 - std::min<unsigned>(instr.width, 64);
    return int64_t(instr.imm << unused) >> unused;
  };
  auto trait = [&](uint32_t r) -> const WebTraits& {
    return traits_[at.function][webs_[at.function]->read(index, r)];
  };
  switch (instr.op) {
    case Op::Move:
    case Op::Freeze:
    case Op::PoisonIf: solver_.flow(a(), to()); return;
    case Op::Select:
      flow(operand(at, index, instr.operand_b()), to());
      flow(operand(at, index, instr.operand_c()), to());
      return;
    default: break;
  }
  if (narrow) return;
  switch (instr.op) {
    case Op::ZExt:
    case Op::SExt:
    case Op::ZExtWide:
    case Op::SExtWide: solver_.flow(a(), to()); break;
    case Op::Trunc:
      if (instr.imm >= program_.pointer_width()) solver_.flow(a(), to());
      break;
    case Op::UMin:
    case Op::UMax:
    case Op::SMin:
    case Op::SMax:
      solver_.flow(a(), to());
      solver_.flow(b(), to());
      break;
    case Op::UMinI:
    case Op::UMaxI:
    case Op::SMinI:
    case Op::SMaxI:
      solver_.flow(a(), to());
      immediate();
      break;
    case Op::PtrAddI: solver_.flow(a(), to(), {.offset = signed_immediate()}); break;
    case Op::AddI:
    case Op::SubI: {
      int64_t by = signed_immediate();
      if (by == INT64_MIN)
        solver_.flow(a(), to(), lost);
      else
        solver_.flow(a(), to(), {.offset = instr.op == Op::AddI ? by : -by});
      immediate();
      break;
    }
    case Op::PtrAdd: {
      solver_.flow(a(), to(), indexed(at.function, index, instr.address(), instr.b));
      if (trait(instr.a).is_number) solver_.flow(b(), to(), Move::anywhere());
      break;
    }
    case Op::Sub:
      if (trait(instr.b).is_computed)
        solver_.flow(a(), to(), lost);
      else
        solver_.subtract(a(), b(), to());
      break;
    case Op::Add:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::UAddSat:
    case Op::SAddSat:
    case Op::USubSat:
    case Op::SSubSat:
      solver_.flow(a(), to(), lost);
      solver_.flow(b(), to(), lost);
      break;
    case Op::AndI:
    case Op::OrI:
    case Op::XorI:
    case Op::UAddSatI:
    case Op::SAddSatI:
    case Op::USubSatI:
    case Op::SSubSatI:
      solver_.flow(a(), to(), lost);
      immediate();
      break;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::UShlSat:
    case Op::SShlSat:
    case Op::ShlI:
    case Op::LShrI:
    case Op::AShrI:
    case Op::UShlSatI:
    case Op::SShlSatI:
    case Op::Abs:
    case Op::ByteSwap:
    case Op::BitReverse: solver_.flow(a(), to(), lost); break;
    case Op::FunnelShl:
    case Op::FunnelShr:
      solver_.flow(a(), to(), lost);
      flow(operand(at, index, instr.operand_b()), to(), lost);
      break;
    default: break;
  }
}

}  // namespace bonsai::analysis
