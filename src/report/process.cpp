// The child and the loop that watches it. Tested by process_test.cpp.
#include "report/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

extern char** environ;

namespace bonsai::report {
namespace {

using Clock = std::chrono::steady_clock;

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  void reset(int number = -1) {
    if (number_ >= 0) close(number_);
    number_ = number;
  }
  int get() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

void limit(decltype(RLIMIT_CORE) resource, uint64_t most) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  now.rlim_cur = std::min<rlim_t>(most, now.rlim_max);
  if (resource != RLIMIT_STACK) now.rlim_max = now.rlim_cur;
  setrlimit(resource, &now);
}

// In the child, between fork and exec: only calls that are safe there. Returns only on failure, with errno.
void become(const Command& command, const char* binary, char** words, char** environment, int out, int err) {
  const Limits& limits = command.limits;
  const char* directory = command.directory.c_str();
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // the thread that watches it is gone: nobody else would end it
  for (int number = 1; number < 32; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, limits.file);
  limit(RLIMIT_STACK, limits.stack);
  limit(RLIMIT_CPU, uint64_t(limits.seconds) + 2);  // for one that leaves the process group
  int input = open("/dev/null", O_RDONLY);
  if (input < 0 || dup2(input, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) return;
  syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  if (*directory && chdir(directory) != 0) return;
  execve(binary, words, environment);
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

// Starts the child; -1 with errno.
pid_t start(const Command& command, int out, int err) {
  std::vector<std::string> words = command.words, environment = command.environment;
  std::string binary = words.front();
  std::vector<char*> arguments = pointers(words), variables = pointers(environment);
  Pipe trouble;
  if (!trouble.open()) return -1;
  pid_t child = fork();
  if (child == 0) {
    become(command, binary.c_str(), arguments.data(), variables.data(), out, err);
    int error = errno;
    ssize_t ignored = write(trouble.write.get(), &error, sizeof error);
    (void)ignored;
    _exit(127);
  }
  if (child < 0) return -1;
  setpgid(child, child);  // here as well, so that it is done before anybody kills the group
  trouble.write.reset();
  int error = 0;
  ssize_t got;
  while ((got = read(trouble.read.get(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (got != sizeof error) return child;
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  errno = error;
  return -1;
}

uint64_t resident(pid_t child) {
  std::array<char, 64> name{};
  snprintf(name.data(), name.size(), "/proc/%d/statm", int(child));
  FILE* file = fopen(name.data(), "re");
  if (!file) return 0;
  unsigned long long total = 0, pages = 0;
  int read = fscanf(file, "%llu %llu", &total, &pages);
  fclose(file);
  return read == 2 ? pages * uint64_t(sysconf(_SC_PAGESIZE)) : 0;
}

class Watch {
 public:
  Watch(pid_t child, const Command& command, Descriptor& out, Descriptor& err, Ended& ended)
      : child_(child),
        limits_(command.limits),
        streams_{&out, &err},
        texts_{&ended.out, &ended.err},
        ended_(ended) {
    handle_.reset(int(syscall(SYS_pidfd_open, child, 0)));
    for (Descriptor* stream : streams_) fcntl(stream->get(), F_SETFL, O_NONBLOCK);
  }

  // Until the child ended; then what is left in the pipes, which children of its own may hold open.
  void run() {
    auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(std::min(limits_.seconds, 1e6)));
    while (ended_.by_itself() && !over()) {
      wait_for_something();
      read_streams();
      if ((Clock::now() >= deadline || (limits_.is_stopped && limits_.is_stopped())) && !over())
        ended_.timed_out = true;
      if (resident(child_) > limits_.memory) ended_.out_of_memory = true;
    }
    kill(-child_, SIGKILL);  // before the child is reaped: until then its number is nobody else's
    while (waitpid(child_, &ended_.status, 0) < 0 && errno == EINTR) {
    }
    read_streams();
  }

 private:
  bool over() const {
    siginfo_t info{};
    return waitid(P_PID, id_t(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child_;
  }

  void wait_for_something() {
    std::array<pollfd, 3> wait{
        {{streams_[0]->get(), POLLIN, 0}, {streams_[1]->get(), POLLIN, 0}, {handle_.get(), POLLIN, 0}}};
    poll(wait.data(), wait.size(), 20);  // as often the memory is looked at
  }

  void read_streams() {
    std::array<char, 65536> buffer;
    for (int i = 0; i < 2; ++i) {
      while (streams_[i]->get() >= 0) {
        ssize_t got = read(streams_[i]->get(), buffer.data(), buffer.size());
        if (got < 0) break;  // nothing now; if it was a signal, the next round comes
        if (got == 0) {
          streams_[i]->reset();
          break;
        }
        uint64_t room = limits_.output - texts_[i]->size();
        texts_[i]->append(buffer.data(), std::min<uint64_t>(uint64_t(got), room));
        if (uint64_t(got) > room) {
          ended_.flooded = true;
          break;
        }
      }
    }
  }

  pid_t child_;
  const Limits& limits_;
  std::array<Descriptor*, 2> streams_;
  std::array<std::string*, 2> texts_;
  Ended& ended_;
  Descriptor handle_;  // readable when the child ended; -1 on old kernels
};

}  // namespace

Ended run_process(const Command& command) {
  Ended ended;
  Pipe out, err;
  if (!out.open() || !err.open()) {
    ended.not_started = std::string("no pipe: ") + std::strerror(errno);
    return ended;
  }
  pid_t child = start(command, out.write.get(), err.write.get());
  if (child < 0) {
    ended.not_started = command.words[0] + ": " + std::strerror(errno);
    return ended;
  }
  out.write.reset();
  err.write.reset();
  Watch(child, command, out.read, err.read, ended).run();
  return ended;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> result;
  for (char** variable = environ; *variable; ++variable) result.emplace_back(*variable);
  return result;
}

}  // namespace bonsai::report
