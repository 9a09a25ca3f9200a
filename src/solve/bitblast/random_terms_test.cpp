#include "solve/bitblast/random_terms_test.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expr/smtlib_writer.h"

extern char** environ;

namespace bonsai::solve {

using expr::Kind;
using expr::Term;
using expr::Width;

const Term* RandomTerms::leaf(Width width) {
  if (leaves.empty() || dice_.below(4) == 0) {
    const uint64_t value = dice_.below(3) == 0 ? dice_.below(4) : dice_.next();
    return width <= 64 ? store_.constant(width, value)
                       : store_.sext(store_.constant(64, dice_.next()), width);
  }
  const Term* term = leaves[dice_.below(leaves.size())];
  if (term->width() > width) return store_.extract(term, dice_.below(term->width() - width + 1), width);
  return dice_.below(2) == 0 ? store_.zext(term, width) : store_.sext(term, width);
}

const Term* RandomTerms::array(unsigned depth) {
  const Term* base = arrays[dice_.below(arrays.size())];
  for (uint64_t stores = dice_.below(3) == 0 ? dice_.below(12) : 0; stores > 0; --stores)
    base = store_.store(base, index(depth), value(base->width(), depth));
  return base;
}

const Term* RandomTerms::value(Width width, unsigned depth) {
  static constexpr Kind kBinary[] = {Kind::And,  Kind::Or,   Kind::Xor,  Kind::Add,  Kind::Mul,
                                     Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem, Kind::Shl,
                                     Kind::LShr, Kind::AShr, Kind::Add};
  if (depth == 0) return leaf(width);
  --depth;
  switch (dice_.below(12)) {
    case 0: return store_.make(Kind::Not, value(width, depth));
    case 1: return store_.make(Kind::Neg, value(width, depth));
    case 2: return store_.ite(boolean(depth), value(width, depth), value(width, depth));
    case 3:
      if (width > 1) {
        const Width low = 1 + dice_.below(width - 1);
        return store_.concat(value(width - low, depth), value(low, depth));
      }
      return boolean(depth);
    case 4: return store_.extract(value(width + 3, depth), dice_.below(4), width);
    case 5:
      if (width > 1) {
        const Term* inner = value(1 + dice_.below(width - 1), depth);
        return dice_.below(2) == 0 ? store_.zext(inner, width) : store_.sext(inner, width);
      }
      return boolean(depth);
    case 6:
      if (!arrays.empty()) return store_.resize(store_.read(array(depth / 2), index(depth / 2)), width);
      [[fallthrough]];
    default:
      return store_.make(kBinary[dice_.below(std::size(kBinary))], value(width, depth), value(width, depth));
  }
}

const Term* RandomTerms::boolean(unsigned depth) {
  static constexpr Kind kCompare[] = {Kind::Eq, Kind::Ult, Kind::Ule, Kind::Slt, Kind::Sle};
  if (depth == 0) return leaf(1);
  const uint64_t choice = dice_.below(10);
  --depth;
  if (choice == 0) return store_.lnot(boolean(depth));
  if (choice == 1) return store_.land(boolean(depth), boolean(depth));
  if (choice == 2) return store_.lor(boolean(depth), boolean(depth));
  const Width width = 2 + dice_.below(max_width - 1);
  return store_.make(kCompare[dice_.below(std::size(kCompare))], value(width, depth), value(width, depth));
}

Referee::Referee() {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return;
  if (pipe2(out, O_CLOEXEC) != 0) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  char name[] = "z3", option[] = "-in";
  char* arguments[] = {name, option, nullptr};
  pid_t pid = -1;
  if (posix_spawnp(&pid, "z3", &actions, nullptr, arguments, environ) == 0) pid_ = pid;
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
}

Referee::~Referee() {
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

std::string Referee::check(std::span<const Term* const> assertions) {
  // The script asks (check-sat) itself.
  const std::string script =
      "(set-option :timeout 1000)\n" + expr::to_smtlib(assertions) + "(reset)\n(echo \"done\")\n";
  for (size_t sent = 0; sent < script.size();) {
    const ssize_t n = write(to_, script.data() + sent, script.size() - sent);
    if (n <= 0) return "no process";
    sent += static_cast<size_t>(n);
  }
  // The first line is the answer, or an error; what follows belongs to the same question.
  std::string answer;
  for (std::string line; line != "done";) {
    line.clear();
    char c = 0;
    while (read(from_, &c, 1) == 1 && c != '\n') line += c;
    if (c != '\n') return "no process";
    if (answer.empty()) answer = line;
  }
  return answer;
}

}  // namespace bonsai::solve
