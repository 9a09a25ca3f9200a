#include "solve/solver_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

// Tested by smtlib_core_test.cpp.

namespace bonsai::solve {

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  bool open = false;
  char quote = 0;
  for (char c : command) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        words.back() += c;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      open = false;
    } else {
      if (!open) words.emplace_back();
      open = true;
      if (c == '\'' || c == '"')
        quote = c;
      else
        words.back() += c;
    }
  }
  return words;
}

namespace {

// Runs in the child between vfork and exec: system calls only.
[[noreturn]] void become(char* const* arguments, int socket, int null, uint64_t memory_limit,
                         const sigset_t* signals, pid_t parent, volatile int* error) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the line above
  if (memory_limit != 0) {
    const rlimit limit{memory_limit, memory_limit};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::dup2(socket, 0);
  ::dup2(socket, 1);
  ::dup2(null, 2);
  ::sigprocmask(SIG_SETMASK, signals, nullptr);
  ::execvp(arguments[0], arguments);
  *error = errno;
  ::_exit(127);
}

}  // namespace

std::optional<std::string> SolverProcess::start(const std::vector<std::string>& arguments,
                                                uint64_t memory_limit) {
  kill();
  if (arguments.empty()) return "the solver command is empty";
  std::vector<char*> plain;
  for (const std::string& argument : arguments) plain.push_back(const_cast<char*>(argument.c_str()));
  plain.push_back(nullptr);
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return std::string("no socket for the solver process: ") + std::strerror(errno);
  const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  // All signals are blocked across vfork: a handler must not run in the child, which shares our memory.
  sigset_t all, old;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &old);
  volatile int error = 0;
  const pid_t parent = ::getpid();
  const pid_t pid = ::vfork();
  if (pid == 0) become(plain.data(), pair[1], null, memory_limit, &old, parent, &error);
  const int fork_error = pid < 0 ? errno : 0;
  ::pthread_sigmask(SIG_SETMASK, &old, nullptr);
  ::close(pair[1]);
  if (null >= 0) ::close(null);
  if (pid < 0) {
    ::close(pair[0]);
    return std::string("cannot start the solver process: ") + std::strerror(fork_error);
  }
  pid_ = pid;
  socket_ = pair[0];
  ended_ = false;
  if (error != 0) {
    const int reason = error;
    kill();
    return "cannot run the solver '" + arguments[0] + "': " + std::strerror(reason);
  }
  ::fcntl(socket_, F_SETFL, O_NONBLOCK);
  return std::nullopt;
}

void SolverProcess::kill() {
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (socket_ >= 0) ::close(socket_);
  pid_ = -1;
  socket_ = -1;
  input_.clear();
  searched_ = 0;
}

SolverProcess::Status SolverProcess::wait(short events, Deadline deadline, short& ready) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return Status::timeout;
    pollfd request{socket_, events, 0};
    // Woken now and then: the clock decides, not poll's rounding, and an interrupt is not heard by poll.
    const int count = ::poll(&request, 1, static_cast<int>(std::min<int64_t>(left + 1, 100)));
    if (interrupt_ && interrupt_->load(std::memory_order_relaxed)) return Status::timeout;
    if (count < 0 && errno != EINTR) return Status::ended;
    if (count > 0) {
      ready = request.revents;
      return Status::done;
    }
    if (Clock::now() >= deadline) return Status::timeout;
  }
}

// False at the end of the child's output.
bool SolverProcess::read_some() {
  char buffer[1 << 16];
  const ssize_t count = ::recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
  if (count > 0) {
    input_.append(buffer, static_cast<size_t>(count));
    return true;
  }
  return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

SolverProcess::Status SolverProcess::send(std::string_view text, Deadline deadline) {
  while (!text.empty()) {
    if (socket_ < 0 || ended_) return Status::ended;
    const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      text.remove_prefix(static_cast<size_t>(count));
      continue;
    }
    if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) return Status::ended;
    short ready = 0;
    if (const Status status = wait(POLLIN | POLLOUT, deadline, ready); status != Status::done) return status;
    if ((ready & (POLLIN | POLLHUP)) != 0 && !read_some()) ended_ = true;
  }
  return Status::done;
}

SolverProcess::Status SolverProcess::receive(std::string_view marker, std::string& reply, Deadline deadline) {
  constexpr size_t kMostOutput = size_t{256} << 20;
  for (;;) {
    for (size_t end; (end = input_.find('\n', searched_)) != std::string::npos; searched_ = end + 1) {
      std::string_view line(input_.data() + searched_, end - searched_);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (line.size() >= 2 && line.front() == '"' && line.back() == '"')
        line = line.substr(1, line.size() - 2);
      if (line != marker) continue;
      reply.assign(input_, 0, searched_);
      input_.erase(0, end + 1);
      searched_ = 0;
      return Status::done;
    }
    if (socket_ < 0 || ended_ || input_.size() > kMostOutput) return Status::ended;
    short ready = 0;
    if (const Status status = wait(POLLIN, deadline, ready); status != Status::done) return status;
    if (!read_some()) ended_ = true;
  }
}

}  // namespace bonsai::solve
