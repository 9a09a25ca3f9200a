// Tested by sandbox_test.cpp and tests/check_sandbox.
#include "sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/home.h"
#include "sandbox/control_group.h"
#include "sandbox/launch.h"
#include "sandbox/message_socket.h"

namespace bonsai::sandbox {
namespace {

constexpr const char* advice =
    "install bubblewrap (apt install bubblewrap) and allow user namespaces (sysctl "
    "kernel.unprivileged_userns_clone=1, "
    "or docker run --security-opt seccomp=unconfined), or run the program unconfined with --unsafe-native";

std::string refusal(const std::string& why) {
  return fmt::format("native runs need a sandbox, and there is none: {}; {}", why, advice);
}

// Waits for something to read; false when time is over, or `is_stopped` says so.
bool wait_for(int descriptor, double seconds, bool (*is_stopped)() = nullptr) {
  using Clock = std::chrono::steady_clock;
  auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(std::min(seconds, 1e6)));
  while (Clock::now() < deadline && !(is_stopped && is_stopped())) {
    pollfd wait{descriptor, POLLIN, 0};
    if (poll(&wait, 1, 50) > 0) return true;
  }
  return false;
}

std::string first_line(int descriptor) {
  char text[512];
  ssize_t got = wait_for(descriptor, 1) ? read(descriptor, text, sizeof text) : 0;
  std::string line(text, got > 0 ? size_t(got) : 0);
  return line.substr(0, line.find('\n'));
}

struct Ends {
  int ours = -1, theirs = -1;
  ~Ends() {
    if (ours >= 0) close(ours);
    if (theirs >= 0) close(theirs);
  }
};

int above_standard(int descriptor) {
  if (descriptor < 0) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  close(descriptor);
  return moved;
}

bool make_sockets(Ends& ends) {
  int both[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0) return false;
  ends.ours = above_standard(both[0]), ends.theirs = above_standard(both[1]);
  return ends.ours >= 0 && ends.theirs >= 0;
}

bool make_pipe(Ends& ends) {
  int both[2];
  if (pipe2(both, O_CLOEXEC) != 0) return false;
  ends.ours = above_standard(both[0]), ends.theirs = above_standard(both[1]);
  return ends.ours >= 0 && ends.theirs >= 0;
}

// The supervisor itself, without bubblewrap around it.
pid_t start_unconfined(const Config& config, const std::string& supervisor, int socket) {
  std::string words[] = {supervisor, "--unconfined", config.binary, config.folder};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  char* environment[] = {nullptr};
  pid_t child = fork();
  if (child != 0) return child;
  setpgid(0, 0);
  if (dup2(socket, 0) == 0) execve(arguments[0], arguments, environment);
  _exit(127);
}

}  // namespace

Sandbox::Sandbox(Config config) : config_(std::move(config)) {}

Sandbox::~Sandbox() { stop(); }

// Without its socket the supervisor ends, and with it all that is in the sandbox.
void Sandbox::stop() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  if (process_ > 0) {
    for (int i = 0; i < 200 && process_ > 0; ++i) {
      if (waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
      if (process_ > 0) usleep(500);
    }
    if (process_ > 0) {
      kill(-process_, SIGKILL);
      kill(process_, SIGKILL);
      while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }
  process_ = -1;
  group_.reset();
}

std::string Sandbox::start_once(const Limits& limits, bool as_ourselves) {
  std::string supervisor = base::supervisor();
  Ends sockets, problems;
  if (!make_sockets(sockets) || !make_pipe(problems)) return std::strerror(errno);
  if (config_.is_unconfined) {
    std::error_code error;
    std::filesystem::create_directories(config_.folder, error);
    process_ = start_unconfined(config_, supervisor, sockets.theirs);
  } else {
    group_ = Group::make(limits);
    Launch what;
    what.program = supervisor;
    what.binary = config_.binary;
    what.is_first_process = true;
    what.needs_libraries = is_dynamic(config_.binary);
    what.socket = sockets.theirs;
    what.problems = problems.theirs;
    what.group = group_.get();
    process_ = launch(what, as_ourselves);
  }
  if (process_ < 0) return std::strerror(errno);
  close(std::exchange(sockets.theirs, -1));
  close(std::exchange(problems.theirs, -1));
  std::string message;
  std::string problem = "the supervisor does not answer";
  if (wait_for(sockets.ours, 30) && receive_message(sockets.ours, message)) {
    Reader hello(message);
    bool fits = hello.number() == protocol_version;
    problem = fits ? hello.text() : "the supervisor is of another version of Bonsai";
  } else if (std::string line = first_line(problems.ours); !line.empty()) {
    problem = line;
  }
  socket_ = std::exchange(sockets.ours, -1);
  if (!problem.empty()) stop();
  return problem;
}

// As root, first as nobody: should anything get out, it has no rights.
std::string Sandbox::start(const Limits& limits) {
  if (base::supervisor().empty()) return "bonsai-supervisor does not lie beside bonsai";
  if (access(config_.binary.c_str(), F_OK) != 0) return config_.binary + ": " + std::strerror(errno);
  if (config_.is_unconfined) return start_once(limits, true);
  if (find_bubblewrap().empty()) return refusal("bwrap is not installed");
  std::string problem = start_once(limits, false);
  as_ourselves_ = !problem.empty() && geteuid() == 0;
  if (as_ourselves_) problem = start_once(limits, true);
  return problem.empty() ? problem : refusal(problem);
}

Ended Sandbox::run(const Request& request) {
  std::lock_guard guard(mutex_);
  Ended ended;
  std::string message;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!is_running()) ended.not_started = start(request.limits);
    if (!ended.not_started.empty()) return ended;
    uint64_t killed = group_ ? group_->killed() : 0;
    if (send_message(socket_, encode(request), request.channel) &&
        wait_for(socket_, request.limits.seconds + 60, request.limits.is_stopped) &&
        receive_message(socket_, message) && decode(message, ended)) {
      if (group_ && group_->killed() != killed) ended.out_of_memory = true;
      return ended;
    }
    stop();
    if (request.limits.is_stopped && request.limits.is_stopped()) {
      ended.not_started = "interrupted";
      return ended;
    }
    // It was ended from outside: once more.
  }
  ended = {};
  ended.not_started = "the sandbox ended twice while the program ran";
  return ended;
}

const Availability& availability() {
  static const Availability found = [] {
    Sandbox sandbox({.binary = base::supervisor()});
    // The supervisor as a program: it has no socket there and ends at once.
    Request request;
    request.arguments = {"program"};
    std::string why_not = sandbox.run(request).not_started;
    return Availability{why_not, sandbox.as_ourselves_};
  }();
  return found;
}

}  // namespace bonsai::sandbox
