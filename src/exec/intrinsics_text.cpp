// Strings and standard output.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "exec/intrinsics.h"
#include "expr/evaluate.h"

namespace bonsai::exec::intrinsics {
namespace {

// Length of the string at `address`, at most `limit`; forks where it may end.
bool length(IntrinsicCall& call, uint64_t address, uint64_t limit, uint64_t& result) {
  for (result = 0; result < limit; ++result) {
    bool ends;
    if (!call.same_byte(address + result, Value::plain(0), ends)) return false;
    if (ends) break;
  }
  return true;
}

Step compare(IntrinsicCall& call, uint64_t limit) {
  uint64_t a, b;
  if (!call.plain(0, a) || !call.plain(1, b)) return Step::stopped;
  expr::TermStore& t = call.terms();
  for (uint64_t i = 0; i < limit; ++i) {
    Value x, y;
    if (!call.byte(a + i, x) || !call.byte(b + i, y)) return Step::stopped;
    const expr::Term* p = x.term ? x.term : t.constant(8, x.bits);
    const expr::Term* q = y.term ? y.term : t.constant(8, y.bits);
    bool differ, ends;
    if (!call.decide(t.ne(p, q), differ)) return Step::stopped;
    if (differ) {
      call.result(Value::of(t.sub(t.zext(p, 32), t.zext(q, 32))));
      return Step::next;
    }
    if (!call.decide(t.eq(p, t.zero(8)), ends)) return Step::stopped;
    if (ends) break;
  }
  call.result(0);
  return Step::next;
}

// What is printed: text, or a directive and the term that it will print.
struct Piece {
  std::string text;
  const expr::Term* term = nullptr;
  uint64_t room = 0;  // bytes that a directive prints, by its width and precision
};

Step too_much_output(IntrinsicCall& call) {
  return call.give_up(base::Reason::output,
                      fmt::format("more than {} MiB of output", call.config().output_bytes >> 20));
}

Step write(IntrinsicCall& call, const std::vector<Piece>& pieces) {
  uint64_t bytes = 0;
  for (const Piece& piece : pieces) bytes += piece.text.size() + piece.room;
  if (call.state().output_bytes + bytes > call.config().output_bytes) return too_much_output(call);
  for (const Piece& piece : pieces) {
    if (piece.term)
      call.state().write_output(piece.text, piece.term);
    else
      call.state().write_output(piece.text);
    call.state().output_bytes += piece.room;
  }
  return Step::next;
}

// One conversion of a printf format: from '%' to the letter.
struct Directive {
  std::string flags;  // with width and precision as numbers
  std::string size;   // h, l, ll, L, z …
  char letter = 0;
};

// Reads the directive behind format[i] == '%' and moves i to its letter. `next` gives the arguments of '*'.
template <typename Next>
bool parse(const std::string& format, size_t& i, Directive& directive, Next&& next) {
  for (++i; i < format.size() && std::strchr("-+ #0123456789.*", format[i]); ++i) {
    if (format[i] != '*') {
      directive.flags += format[i];
      continue;
    }
    uint64_t bits;
    if (!next(bits)) return false;
    directive.flags += std::to_string(int32_t(bits));
  }
  for (; i < format.size() && std::strchr("hlLqjzt", format[i]); ++i) directive.size += format[i];
  directive.letter = i < format.size() ? format[i] : 0;
  return true;
}

template <typename T>
std::string format_one(const std::string& format, T value) {
  int size = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(size_t(std::max(size, 0)) + 1, 0);
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

bool count(IntrinsicCall& call, const std::vector<Piece>& pieces, uint64_t& bytes);

// Returns the bytes that a directive prints at least: its width and, but for strings, its precision.
uint64_t room_of(const Directive& d) {
  uint64_t width = 0, precision = 0;
  uint64_t* number = &width;
  for (size_t i = d.flags.find_first_not_of("-+ #0"); i < d.flags.size(); ++i) {
    if (d.flags[i] == '.') number = &precision;
    if (d.flags[i] >= '0' && d.flags[i] <= '9' && *number < 1ull << 32)
      *number = 10 * *number + uint64_t(d.flags[i] - '0');
  }
  return width + (d.letter == 's' ? 0 : precision);
}

// Formats as printf does. Symbolic arguments are left to be printed under the path's model.
class Formatter {
 public:
  explicit Formatter(IntrinsicCall& call) : call_(call) {}

  // False: the state ended.
  bool run(const std::string& format) {
    for (size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%') {
        add(std::string(1, format[i]));
        continue;
      }
      Directive directive;
      if (!parse(format, i, directive, [&](uint64_t& bits) { return call_.plain(next_++, bits); }))
        return false;
      if (!has_room(directive) || !convert(directive)) return false;
    }
    return true;
  }
  const std::vector<Piece>& pieces() const { return pieces_; }

  // What the conversions %n ask for, when all else is done. False: the state ended.
  bool store_counts() {
    std::vector<uint64_t> bytes(counts_.size());
    for (size_t i = 0; i < counts_.size(); ++i) {
      std::vector<Piece> before(pieces_.begin(), pieces_.begin() + long(counts_[i].pieces));
      if (counts_[i].cut) before.back().text.resize(counts_[i].cut);
      if (!count(call_, before, bytes[i]) || !call_.is_accessible(counts_[i].address, counts_[i].width / 8))
        return false;
    }
    for (size_t i = 0; i < counts_.size(); ++i)
      if (!call_.write(counts_[i].address, &bytes[i], counts_[i].width / 8)) return false;
    return true;
  }

 private:
  struct Count {
    uint64_t address;
    unsigned width;
    size_t pieces;  // that are written before it,
    size_t cut;     // and the bytes of the last, if that is text; 0: it is none
  };

  // A number in a format makes as much text as it says. False: the state ended.
  bool has_room(const Directive& d) {
    room_ += room_of(d);
    if (call_.state().output_bytes + room_ <= call_.config().output_bytes) return true;
    too_much_output(call_);
    return false;
  }

  bool note_count(const Directive& d) {
    uint64_t address;
    if (!call_.plain(next_++, address)) return false;
    bool is_text = !pieces_.empty() && !pieces_.back().term;
    counts_.push_back({address, bits_of(d), pieces_.size(), is_text ? pieces_.back().text.size() : 0});
    return true;
  }

  void add(std::string text) {
    if (pieces_.empty() || pieces_.back().term) pieces_.emplace_back();
    pieces_.back().text += text;
  }

  // An argument as plain bits, or (true, with `term` set) as a term of 64 bits.
  bool argument(unsigned bits, bool is_signed, uint64_t& plain, const expr::Term*& term) {
    term = nullptr;
    if (!call_.has(next_ + 1)) return false;
    Value value = call_.value(next_);
    if (!value.term || value.is_mark() || value.term->is_constant()) return call_.plain(next_++, plain);
    expr::TermStore& t = call_.terms();
    const expr::Term* cut = t.resize(value.term, bits);
    if (!call_.is_defined(cut, "what is printed")) return false;
    term = is_signed ? t.sext(cut, 64) : t.zext(cut, 64);
    ++next_;
    return true;
  }

  bool convert(const Directive& d) {
    switch (d.letter) {
      case '%': add("%"); return true;
      case 'd':
      case 'i': return integer(d, "lld", true);
      case 'u':
      case 'x':
      case 'X':
      case 'o': return integer(d, std::string("ll") + d.letter, false);
      case 'c': return integer(d, "c", false);
      case 'p': return integer(d, "#llx", false);
      case 's': return string(d);
      case 'n': return note_count(d);
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A': return floating(d);
      default:
        call_.give_up(base::Reason::call, fmt::format("printf with the conversion %{}{}", d.size,
                                                      d.letter ? std::string(1, d.letter) : ""));
        return false;
    }
  }

  bool integer(const Directive& d, const std::string& conversion, bool is_signed) {
    uint64_t bits;
    const expr::Term* term;
    unsigned width = d.letter == 'c' ? 8 : d.letter == 'p' ? 64 : bits_of(d);
    if (!argument(width, is_signed, bits, term)) return false;
    std::string directive = "%" + d.flags + conversion;
    if (d.letter == 'p') directive = "%#llx";
    if (term)
      pieces_.push_back({directive, term, room_of(d)});
    else if (d.letter == 'c')
      add(format_one(directive, int(bits)));
    else if (is_signed)
      add(format_one(directive, (long long)to_signed(bits, width)));
    else
      add(format_one(directive, (unsigned long long)(bits & ir::mask_of(width))));
    return true;
  }

  // Reads at most the precision's bytes: the string need not be terminated then.
  bool string(const Directive& d) {
    uint64_t address;
    if (!call_.plain(next_++, address)) return false;
    size_t dot = d.flags.find('.');
    uint64_t limit = dot == std::string::npos ? ~0ull : std::strtoull(d.flags.c_str() + dot + 1, nullptr, 10);
    std::vector<Value> bytes;
    bool plain = true;
    for (uint64_t i = 0; i < limit; ++i) {
      Value byte;
      bool ends;
      if (!call_.byte(address + i, byte) || !call_.same_byte(address + i, Value::plain(0), ends))
        return false;
      if (ends) break;
      bytes.push_back(byte);
      plain &= byte.is_plain();
    }
    std::string text;
    for (Value byte : bytes) text += byte.term ? 'x' : char(byte.bits);
    std::string padded = format_one("%" + d.flags + "s", text.c_str());
    if (plain) {
      add(padded);
      return true;
    }
    size_t pad = padded.size() - text.size();
    bool left = d.flags.find('-') != std::string::npos;
    if (!left) add(std::string(pad, ' '));
    for (Value byte : bytes) {
      if (byte.term)
        pieces_.push_back({"%c", call_.terms().zext(byte.term, 64)});
      else
        add(std::string(1, char(byte.bits)));
    }
    if (left) add(std::string(pad, ' '));
    return true;
  }

  bool floating(const Directive& d) {
    std::string format = "%" + d.flags;
    if (d.size == "L") {
      if (!call_.has(next_ + 1)) return false;
      Value value = call_.value(next_++);
      long double number = 0;
      if (value.term && !value.is_mark()) {
        expr::Wide wide;
        if (value.term->is_constant())
          wide = value.term->wide_value();
        else if (!call_.concretise(value.term, "a long double that is printed", wide))
          return false;
        uint64_t words[2] = {wide.word(0), wide.word(1)};
        std::memcpy(&number, words, 10);
      }
      add(format_one(format + "L" + d.letter, number));
      return true;
    }
    uint64_t bits;
    const expr::Term* term;
    if (!argument(64, false, bits, term)) return false;
    if (term) {
      pieces_.push_back({format + d.letter, term, room_of(d)});
      return true;
    }
    double number;
    std::memcpy(&number, &bits, sizeof number);
    add(format_one(format + d.letter, number));
    return true;
  }

  unsigned bits_of(const Directive& d) const {
    if (d.size == "hh") return 8;
    if (d.size == "h") return 16;
    if (d.size == "ll" || d.size == "q" || d.size == "j" || d.size == "L") return 64;
    if (d.size == "l" || d.size == "z" || d.size == "t") return call_.pointer_mask() == ~0ull ? 64 : 32;
    return 32;
  }
  static int64_t to_signed(uint64_t bits, unsigned width) {
    return int64_t(bits << (64 - width)) >> (64 - width);
  }

  IntrinsicCall& call_;
  unsigned next_ = 1;
  uint64_t room_ = 0;  // of all directives so far
  std::vector<Piece> pieces_;
  std::vector<Count> counts_;
};

std::string render(const std::string& directive, uint64_t bits) {
  switch (directive.back()) {
    case 'c': return format_one(directive, int(uint8_t(bits)));
    case 'd': return format_one(directive, (long long)bits);
    case 'u':
    case 'x':
    case 'X':
    case 'o': return format_one(directive, (unsigned long long)bits);
    default: return format_one(directive, std::bit_cast<double>(bits));
  }
}

// How many bytes the pieces are. A symbolic one is fixed to one value where its length is asked for.
bool count(IntrinsicCall& call, const std::vector<Piece>& pieces, uint64_t& bytes) {
  bytes = 0;
  for (const Piece& piece : pieces) {
    expr::Wide value;
    if (!piece.term || piece.text == "%c") {
      bytes += piece.term ? 1 : piece.text.size();
      continue;
    }
    if (!call.concretise(piece.term, "a printed number whose length the program uses", value)) return false;
    bytes += render(piece.text, value.word(0)).size();
  }
  return true;
}

}  // namespace

Step printf_(IntrinsicCall& call) {
  uint64_t address, bytes = 0;
  std::string format;
  if (!call.plain(0, address) || !call.string(address, format)) return Step::stopped;
  Formatter formatter(call);
  if (!formatter.run(format) || !formatter.store_counts()) return Step::stopped;
  if (call.site().result_count && !count(call, formatter.pieces(), bytes)) return Step::stopped;
  if (write(call, formatter.pieces()) == Step::stopped) return Step::stopped;
  call.result(bytes);
  return Step::next;
}

Step puts_(IntrinsicCall& call) {
  uint64_t address;
  if (!call.plain(0, address)) return Step::stopped;
  std::vector<Piece> pieces;
  for (;; ++address) {
    Value byte;
    bool ends;
    if (!call.byte(address, byte) || !call.same_byte(address, Value::plain(0), ends)) return Step::stopped;
    if (ends) break;
    if (byte.term)
      pieces.push_back({"%c", call.terms().zext(byte.term, 64)});
    else
      pieces.push_back({std::string(1, char(byte.bits))});
  }
  pieces.push_back({"\n"});
  if (write(call, pieces) == Step::stopped) return Step::stopped;
  call.result(uint64_t(pieces.size()));
  return Step::next;
}

Step putchar_(IntrinsicCall& call) {
  if (!call.has(1)) return Step::stopped;
  Value c = call.value(0);
  if (c.is_mark()) {
    uint64_t ignored;
    return call.plain(0, ignored) ? Step::next : Step::stopped;
  }
  expr::TermStore& t = call.terms();
  const expr::Term* byte = c.term ? t.resize(c.term, 8) : nullptr;
  if (byte && !call.is_defined(byte, "what is printed")) return Step::stopped;
  Piece piece{byte ? "%c" : std::string(1, char(c.bits)), byte ? t.zext(byte, 64) : nullptr};
  if (write(call, {piece}) == Step::stopped) return Step::stopped;
  call.result(byte ? Value::of(t.zext(byte, 32)) : Value::plain(c.bits & 0xff));
  return Step::next;
}

// bonsai_output(descriptor, bytes, size): standard output is kept, standard error is not.
Step output_(IntrinsicCall& call) {
  uint64_t descriptor, address, size;
  if (!call.plain(0, descriptor) || !call.plain(1, address) || !call.plain(2, size)) return Step::stopped;
  if (descriptor != 1) return Step::next;
  std::vector<Piece> pieces;
  for (uint64_t i = 0; i < size; ++i) {
    Value byte;
    if (!call.byte(address + i, byte)) return Step::stopped;
    if (byte.is_mark()) byte = Value::plain(0);
    byte = call.unpinned(byte);
    if (byte.term)
      pieces.push_back({"%c", call.terms().zext(byte.term, 64)});
    else if (!pieces.empty() && !pieces.back().term)
      pieces.back().text += char(byte.bits);
    else
      pieces.push_back({std::string(1, char(byte.bits))});
  }
  return write(call, pieces);
}

Step strlen_(IntrinsicCall& call) {
  uint64_t address, result;
  if (!call.plain(0, address) || !length(call, address, ~0ull, result)) return Step::stopped;
  call.result(result);
  return Step::next;
}

Step strnlen_(IntrinsicCall& call) {
  uint64_t address, limit, result;
  if (!call.plain(0, address) || !call.plain(1, limit) || !length(call, address, limit, result))
    return Step::stopped;
  call.result(result);
  return Step::next;
}

Step strcmp_(IntrinsicCall& call) { return compare(call, ~0ull); }

Step strncmp_(IntrinsicCall& call) {
  uint64_t limit;
  if (!call.plain(2, limit)) return Step::stopped;
  return compare(call, limit);
}

Step strcpy_(IntrinsicCall& call) {
  uint64_t to, from, size;
  if (!call.plain(0, to) || !call.plain(1, from) || !length(call, from, ~0ull, size)) return Step::stopped;
  if (!call.copy(Value::plain(to), Value::plain(from), Value::plain(size + 1), false)) return Step::stopped;
  call.result(to);
  return Step::next;
}

Step strncpy_(IntrinsicCall& call) {
  uint64_t to, from, limit, size;
  if (!call.plain(0, to) || !call.plain(1, from) || !call.plain(2, limit)) return Step::stopped;
  if (!length(call, from, limit, size)) return Step::stopped;
  // All of the target must be there before its first byte is written.
  if (!call.is_accessible(to, limit)) return Step::stopped;
  if (!call.copy(Value::plain(to), Value::plain(from), Value::plain(size), false)) return Step::stopped;
  if (!call.set(Value::plain(to + size), Value::plain(0), Value::plain(limit - size))) return Step::stopped;
  call.result(to);
  return Step::next;
}

Step strcat_(IntrinsicCall& call) {
  uint64_t to, from, before, size;
  if (!call.plain(0, to) || !call.plain(1, from)) return Step::stopped;
  if (!length(call, to, ~0ull, before) || !length(call, from, ~0ull, size)) return Step::stopped;
  if (!call.copy(Value::plain(to + before), Value::plain(from), Value::plain(size + 1), false))
    return Step::stopped;
  call.result(to);
  return Step::next;
}

namespace {

Step find_in_string(IntrinsicCall& call, bool last) {
  uint64_t address, found = 0;
  if (!call.plain(0, address) || !call.has(2)) return Step::stopped;
  for (;; ++address) {
    bool same, ends;
    if (!call.same_byte(address, call.value(1), same)) return Step::stopped;
    if (same) {
      found = address;
      if (!last) break;
    }
    if (!call.same_byte(address, Value::plain(0), ends)) return Step::stopped;
    if (ends) break;
  }
  call.result(found);
  return Step::next;
}

}  // namespace

Step strchr_(IntrinsicCall& call) { return find_in_string(call, false); }
Step strrchr_(IntrinsicCall& call) { return find_in_string(call, true); }

}  // namespace bonsai::exec::intrinsics

namespace bonsai::exec {

std::string Machine::output_of(const Path& path) {
  std::string all;
  for (const state::Output* piece : path.output()) {
    if (piece->term)
      all += intrinsics::render(piece->text, expr::evaluate(terms_, piece->term, *path.condition.model()));
    else
      all += piece->text;
  }
  return all;
}

int Machine::exit_status_of(const Path& path) {
  const Value& status = path.exit_status;
  if (!status.term || status.is_mark()) return int(status.bits & 0xff);
  return int(expr::evaluate(terms_, terms_.resize(status.term, 8), *path.condition.model()));
}

}  // namespace bonsai::exec
