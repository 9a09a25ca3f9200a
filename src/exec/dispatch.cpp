// The interpreter's fast paths: one function per handler, chained by guaranteed tail calls.
//
// Each handler does its work on plain values and jumps to the next; the four values that every handler needs
// (machine, pc, registers, instructions left) stay in machine registers. Anything else goes to `general` or
// another slow handler, by a tail call too, so that the fast path neither saves nor spills. Instructions are
// counted where control moves: terminators carry the count of their block.
#include "exec/dispatch.h"

#include <array>
#include <cstring>

#include "exec/arithmetic.h"
#include "exec/machine.h"

namespace bonsai::exec {

using ir::Op;
using state::Page;

// Handlers save no registers of their caller, so that none is saved on the way to a slow path. The address
// sanitizer's frames do not support that convention.
#if __has_feature(address_sanitizer)
#define BONSAI_CONVENTION
#else
#define BONSAI_CONVENTION __attribute__((preserve_none))
#endif
#define BONSAI_HANDLER BONSAI_CONVENTION static void
#define PARAMETERS Machine *m, const Instr *pc, Value *r, uint64_t left
#define ARGUMENTS m, pc, r, left
#define TAIL(function) [[clang::musttail]] return function(ARGUMENTS)
#define DISPATCH TAIL(table[uint8_t(pc->op)])
#define LIKELY(condition) __builtin_expect(bool(condition), true)
#define NEXT \
  ++pc;      \
  DISPATCH
// Notes that control leaves this instruction by `way` (ir/points.h).
#define NOTE(way) \
  if (size_t point = 2 * size_t(pc - m->code_base_) + (way); !LIKELY(m->seen_[point])) m->note(point)
// Goes on at pc, unless the turn is over. Wherever instructions were counted a path can stop, so that replay
// finds every place by its count.
#define GO_ON                                                  \
  if (__builtin_expect(int64_t(left) < 0, false)) TAIL(yield); \
  DISPATCH
// Counts the laps of loops: every cycle has a jump that does not lead forwards.
#define LAP(distance)                                                                  \
  if (int32_t(distance) <= 0)                                                          \
    if (size_t head = size_t(pc - m->code_base_) + size_t(int64_t(int32_t(distance))); \
        !LIKELY(m->laps_[head]++))                                                     \
  m->begin_laps(head)
// Moves by `distance` instructions and counts those of the block that ends here.
#define GO(distance)                \
  left -= pc->weight;               \
  int32_t step = int32_t(distance); \
  LAP(step);                        \
  pc += step;                       \
  GO_ON

using HandlerFunction = void (*BONSAI_CONVENTION)(PARAMETERS);

struct Ops {
  static const std::array<HandlerFunction, 256> table;

  // --- slow ways out of a fast path

  BONSAI_HANDLER yield(PARAMETERS) {
    m->pc_ = pc;
    m->left_ = left;
  }

  BONSAI_HANDLER general(PARAMETERS) {
    if (!m->begin(pc, left)) return;
    if (!m->general(*pc, r)) return;
    left = m->left_;
    NEXT;
  }

  // Goes on as a step says that may have changed the frame.
#define CONTINUE(step)                     \
  switch (step) {                          \
    case Step::stopped: return;            \
    case Step::next: ++pc; break;          \
    case Step::jumped: pc = m->pc_; break; \
  }                                        \
  r = m->frame_->registers;                \
  left = m->left_;                         \
  GO_ON

  // --- integers

  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t)>
  BONSAI_HANDLER binary(PARAMETERS) {
    Value x = r[pc->a], y = r[pc->b];
    if (LIKELY(!x.term && !y.term)) {
      r[pc->dst] = {compute(x.bits, y.bits, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t)>
  BONSAI_HANDLER binary_imm(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term)) {
      r[pc->dst] = {compute(x.bits, pc->imm, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  // The same for operations that are defined only for amounts below the width.
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t)>
  BONSAI_HANDLER shift(PARAMETERS) {
    Value x = r[pc->a], y = r[pc->b];
    if (LIKELY(!x.term && !y.term && y.bits < pc->width)) {
      r[pc->dst] = {compute(x.bits, y.bits, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t)>
  BONSAI_HANDLER shift_imm(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term && pc->imm < pc->width)) {
      r[pc->dst] = {compute(x.bits, pc->imm, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t), bool is_signed>
  BONSAI_HANDLER divide(PARAMETERS) {
    Value x = r[pc->a], y = r[pc->b];
    if (LIKELY(!x.term && !y.term && y.bits &&
               !(is_signed && arithmetic::sdiv_overflows(x.bits, y.bits, pc->aux)))) {
      r[pc->dst] = {compute(x.bits, y.bits, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t), bool is_signed>
  BONSAI_HANDLER divide_imm(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term && pc->imm && !(is_signed && arithmetic::sdiv_overflows(x.bits, pc->imm, pc->aux)))) {
      r[pc->dst] = {compute(x.bits, pc->imm, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  template <uint64_t (*compute)(uint64_t, uint64_t)>
  BONSAI_HANDLER unary(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term)) {
      r[pc->dst] = {compute(x.bits, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t, unsigned, uint64_t)>
  BONSAI_HANDLER funnel(PARAMETERS) {
    Value x = r[pc->a], y = m->operand(pc->operand_b(), r), z = m->operand(pc->operand_c(), r);
    if (LIKELY(!x.term && !y.term && !z.term)) {
      r[pc->dst] = {compute(x.bits, y.bits, z.bits, pc->width, pc->aux), nullptr};
      NEXT;
    }
    TAIL(general);
  }

  // --- copies and casts

  BONSAI_HANDLER constant(PARAMETERS) {
    r[pc->dst] = {pc->imm, nullptr};
    NEXT;
  }
  BONSAI_HANDLER constant_pool(PARAMETERS) {
    r[pc->dst] = m->constant_values_[pc->imm];
    NEXT;
  }
  BONSAI_HANDLER move(PARAMETERS) {
    r[pc->dst] = r[pc->a];
    NEXT;
  }
  BONSAI_HANDLER select(PARAMETERS) {
    Value condition = r[pc->a];
    if (LIKELY(!condition.term)) {
      r[pc->dst] = m->operand(condition.bits ? pc->operand_b() : pc->operand_c(), r);
      NEXT;
    }
    TAIL(general);
  }
  BONSAI_HANDLER trunc(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term)) {
      r[pc->dst] = {x.bits & pc->aux, nullptr};
      NEXT;
    }
    TAIL(general);
  }
  BONSAI_HANDLER zext(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term)) {
      r[pc->dst] = x;
      NEXT;
    }
    TAIL(general);
  }
  BONSAI_HANDLER sext(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term)) {
      unsigned unused = 64 - pc->width;
      r[pc->dst] = {uint64_t(int64_t(x.bits << unused) >> unused) & pc->aux, nullptr};
      NEXT;
    }
    TAIL(general);
  }

  // --- floats

  template <typename Float, typename Bits, Float (*compute)(Float, Float)>
  BONSAI_HANDLER float_binary(PARAMETERS) {
    Value x = r[pc->a], y = r[pc->b];
    if (LIKELY(!x.term && !y.term)) {
      Float result = compute(std::bit_cast<Float>(Bits(x.bits)), std::bit_cast<Float>(Bits(y.bits)));
      r[pc->dst] = {std::bit_cast<Bits>(result), nullptr};
      NEXT;
    }
    TAIL(general);
  }
  template <typename Float, typename Bits>
  BONSAI_HANDLER float_compare(PARAMETERS) {
    Value x = r[pc->a], y = r[pc->b];
    if (LIKELY(!x.term && !y.term)) {
      Float a = std::bit_cast<Float>(Bits(x.bits)), b = std::bit_cast<Float>(Bits(y.bits));
      unsigned relation = a == b ? ir::equal : a > b ? ir::greater : a < b ? ir::less : ir::unordered;
      r[pc->dst] = {(pc->imm & relation) != 0, nullptr};
      NEXT;
    }
    TAIL(general);
  }
  // Integer to double and back, the common casts; the others are general.
  BONSAI_HANDLER signed_to_float(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term && pc->imm == 64)) {
      unsigned unused = 64 - pc->width;
      r[pc->dst] = {std::bit_cast<uint64_t>(double(int64_t(x.bits << unused) >> unused)), nullptr};
      NEXT;
    }
    TAIL(general);
  }

  // --- addresses

  BONSAI_HANDLER pointer_add(PARAMETERS) {
    Value x = r[pc->a], y = r[pc->b];
    if (LIKELY(!x.term && !y.term)) {
      uint64_t address = x.bits + y.bits * (pc->imm >> 32) + uint64_t(int64_t(int32_t(pc->imm)));
      r[pc->dst] = {address & pc->aux, nullptr};
      NEXT;
    }
    TAIL(general);
  }
  BONSAI_HANDLER local_address(PARAMETERS) {
    r[pc->dst] = {m->frame_->locals + pc->imm, nullptr};
    NEXT;
  }

  // --- memory

  // The address of an access, and in `tagged` whether some part of it is not plain.
  template <bool indexed>
  [[gnu::always_inline]] static uint64_t address_of(const Machine* m, const Instr* pc, const Value* r,
                                                    uint32_t index, bool& tagged) {
    uint64_t address = r[pc->a].bits + uint64_t(int64_t(int32_t(pc->imm)));
    tagged = r[pc->a].term != nullptr;
    if (indexed) {
      address += r[index].bits * (pc->imm >> 32);
      tagged |= r[index].term != nullptr;
    }
    return address & m->pointer_mask_;
  }

  // The page and the offset in it where the site's cache says `address` lies; null when it cannot say.
  template <unsigned bytes>
  [[gnu::always_inline]] static Page* cached_page(const Machine* m, const Instr* pc, uint64_t address,
                                                  uint32_t& in_page) {
    const SiteCache& cache = m->site_caches_[uint32_t(pc->aux)];
    uint64_t offset = address - cache.low;
    if (!LIKELY(offset < cache.span)) return nullptr;
    if (!LIKELY(cache.tag == m->memory_tag_ || cache.tag == m->stack_tag_)) return nullptr;
    if (!LIKELY((address & (pc->aux >> 32)) == 0)) return nullptr;
    offset += cache.skew;
    in_page = uint32_t(offset) & (state::page_bytes - 1);
    if (bytes > 1 && !LIKELY(in_page <= state::page_bytes - bytes)) return nullptr;
    return cache.pages[offset >> state::page_bits];
  }

  template <typename T, bool indexed>
  BONSAI_HANDLER load(PARAMETERS) {
    bool tagged;
    uint64_t address = address_of<indexed>(m, pc, r, pc->b, tagged);
    uint32_t in_page = 0;
    Page* page = cached_page<sizeof(T)>(m, pc, address, in_page);
    if (LIKELY(page && !tagged && !page->shadow)) {
      T value;
      std::memcpy(&value, page->bytes + in_page, sizeof value);
      r[pc->dst] = {value, nullptr};
      NEXT;
    }
    TAIL(load_general<indexed>);
  }
  template <typename T, bool indexed>
  BONSAI_HANDLER store(PARAMETERS) {
    bool tagged;
    uint64_t address = address_of<indexed>(m, pc, r, pc->dst, tagged);
    uint32_t in_page = 0;
    Page* page = cached_page<sizeof(T)>(m, pc, address, in_page);
    Value value = m->operand(pc->operand_b(), r);
    if (LIKELY(page && !tagged && !value.term && !page->shadow && page->owner == m->owner_)) {
      T bits = T(value.bits);
      std::memcpy(page->bytes + in_page, &bits, sizeof bits);
      NEXT;
    }
    TAIL(store_general<indexed>);
  }
  template <typename T>
  BONSAI_HANDLER load_local(PARAMETERS) {
    if (LIKELY(m->local_pages_)) {
      Page* page = m->local_pages_[pc->imm >> state::page_bits];
      if (LIKELY(!page->shadow)) {
        T value;
        std::memcpy(&value, page->bytes + (pc->imm & (state::page_bytes - 1)), sizeof value);
        r[pc->dst] = {value, nullptr};
        NEXT;
      }
    }
    TAIL(load_local_general);
  }
  template <typename T>
  BONSAI_HANDLER store_local(PARAMETERS) {
    Value value = m->operand(pc->operand_b(), r);
    if (LIKELY(m->local_pages_ && !value.term)) {
      Page* page = m->local_pages_[pc->imm >> state::page_bits];
      if (LIKELY(!page->shadow && page->owner == m->owner_)) {
        T bits = T(value.bits);
        std::memcpy(page->bytes + (pc->imm & (state::page_bytes - 1)), &bits, sizeof bits);
        NEXT;
      }
    }
    TAIL(store_local_general);
  }

  // The instruction as the IR has it: with its access, and targets as indices.
  static const Instr& original(const Machine* m, const Instr* pc) {
    return m->frame_->function->code[size_t(pc - m->code_of(*m->frame_))];
  }
  // The address of an access some part of which is not plain.
  template <bool indexed>
  static Value general_address(Machine* m, const Instr* pc, const Value* r, uint32_t index) {
    ir::Address parts = pc->address();
    unsigned width = m->program_.pointer_width();
    Value address = r[pc->a];
    if (indexed) {
      Value step = m->general_binary(Op::Mul, width, r[index], Value::plain(parts.scale));
      address = m->general_binary(Op::Add, width, address, step);
    }
    uint64_t offset = uint64_t(int64_t(parts.offset)) & m->pointer_mask_;
    return m->general_binary(Op::Add, width, address, Value::plain(offset));
  }

  template <bool indexed>
  BONSAI_HANDLER load_general(PARAMETERS) {
    bool tagged;
    if (!m->begin(pc, left)) return;
    uint64_t address = address_of<indexed>(m, pc, r, pc->b, tagged);
    const ir::Access access = original(m, pc).access();
    if (tagged) {
      Value at = general_address<indexed>(m, pc, r, pc->b);
      if (at.is_plain() ? !m->load(at.bits, pc->width, access, r[pc->dst])
                        : !m->load_symbolic(r[pc->a], at, pc->width, access, r[pc->dst]))
        return;
    } else if (!m->load(address, pc->width, access, r[pc->dst])) {
      return;
    }
    left = m->left_;
    NEXT;
  }
  template <bool indexed>
  BONSAI_HANDLER store_general(PARAMETERS) {
    bool tagged;
    if (!m->begin(pc, left)) return;
    uint64_t address = address_of<indexed>(m, pc, r, pc->dst, tagged);
    const ir::Access access = original(m, pc).access();
    Value value = m->operand(pc->operand_b(), r);
    if (tagged) {
      Value at = general_address<indexed>(m, pc, r, pc->dst);
      if (at.is_plain() ? !m->store(at.bits, pc->width, access, value)
                        : !m->store_symbolic(r[pc->a], at, pc->width, access, value))
        return;
    } else if (!m->store(address, pc->width, access, value)) {
      return;
    }
    left = m->left_;
    NEXT;
  }
  BONSAI_HANDLER load_local_general(PARAMETERS) {
    if (!m->begin(pc, left)) return;
    m->local_pages_ = m->find_local_pages();
    if (!m->load(m->frame_->locals + pc->imm, pc->width, original(m, pc).access(), r[pc->dst])) return;
    left = m->left_;
    NEXT;
  }
  BONSAI_HANDLER store_local_general(PARAMETERS) {
    if (!m->begin(pc, left)) return;
    if (!m->store(m->frame_->locals + pc->imm, pc->width, original(m, pc).access(),
                  m->operand(pc->operand_b(), r)))
      return;
    m->local_pages_ = m->find_local_pages();
    left = m->left_;
    NEXT;
  }

  // --- checks: the plain ones that pass

  BONSAI_HANDLER check_shift(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term && x.bits < pc->imm)) {
      NEXT;
    }
    TAIL(general);
  }
  BONSAI_HANDLER check_divisor(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term && x.bits)) {
      NEXT;
    }
    TAIL(general);
  }

  // --- branches of the source that became values

  BONSAI_HANDLER observe(PARAMETERS) {
    Value condition = r[pc->a], guard = m->operand(pc->operand_b(), r);
    if (LIKELY(!condition.term && !guard.term)) {
      size_t point = 2 * size_t(pc - m->code_base_) + !condition.bits;
      if (guard.bits && !LIKELY(m->seen_[point])) m->note_observed(point);
      NEXT;
    }
    TAIL(observe_general);
  }
  BONSAI_HANDLER observe_general(PARAMETERS) {
    m->observe(pc, left, r[pc->a], m->operand(pc->operand_b(), r));
    NEXT;
  }

  // --- control

  BONSAI_HANDLER jump(PARAMETERS) {
    NOTE(0);
    GO(pc->dst);
  }
  BONSAI_HANDLER sliced_jump(PARAMETERS) { GO(pc->dst); }
  BONSAI_HANDLER branch(PARAMETERS) {
    Value condition = r[pc->a];
    if (LIKELY(!condition.term)) {
      NOTE(condition.bits ? 0 : 1);
      GO(condition.bits ? pc->dst : pc->b);
    }
    TAIL(branch_general);
  }
  BONSAI_HANDLER branch_general(PARAMETERS) {
    if (!m->begin(pc, left)) return;
    bool taken;
    if (!m->decide(r[pc->a], taken)) return;
    left = m->left_;
    NOTE(taken ? 0 : 1);
    GO(taken ? pc->dst : pc->b);
  }
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t), Op comparison>
  BONSAI_HANDLER branch_compare(PARAMETERS) {
    Value x = r[pc->a], y = r[pc->b];
    if (LIKELY(!x.term && !y.term)) {
      bool taken = compute(x.bits, y.bits, pc->aux);
      NOTE(taken ? 0 : 1);
      GO(taken ? pc->dst : uint32_t(pc->imm));
    }
    TAIL((branch_compare_general<comparison, false>));
  }
  template <uint64_t (*compute)(uint64_t, uint64_t, uint64_t), Op comparison>
  BONSAI_HANDLER branch_compare_imm(PARAMETERS) {
    Value x = r[pc->a];
    if (LIKELY(!x.term)) {
      bool taken = compute(x.bits, pc->imm, pc->aux);
      NOTE(taken ? 0 : 1);
      GO(taken ? pc->dst : pc->b);
    }
    TAIL((branch_compare_general<comparison, true>));
  }
  template <Op comparison, bool immediate>
  BONSAI_HANDLER branch_compare_general(PARAMETERS) {
    if (!m->begin(pc, left)) return;
    Value condition =
        m->general_binary(comparison, pc->width, r[pc->a], immediate ? Value::plain(pc->imm) : r[pc->b]);
    bool taken;
    if (!m->decide(condition, taken)) return;
    left = m->left_;
    NOTE(taken ? 0 : 1);
    GO(taken ? pc->dst : immediate ? pc->b : uint32_t(pc->imm));
  }
  BONSAI_HANDLER switch_(PARAMETERS) {
    NOTE(0);
    if (!m->begin(pc, left - pc->weight)) return;
    if (m->switch_to(*pc, r[pc->a]) == Step::stopped) return;
    pc = m->pc_;
    left = m->left_;
    GO_ON;
  }
  BONSAI_HANDLER call(PARAMETERS) {
    NOTE(0);
    if (!m->begin(pc, left - pc->weight)) return;
    CONTINUE(m->call(*pc));
  }
  BONSAI_HANDLER ret(PARAMETERS) {
    NOTE(0);
    if (!m->begin(pc, left - pc->weight)) return;
    Value result = m->operand(pc->operand_a(), r);
    CONTINUE(m->ret(&result, 1));
  }
  BONSAI_HANDLER ret_void(PARAMETERS) {
    NOTE(0);
    if (!m->begin(pc, left - pc->weight)) return;
    CONTINUE(m->ret(nullptr, 0));
  }
  BONSAI_HANDLER ret_many(PARAMETERS) {
    NOTE(0);
    if (!m->begin(pc, left - pc->weight)) return;
    CONTINUE(m->ret_many(*pc, r));
  }
  BONSAI_HANDLER resume(PARAMETERS) {
    NOTE(0);
    if (!m->begin(pc, left - pc->weight)) return;
    CONTINUE(m->resume(*pc, r));
  }
  BONSAI_HANDLER join(PARAMETERS) { NEXT; }
  // Stops where a path that took another way may come to, or counts the loop that it is the head of.
  BONSAI_HANDLER join_paths(PARAMETERS) {
    state::Frame& frame = *m->frame_;
    if (frame.serial <= m->state_->shared_calls && pc != m->resumed_at_) {
      m->at_join_ = true;
      TAIL(yield);
    }
    m->resumed_at_ = nullptr;
    if (pc->imm) {
      // As analysis::Joins::pass.
      unsigned level = pc->imm & 0xff, mark = unsigned(pc->imm >> 8);
      uint32_t& lap = frame.laps[level - 1];
      lap = (lap >> 24 == mark ? lap : mark << 24) + 1;
      for (; level < std::size(frame.laps); ++level) frame.laps[level] = 0;
    }
    NEXT;
  }
  BONSAI_HANDLER count(PARAMETERS) {
    left -= pc->imm;
    ++pc;
    GO_ON;
  }

  static constexpr std::array<HandlerFunction, 256> make_table();
};

namespace {

float fadd32(float a, float b) { return a + b; }
float fsub32(float a, float b) { return a - b; }
float fmul32(float a, float b) { return a * b; }
float fdiv32(float a, float b) { return a / b; }
double fadd64(double a, double b) { return a + b; }
double fsub64(double a, double b) { return a - b; }
double fmul64(double a, double b) { return a * b; }
double fdiv64(double a, double b) { return a / b; }

}  // namespace

constexpr std::array<HandlerFunction, 256> Ops::make_table() {
  namespace ar = arithmetic;
  std::array<HandlerFunction, 256> t{};
  for (HandlerFunction& each : t) each = general;
  auto set = [&t](Handler handler, HandlerFunction function) { t[unsigned(handler)] = function; };
#define BINARY(name, function) \
  set(Handler::name, binary<function>), set(Handler::name##I, binary_imm<function>);
#define SHIFT(name, function) set(Handler::name, shift<function>), set(Handler::name##I, shift_imm<function>);
#define DIVIDE(name, function, is_signed) \
  set(Handler::name, divide<function, is_signed>), set(Handler::name##I, divide_imm<function, is_signed>);
#define COMPARE(name, function)                               \
  BINARY(name, function)                                      \
  set(Handler::Br##name, branch_compare<function, Op::name>); \
  set(Handler::Br##name##I, branch_compare_imm<function, Op::name>);
#define FLOAT(name, function)                                          \
  set(Handler::name##32, float_binary<float, uint32_t, function##32>); \
  set(Handler::name##64, float_binary<double, uint64_t, function##64>);
#define SIZED(name, function, ...)                        \
  set(Handler::name##8, function<uint8_t __VA_ARGS__>);   \
  set(Handler::name##16, function<uint16_t __VA_ARGS__>); \
  set(Handler::name##32, function<uint32_t __VA_ARGS__>); \
  set(Handler::name##64, function<uint64_t __VA_ARGS__>);
#define COMMA ,
  BINARY(Add, ar::add)
  BINARY(Sub, ar::sub)
  BINARY(Mul, ar::mul)
  BINARY(And, ar::band)
  BINARY(Or, ar::bor)
  BINARY(Xor, ar::bxor)
  BINARY(UMin, ar::umin)
  BINARY(UMax, ar::umax)
  BINARY(SMin, ar::smin)
  BINARY(SMax, ar::smax)
  BINARY(UAddSat, ar::uadd_sat)
  BINARY(SAddSat, ar::sadd_sat)
  BINARY(USubSat, ar::usub_sat)
  BINARY(SSubSat, ar::ssub_sat)
  BINARY(UAddOverflow, ar::uadd_overflow)
  BINARY(SAddOverflow, ar::sadd_overflow)
  BINARY(USubOverflow, ar::usub_overflow)
  BINARY(SSubOverflow, ar::ssub_overflow)
  BINARY(UMulOverflow, ar::umul_overflow)
  BINARY(SMulOverflow, ar::smul_overflow)
  SHIFT(Shl, ar::shl)
  SHIFT(LShr, ar::lshr)
  SHIFT(AShr, ar::ashr)
  SHIFT(UShlSat, ar::ushl_sat)
  SHIFT(SShlSat, ar::sshl_sat)
  DIVIDE(UDiv, ar::udiv, false)
  DIVIDE(URem, ar::urem, false)
  DIVIDE(SDiv, ar::sdiv, true)
  DIVIDE(SRem, ar::srem, true)
  COMPARE(Eq, ar::eq)
  COMPARE(Ne, ar::ne)
  COMPARE(Ult, ar::ult)
  COMPARE(Ule, ar::ule)
  COMPARE(Ugt, ar::ugt)
  COMPARE(Uge, ar::uge)
  COMPARE(Slt, ar::slt)
  COMPARE(Sle, ar::sle)
  COMPARE(Sgt, ar::sgt)
  COMPARE(Sge, ar::sge)
  FLOAT(FAdd, fadd)
  FLOAT(FSub, fsub)
  FLOAT(FMul, fmul)
  FLOAT(FDiv, fdiv)
  SIZED(Load, load, COMMA false)
  SIZED(LoadX, load, COMMA true)
  SIZED(Store, store, COMMA false)
  SIZED(StoreX, store, COMMA true)
  SIZED(LoadLocal, load_local)
  SIZED(StoreLocal, store_local)
  set(Handler::Load, load_general<false>), set(Handler::LoadX, load_general<true>);
  set(Handler::Store, store_general<false>), set(Handler::StoreX, store_general<true>);
  set(Handler::LoadLocal, load_local_general), set(Handler::StoreLocal, store_local_general);
  set(Handler::Abs, unary<ar::abs>);
  set(Handler::PopCount, unary<ar::popcount>);
  set(Handler::LeadingZeros, unary<ar::leading_zeros>);
  set(Handler::TrailingZeros, unary<ar::trailing_zeros>);
  set(Handler::ByteSwap, unary<ar::byte_swap>);
  set(Handler::BitReverse, unary<ar::bit_reverse>);
  set(Handler::FunnelShl, funnel<ar::funnel_shl>);
  set(Handler::FunnelShr, funnel<ar::funnel_shr>);
  set(Handler::FCmp32, float_compare<float, uint32_t>);
  set(Handler::FCmp64, float_compare<double, uint64_t>);
  set(Handler::SiToFp, signed_to_float);
  set(Handler::Const, constant);
  set(Handler::ConstPool, constant_pool);
  set(Handler::Move, move);
  set(Handler::Select, select);
  set(Handler::Trunc, trunc);
  set(Handler::ZExt, zext);
  set(Handler::SExt, sext);
  set(Handler::PtrAddI, binary_imm<ar::add>);
  set(Handler::PtrAdd, pointer_add);
  set(Handler::LocalAddr, local_address);
  set(Handler::CheckShift, check_shift);
  set(Handler::CheckDivisor, check_divisor);
  set(Handler::Observe, observe);
  set(Handler::Jump, jump);
  set(Handler::Br, branch);
  set(Handler::Switch, switch_);
  set(Handler::IndirectBr, switch_);
  set(Handler::Call, call);
  set(Handler::Ret, ret);
  set(Handler::RetVoid, ret_void);
  set(Handler::RetMany, ret_many);
  set(Handler::Resume, resume);
  set(Handler::Join, join);
  set(Handler::JoinPaths, join_paths);
  set(Handler::SlicedJump, sliced_jump);
  set(Handler::Count, count);
  return t;
#undef BINARY
#undef SHIFT
#undef DIVIDE
#undef COMPARE
#undef FLOAT
#undef SIZED
#undef COMMA
}

constexpr std::array<HandlerFunction, 256> Ops::table = Ops::make_table();

Outcome Machine::run(Path& path, uint64_t limit) {
  constexpr solve::Work patience = 100'000'000;
  state_ = &path;
  owner_ = path.owner;
  memory_tag_ = path.memory_tag;
  stack_tag_ = path.stack_tag;
  start_coverage(path);
  unpinned_.clear();  // terms may have been collected since
  frame_ = nullptr;
  use_slice();
  if (!path.closing || path.chopped.is_recovering()) enter(path.own_top());
  resumed_at_ = pc_;
  at_join_ = at_entry_ = false;
  outcome_ = Outcome();
  left_ = limit_ = limit;
  slow_at_ = chain_.work() + patience;
  paused_ = yields_fork_ = false;
  bool is_executing = false;
  // However it is left, also by an exception.
  auto count = [&] {
    path.instructions += limit_ - left_;
    counters_.instructions += limit_ - left_;
    flush_coverage();
    state_ = nullptr;
  };
  try {
    for (bool goes_on = true; goes_on;) {
      if (path.closing && !path.chopped.is_recovering() && !recover_next()) {
        outcome_ = *path.closing;
        break;
      }
      is_executing = true;
      Ops::table[uint8_t(pc_->op)](this, pc_, frame_->registers, left_);
      is_executing = false;
      goes_on = goes_on_chopped();
    }
  } catch (...) {
    if (is_executing) left_ = limit_ - executed();
    count();
    throw;
  }
  if (frame_) save_pc();
  outcome_.at_join = outcome_.kind == Outcome::Kind::yielded && at_join_;
  outcome_.at_entry = outcome_.kind == Outcome::Kind::yielded && at_entry_;
  outcome_.paused =
      outcome_.kind == Outcome::Kind::yielded && paused_ && !yields_fork_ && !at_join_ && !at_entry_;
  count();
  return std::move(outcome_);
}

}  // namespace bonsai::exec
