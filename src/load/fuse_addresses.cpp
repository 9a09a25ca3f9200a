// Address arithmetic moves into the accesses that use it: an offset into any address, base + index * scale
// into loads and stores, and an access that lies inside one local of the frame, aligned, becomes a local one
// that needs no look-up. An address is computed modulo the pointer width as a whole, so joining two of its
// steps is exact. It is done where it makes the arithmetic needless: if the pointer is read by such accesses
// alone. Tested by fuse_test.cpp.
#include <algorithm>

#include "ir/uses.h"
#include "load/definitions.h"

namespace bonsai::load {

namespace {

using ir::Address;
using ir::Instr;
using ir::Op;

class Fuser {
 public:
  Fuser(ir::Program& program, Draft& draft)
      : program_(program),
        draft_(draft),
        definitions_(program, draft),
        last_write_(draft.registers, Definitions::Place{}),
        statics_(std::partition_point(draft.function.locals.begin(), draft.function.locals.end(),
                                      [](const ir::Local& local) { return !local.dynamic; })) {}

  void run() {
    for (block_ = 0; block_ < draft_.blocks.size(); ++block_) {
      auto& code = draft_.blocks[block_].code;
      for (uint32_t i = 0; i < code.size(); ++i) {
        while (step(code[i])) {
        }
        ir::for_each_def(program_, code[i], [&](uint32_t r) { last_write_[r] = {block_, i}; });
      }
    }
  }

 private:
  bool step(Instr& user);
  bool to_local(Instr& user);
  bool fold_offset(Instr& user, const Instr& source);
  bool fold_index(Instr& user, const Instr& source);
  bool unchanged_since(uint32_t r, Definitions::Place from) const;
  bool add_offset(Address& address, int64_t more) const;
  // A constant of pointer width as a signed number.
  int64_t signed_offset(uint64_t imm) const {
    return program_.pointer_bytes == 4 ? int32_t(uint32_t(imm)) : int64_t(imm);
  }

  ir::Program& program_;
  Draft& draft_;
  Definitions definitions_;
  uint32_t block_ = 0;
  std::vector<Definitions::Place> last_write_;  // up to the instruction at hand
  std::vector<ir::Local>::iterator statics_;    // end of the static locals
};

// The value that r had at `from` is its value at the instruction at hand.
bool Fuser::unchanged_since(uint32_t r, Definitions::Place from) const {
  if (definitions_.is_single(r)) return true;
  if (from.block != block_) return false;
  return last_write_[r].block != block_ || last_write_[r].index < from.index;
}

bool Fuser::add_offset(Address& address, int64_t more) const {
  int64_t sum;
  if (__builtin_add_overflow(int64_t(address.offset), more, &sum)) return false;
  if (program_.pointer_bytes == 4) sum = int32_t(uint32_t(sum));
  if (sum != int32_t(sum)) return false;
  address.offset = int32_t(sum);
  return true;
}

bool Fuser::step(Instr& user) {
  switch (user.op) {
    case Op::Load:
    case Op::Store:
      if (to_local(user)) return true;
      break;
    case Op::LoadX:
    case Op::StoreX:
    case Op::PtrAdd:
    case Op::PtrAddI: break;
    default: return false;
  }
  const Instr* source = definitions_.only(user.a);
  if (!source || source == &user) return false;
  if (source->op == Op::PtrAddI) return fold_offset(user, *source);
  if (source->op == Op::PtrAdd) return fold_index(user, *source);
  return false;
}

bool Fuser::to_local(Instr& user) {
  int64_t offset = user.address().offset;
  const Instr* source = definitions_.only(user.a);
  // Steps from the local's address; a chain that long is no address anyone wrote.
  for (int steps = 0; source && source->op == Op::PtrAddI && steps < 8; ++steps) {
    if (__builtin_add_overflow(offset, signed_offset(source->imm), &offset)) return false;
    source = definitions_.only(source->a);
  }
  if (!source || source->op != Op::LocalAddr) return false;
  auto begin = draft_.function.locals.begin();
  auto after = std::upper_bound(begin, statics_, source->imm,
                                [](uint64_t at, const ir::Local& local) { return at < local.offset; });
  if (after == begin) return false;
  const ir::Local& local = *(after - 1);
  ir::Access access = user.access();
  uint64_t in_local = source->imm - local.offset + uint64_t(offset);
  if (in_local > local.size || access.bytes > local.size - in_local) return false;
  uint64_t at = local.offset + in_local;
  uint64_t align = uint64_t(1) << access.align_log2;
  if (at % align != 0 || align > draft_.function.frame_align) return false;
  Instr fused = user;
  fused.op = user.op == Op::Load ? Op::LoadLocal : Op::StoreLocal;
  fused.a = 0;
  fused.imm = at;
  definitions_.replace(user, fused);
  return true;
}

// user: address a + …, source: a = x + constant
bool Fuser::fold_offset(Instr& user, const Instr& source) {
  uint32_t p = user.a;
  if (definitions_.address_reads(p) != definitions_.reads(p)) return false;
  if (!unchanged_since(source.a, definitions_.place(p))) return false;
  Instr fused = user;
  fused.a = source.a;
  if (user.op == Op::PtrAddI) {
    fused.imm = (user.imm + source.imm) & ir::mask_of(program_.pointer_width());
  } else {
    Address address = user.address();
    if (!add_offset(address, signed_offset(source.imm))) return false;
    fused.imm = address.pack();
  }
  definitions_.replace(user, fused);
  return true;
}

// user: plain access to a, or a + constant; source: a = x + index * scale + offset
bool Fuser::fold_index(Instr& user, const Instr& source) {
  uint32_t p = user.a;
  bool into_access = user.op == Op::Load || user.op == Op::Store;
  // Twice the address for an access more is a good trade (a[i] += x); beyond that the address is better
  // computed once.
  bool worth = into_access
                   ? definitions_.access_reads(p) == definitions_.reads(p) && definitions_.reads(p) <= 2
                   : user.op == Op::PtrAddI && definitions_.reads(p) == 1;
  Definitions::Place from = definitions_.place(p);
  if (!worth || !unchanged_since(source.a, from) || !unchanged_since(source.b, from)) return false;
  Address address = source.address();
  if (!add_offset(address, into_access ? user.address().offset : signed_offset(user.imm))) return false;
  Instr fused = user;
  fused.a = source.a;
  fused.imm = address.pack();
  if (user.op == Op::Load) {
    fused.op = Op::LoadX;
    fused.b = source.b;
  } else if (user.op == Op::Store) {
    fused.op = Op::StoreX;
    fused.dst = source.b;
  } else {
    fused.op = Op::PtrAdd;
    fused.b = source.b;
  }
  definitions_.replace(user, fused);
  return true;
}

}  // namespace

void fuse_addresses(ir::Program& program, Draft& draft) { Fuser(program, draft).run(); }

}  // namespace bonsai::load
