// Strings and standard output, until the C library comes.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "exec/intrinsics.h"

namespace bonsai::exec::intrinsics {
namespace {

// Length of the string at `address`, at most `limit`.
bool length(IntrinsicCall& call, uint64_t address, uint64_t limit, uint64_t& result) {
  for (result = 0; result < limit; ++result) {
    char c;
    if (!call.read(address + result, &c, 1)) return false;
    if (!c) break;
  }
  return true;
}

Step compare(IntrinsicCall& call, uint64_t limit) {
  uint64_t a, b;
  if (!call.plain(0, a) || !call.plain(1, b)) return Step::stopped;
  for (uint64_t i = 0; i < limit; ++i) {
    uint8_t x, y;
    if (!call.read(a + i, &x, 1) || !call.read(b + i, &y, 1)) return Step::stopped;
    if (x != y || !x) {
      call.result(uint64_t(int64_t(x) - int64_t(y)));
      return Step::next;
    }
  }
  call.result(0);
  return Step::next;
}

Step write(IntrinsicCall& call, std::string_view text) {
  if (call.state().output_bytes + text.size() > call.config().output_bytes)
    return call.fail(ErrorKind::unsupported,
                     fmt::format("more than {} MiB of output", call.config().output_bytes >> 20));
  call.state().write_output(text);
  call.result(text.size());
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

class Formatter {
 public:
  explicit Formatter(IntrinsicCall& call) : call_(call) {}

  // False: the state ended.
  bool run(const std::string& format, std::string& out) {
    for (size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%') {
        out += format[i];
        continue;
      }
      Directive directive;
      if (!parse(format, i, directive, [&](uint64_t& bits) { return integer(bits); })) return false;
      if (!convert(directive, out)) return false;
    }
    return true;
  }

 private:
  bool integer(uint64_t& bits) { return call_.plain(next_++, bits); }

  bool convert(const Directive& d, std::string& out) {
    uint64_t bits;
    switch (d.letter) {
      case '%': out += '%'; return true;
      case 'd':
      case 'i':
        if (!integer(bits)) return false;
        out += format_one("%" + d.flags + "lld", (long long)to_signed(bits, bits_of(d)));
        return true;
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        if (!integer(bits)) return false;
        out +=
            format_one("%" + d.flags + "ll" + d.letter, (unsigned long long)(bits & ir::mask_of(bits_of(d))));
        return true;
      case 'c':
        if (!integer(bits)) return false;
        out += format_one("%" + d.flags + "c", int(bits));
        return true;
      case 'p':
        if (!integer(bits)) return false;
        out += fmt::format("{:#x}", bits);
        return true;
      case 's': return string(d, out);
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A': return floating(d, out);
      default:
        call_.fail(ErrorKind::unsupported, fmt::format("printf with the conversion %{}{}", d.size,
                                                       d.letter ? std::string(1, d.letter) : ""));
        return false;
    }
  }

  // Reads at most the precision's bytes: the string need not be terminated then.
  bool string(const Directive& d, std::string& out) {
    uint64_t address;
    if (!integer(address)) return false;
    size_t dot = d.flags.find('.');
    uint64_t limit = dot == std::string::npos ? ~0ull : std::strtoull(d.flags.c_str() + dot + 1, nullptr, 10);
    std::string text;
    for (uint64_t i = 0; i < limit; ++i) {
      char c;
      if (!call_.read(address + i, &c, 1)) return false;
      if (!c) break;
      text += c;
    }
    out += format_one("%" + d.flags + "s", text.c_str());
    return true;
  }

  bool floating(const Directive& d, std::string& out) {
    std::string format = "%" + d.flags;
    if (d.size == "L") {
      if (!call_.has(next_ + 1)) return false;
      Value value = call_.value(next_++);
      long double number = 0;
      if (value.term && value.term->is_constant()) {
        expr::Wide wide = value.term->wide_value();
        uint64_t words[2] = {wide.word(0), wide.word(1)};
        std::memcpy(&number, words, 10);
      }
      out += format_one(format + "L" + d.letter, number);
      return true;
    }
    uint64_t bits;
    if (!integer(bits)) return false;
    double number;
    std::memcpy(&number, &bits, sizeof number);
    out += format_one(format + d.letter, number);
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
};

}  // namespace

Step printf_(IntrinsicCall& call) {
  uint64_t address;
  std::string format, out;
  if (!call.plain(0, address) || !call.string(address, format)) return Step::stopped;
  if (!Formatter(call).run(format, out)) return Step::stopped;
  return write(call, out);
}

Step puts_(IntrinsicCall& call) {
  uint64_t address;
  std::string text;
  if (!call.plain(0, address) || !call.string(address, text)) return Step::stopped;
  return write(call, text + "\n");
}

Step putchar_(IntrinsicCall& call) {
  uint64_t c;
  if (!call.plain(0, c)) return Step::stopped;
  Step step = write(call, std::string(1, char(c)));
  if (step == Step::next) call.result(c & 0xff);
  return step;
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
  if (!call.copy(to, from, size + 1, false)) return Step::stopped;
  call.result(to);
  return Step::next;
}

Step strncpy_(IntrinsicCall& call) {
  uint64_t to, from, limit, size;
  if (!call.plain(0, to) || !call.plain(1, from) || !call.plain(2, limit)) return Step::stopped;
  if (!length(call, from, limit, size) || !call.copy(to, from, size, false)) return Step::stopped;
  if (!call.set(to + size, Value::plain(0), limit - size)) return Step::stopped;
  call.result(to);
  return Step::next;
}

Step strcat_(IntrinsicCall& call) {
  uint64_t to, from, before, size;
  if (!call.plain(0, to) || !call.plain(1, from)) return Step::stopped;
  if (!length(call, to, ~0ull, before) || !length(call, from, ~0ull, size)) return Step::stopped;
  if (!call.copy(to + before, from, size + 1, false)) return Step::stopped;
  call.result(to);
  return Step::next;
}

namespace {

Step find_in_string(IntrinsicCall& call, bool last) {
  uint64_t address, wanted, found = 0;
  if (!call.plain(0, address) || !call.plain(1, wanted)) return Step::stopped;
  for (;; ++address) {
    char c;
    if (!call.read(address, &c, 1)) return Step::stopped;
    if (c == char(wanted)) {
      found = address;
      if (!last) break;
    }
    if (!c) break;
  }
  call.result(found);
  return Step::next;
}

}  // namespace

Step strchr_(IntrinsicCall& call) { return find_in_string(call, false); }
Step strrchr_(IntrinsicCall& call) { return find_in_string(call, true); }

}  // namespace bonsai::exec::intrinsics
