#include "exec/external/external_call.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <unordered_set>

#include "base/home.h"

// Tested by tests/programs/external.

namespace bonsai::exec {

using external::Fault;
using external::Reply;
using external::Status;
using external::Type;

namespace {

constexpr uint64_t most_bytes = 1 << 20;
constexpr unsigned most_turns = 64;

// Type::none: it cannot be passed.
Type type_of(ir::Passing passing, unsigned width) {
  bool is_signed = passing == ir::Passing::signed_integer;
  switch (passing) {
    case ir::Passing::aggregate: return Type::none;
    case ir::Passing::floating:
      return width == 32 ? Type::f32 : width == 64 ? Type::f64 : width == 80 ? Type::f80 : Type::none;
    default: break;
  }
  switch (width) {
    case 1: return is_signed ? Type::none : Type::u8;
    case 8: return is_signed ? Type::s8 : Type::u8;
    case 16: return is_signed ? Type::s16 : Type::u16;
    case 32: return is_signed ? Type::s32 : Type::u32;
    case 64: return Type::u64;
    default: return Type::none;
  }
}

uint64_t page_of(uint64_t address) { return address / external::page; }

}  // namespace

bool is_harmless(const std::string& name) {
  static const std::unordered_set<std::string> table = {
#define EXTERNAL(name) #name,
#define EXTERNAL_MATH(name) #name, #name "f", #name "l",
#include "exec/external/external.def"
#undef EXTERNAL
#undef EXTERNAL_MATH
  };
  return table.count(name) != 0;
}

ExternalCall::ExternalCall(Machine& machine, const ir::Function& callee, const ir::CallSite& site)
    : m_(machine), callee_(callee), site_(site) {}

Step ExternalCall::run() {
  if (!check() || !pass_arguments()) return Step::stopped;
  for (unsigned turn = 0; turn < most_turns; ++turn) {
    Reply reply;
    if (!pass_neighbours() || !ask(reply)) return Step::stopped;
    switch (judge(reply)) {
      case Turn::done: return Step::next;
      case Turn::stopped: return Step::stopped;
      case Turn::again: break;
    }
  }
  fail(fmt::format("it reads more than {} objects", most_turns));
  return Step::stopped;
}

ExternalCall::Turn ExternalCall::fail(std::string what) {
  m_.give_up(base::Reason::native_failure, fmt::format("native call of {}: {}", callee_.source_name, what));
  return Turn::stopped;
}

// --- what is passed

bool ExternalCall::check() {
  const std::vector<std::string>& allowed = m_.config_.external_functions;
  if (!is_harmless(callee_.name) &&
      std::find(allowed.begin(), allowed.end(), callee_.name) == allowed.end()) {
    m_.give_up(base::Reason::undefined,
               fmt::format("call of {}, which is not defined in the program and not known to be harmless; "
                           "--external-functions={} allows to call it natively",
                           callee_.source_name, callee_.name));
    return false;
  }
  if (m_.program_.pointer_bytes != 8) return fail("the program has 32 bits"), false;
  request_.name = callee_.name;
  request_.variadic = callee_.variadic;
  request_.fixed = uint32_t(std::min<size_t>(callee_.parameters, site_.arguments.size()));
  if (site_.result_count) {
    request_.result = type_of(site_.result_passing, site_.result_widths[0]);
    if (site_.result_count > 1 || request_.result == Type::none)
      return fail("it returns what cannot be passed on"), false;
  }
  return true;
}

bool ExternalCall::pass_arguments() {
  for (unsigned i = 0; i < site_.arguments.size(); ++i)
    if (!pass_argument(i)) return false;
  for (unsigned i = 0; i < site_.arguments.size(); ++i) {
    if (site_.argument_passing.empty() || site_.argument_passing[i] != ir::Passing::pointer) continue;
    uint64_t address;
    std::memcpy(&address, request_.arguments[i].bytes, sizeof address);
    if (!pass_memory(address)) return false;
  }
  return true;
}

bool ExternalCall::pass_argument(unsigned index) {
  unsigned width = site_.argument_widths[index];
  external::Argument argument;
  argument.type =
      type_of(site_.argument_passing.empty() ? ir::Passing::integer : site_.argument_passing[index], width);
  if (argument.type == Type::none) return fail(fmt::format("argument {} cannot be passed", index + 1)), false;
  what_ = fmt::format("argument {} of {}", index + 1, callee_.source_name);
  if (!fix(m_.operand(site_.arguments[index], m_.frame_->registers), width, argument)) return false;
  request_.arguments.push_back(argument);
  return true;
}

bool ExternalCall::fix(Value value, unsigned width, external::Argument& argument) {
  if (value.is_mark()) return m_.fail_undefined(value, what_.c_str()), false;
  uint64_t words[2] = {value.bits, 0};
  if (value.term) {
    expr::Wide wide;
    if (value.term->is_constant())
      wide = value.term->wide_value();
    else if (!m_.concretise(value.term, what_.c_str(), wide))
      return false;
    words[0] = wide.word(0);
    words[1] = wide.word(1);
  }
  std::memcpy(argument.bytes, words, sizeof words);
  return true;
}

bool ExternalCall::pass_memory(uint64_t address) {
  Machine::Place place;
  if (!m_.find_place(address, 1, place) && !m_.find_place(address - 1, 1, place)) return true;
  const state::ObjectInfo& info = place.object->info();
  if (is_passed(place.low) || info.external) return true;
  Passed passed;
  passed.region = {place.low, place.size, info.read_only};
  if (info.symbolic_size) {
    expr::Wide size;
    what_ = fmt::format("size of memory that is passed to {}", callee_.source_name);
    if (!m_.concretise(info.symbolic_size, what_.c_str(), size)) return false;
    passed.region.size = std::min(passed.region.size, size.word(0));
    if (passed.region.size == 0) return true;
  }
  bytes_ += passed.region.size;
  if (bytes_ > most_bytes)
    return fail(fmt::format("its arguments point to more than {} KiB", most_bytes >> 10)), false;
  if (!read_memory(*place.object, passed)) return false;
  auto behind = std::find_if(passed_.begin(), passed_.end(),
                             [&](const Passed& each) { return each.region.address > passed.region.address; });
  passed_.insert(behind, std::move(passed));
  return true;
}

bool ExternalCall::read_memory(const Object& object, Passed& passed) {
  uint64_t offset = passed.region.address - object.base();
  uint64_t size = passed.region.size;
  passed.bytes.resize(size);
  if (!object.array() && object.is_plain(offset, size)) {
    object.read_plain(offset, passed.bytes.data(), size);
    return true;
  }
  what_ = fmt::format("memory that is passed to {}", callee_.source_name);
  for (uint64_t i = 0; i < size; ++i) {
    // Not its symbolic byte, which would have to be concretised: most of it is there to be written.
    bool is_unwritten = !object.array() && object.term(offset + i) == expr::Term::uninit();
    Value byte = is_unwritten ? Value::uninit() : m_.byte_of(object, offset + i);
    if (!read_byte(byte, passed.bytes[i])) return false;
  }
  return true;
}

bool ExternalCall::read_byte(Value byte, char& to) {
  bool has_value = !byte.is_mark();
  if (byte.term && has_value && m_.is_undefined(byte.term)) {
    const expr::Term* zeroed = m_.without_undefined(byte.term);
    bool depends = false;
    if (!m_.can_be(m_.terms_.ne(byte.term, zeroed), false, depends)) return false;
    has_value = !depends;
    byte = Value::of(zeroed);
  }
  if (!has_value) {
    // No error: most memory that was never written is there to be written now.
    to = char(external::filler);
    ++guessed_;
    return true;
  }
  expr::Wide wide(8, byte.bits);
  if (byte.term && !m_.concretise(byte.term, what_.c_str(), wide)) return false;
  to = char(wide.word(0));
  return true;
}

bool ExternalCall::pass_neighbours() {
  auto look_at = [&](uint64_t word) { return !shares_page(word) || is_passed(word) || pass_memory(word); };
  for (const external::Argument& argument : request_.arguments) {
    uint64_t word;
    std::memcpy(&word, argument.bytes, sizeof word);
    if (argument.type == Type::u64 && !look_at(word)) return false;
  }
  for (size_t before = 0; before != passed_.size();) {
    before = passed_.size();
    for (size_t i = 0; i < passed_.size(); ++i) {
      const std::string bytes = passed_[i].bytes;  // the list may grow
      for (uint64_t at = 0; at + sizeof(uint64_t) <= bytes.size(); ++at) {
        uint64_t word;
        std::memcpy(&word, &bytes[at], sizeof word);
        if (!look_at(word)) return false;
      }
    }
  }
  return true;
}

const ExternalCall::Passed* ExternalCall::passed_at(uint64_t address, uint64_t bytes) const {
  for (const Passed& passed : passed_) {
    const external::Region& region = passed.region;
    uint64_t offset = address - region.address;
    if (address >= region.address && offset <= region.size && bytes <= region.size - offset) return &passed;
  }
  return nullptr;
}

bool ExternalCall::shares_page(uint64_t address) const {
  return std::any_of(passed_.begin(), passed_.end(), [&](const Passed& each) {
    const external::Region& region = each.region;
    return page_of(region.address) <= page_of(address) &&
           page_of(address) <= page_of(region.address + region.size - 1);
  });
}

// --- the call

bool ExternalCall::ask(Reply& reply) {
  bool settled = false;
  m_.state_->called_natively = true;
  if (std::optional<state::Answer> answer = m_.next_answer(settled, &state::Answer::has_bytes)) {
    std::optional<Reply> noted = Reply::decode(answer->bytes);
    if (!noted) m_.note_replay_fault();
    reply = noted.value_or(Reply());
    return true;
  }
  request_.regions.clear();
  request_.content.clear();
  for (const Passed& passed : passed_) {
    request_.regions.push_back(passed.region);
    request_.content += passed.bytes;
  }
  if (!m_.external_process_)
    m_.external_process_ = std::make_unique<external::Process>(
        base::external_helper(), m_.config_.external_seconds, m_.config_.external_unconfined);
  reply = m_.external_process_->call(request_);
  m_.record({state::Answer::Kind::bytes, 0, reply.encoded()});
  if (!is_harmless(callee_.name))
    m_.leave_out(
        base::Reason::native,
        fmt::format("native call of {}: it may return something else another time", callee_.source_name));
  // With --uninit=symbolic, memory without a value can have any.
  if (guessed_ && m_.config_.symbolic_uninitialised) {
    std::string text =
        fmt::format("memory that was never written is passed to {} with one value", callee_.source_name);
    ++m_.counters_.concretised;
    m_.leave_out(base::Reason::concretised, text);
    m_.warn(std::move(text));
  }
  return true;
}

ExternalCall::Turn ExternalCall::judge(const Reply& reply) {
  Fault fault;
  uint64_t number;
  switch (reply.status) {
    case Status::returned: return finish(reply);
    case Status::fault: return reply.read_fault(fault) ? judge_fault(fault) : broken();
    case Status::signalled: return reply.read_number(number) ? judge_signal(number) : broken();
    case Status::exited:
      if (!reply.read_number(number)) return broken();
      return fail(fmt::format("it ended its process with exit code {} instead of returning", number));
    case Status::missing: return fail("the C library has no such function");
    case Status::collided: return fail("the program's addresses are taken in the helper process");
    case Status::refused: return fail(reply.payload);
    case Status::hung:
      return fail(fmt::format("it did not return within {:g} s", m_.config_.external_seconds));
    case Status::broken: return broken();
    case Status::not_started: return fail("the helper process was not started: " + reply.payload);
  }
  return broken();
}

ExternalCall::Turn ExternalCall::judge_fault(const Fault& fault) {
  Machine::Intent intent = fault.is_write ? Machine::Intent::write : Machine::Intent::read;
  const ir::AddressMap& map = m_.state_->memory.layout();
  uint64_t address = fault.address;
  if (const ir::Function* function = m_.program_.function_at(address))
    return fail(fmt::format("it calls {} of the program, which it cannot", function->source_name));
  bool is_ours = address < state::null_zone ||
                 (address >= map.code_begin && address < map.heap_overflow_end) ||
                 (address >= map.dynamic_stack_begin && address < map.stack_end);
  if (!is_ours) return fail(fmt::format("it accessed {:#x}, which is nothing of the program", address));
  Machine::Place place;
  bool found = m_.find_place(address, 1, place);
  if (!found) m_.fail_access(address, 1, intent);
  if (!found || !m_.check_access(place, 1, intent)) {
    m_.outcome_.error.message += fmt::format(" (in the native call of {})", callee_.source_name);
    return Turn::stopped;
  }
  if (is_passed(address)) return broken();
  if (!is_passed(place.low) && !pass_memory(address)) return Turn::stopped;
  if (is_passed(address)) return Turn::again;
  m_.fail(
      ErrorKind::out_of_bounds,
      fmt::format("native call of {}: access at offset {} of {}, whose size is symbolic and can be smaller",
                  callee_.source_name, address - place.low, m_.describe(*place.object)));
  return Turn::stopped;
}

ExternalCall::Turn ExternalCall::judge_signal(uint64_t number) {
  const char* name = sigabbrev_np(int(number));
  std::string words = fmt::format("it ended by signal {} (SIG{})", number, name ? name : "?");
  if (number != SIGABRT && number != SIGFPE && number != SIGILL && number != SIGTRAP)
    return fail(std::move(words));
  m_.fail(ErrorKind::abort, fmt::format("native call of {}: {}", callee_.source_name, words));
  return Turn::stopped;
}

// --- its effects

bool ExternalCall::result(std::string_view bytes, Value& value) {
  unsigned width = site_.result_widths[0];
  uint64_t words[2];
  static_assert(sizeof words == external::result_bytes);
  std::memcpy(words, bytes.data(), sizeof words);
  value = width > 64 ? Value::of(m_.terms_.constant(expr::Wide::from_words(width, words, 2)))
                     : Value::plain(words[0] & ir::mask_of(width));
  if (site_.result_passing != ir::Passing::pointer) return true;
  Machine::Place place;
  if (value.bits == 0 || m_.program_.function_at(value.bits) || m_.find_place(value.bits, 0, place))
    return true;
  return fail("it returned a pointer to nothing that the program has"), false;
}

ExternalCall::Turn ExternalCall::finish(const Reply& reply) {
  std::string_view bytes;
  std::vector<Reply::Change> changes;
  if (!reply.read_returned(bytes, changes)) return broken();
  for (const Reply::Change& change : changes) {
    const Passed* passed = passed_at(change.address, change.bytes.size());
    if (!passed || passed->region.read_only) return broken();
  }
  Value value;
  if (site_.result_count && !result(bytes, value)) return Turn::stopped;
  for (const Reply::Change& change : changes) write(change);
  if (site_.result_count) m_.frame_->registers[site_.result] = value;
  return Turn::done;
}

void ExternalCall::write(const Reply::Change& change) {
  Object* object = m_.writable(*m_.state_->memory.find(change.address));
  uint64_t offset = change.address - object->base();
  for (uint64_t i = 0; i < change.bytes.size(); ++i)
    m_.set_byte(*object, offset + i, Value::plain(uint8_t(change.bytes[i])));
}

}  // namespace bonsai::exec
