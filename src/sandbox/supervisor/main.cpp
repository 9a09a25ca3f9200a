// bonsai-supervisor: runs programs for Bonsai, one after the other, and tells how each ended. Started by
// launch.cpp, inside a sandbox as its first process: no signal of a program reaches it, and when it ends, so
// does all else.
//
//   bonsai-supervisor               in a sandbox; the binary is /.bonsai/program
//   bonsai-supervisor --unconfined BINARY FOLDER
//                                   on the host, for --unsafe-native; a folder for the files of programs
//
// Descriptor 0 is the socket to Bonsai; at its end the supervisor ends. Linked without the rest of Bonsai,
// and statically, for the sandbox has no libraries. Threads: one.
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

#include "sandbox/message_socket.h"
#include "sandbox/supervisor/program.h"
#include "sandbox/supervisor/system_call_filter.h"
#include "sandbox/supervisor/tracer.h"

namespace {

using namespace bonsai::sandbox;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr int control = 3;                 // the socket, moved away from descriptor 0
constexpr uint64_t most_processes = 2048;  // more is a fork bomb, where the kernel's limit does not hold

struct Usage {
  uint64_t memory = 0;  // bytes
  uint64_t processes = 0;
};

// Bytes that a process takes: in memory, swapped out, and for its page tables.
uint64_t memory_of(const char* process) {
  std::array<char, 64> name{};
  snprintf(name.data(), name.size(), "/proc/%s/status", process);
  FILE* file = fopen(name.data(), "re");
  if (!file) return 0;
  std::array<char, 256> line{};
  unsigned long long sum = 0, kilobytes = 0;
  while (fgets(line.data(), int(line.size()), file))
    if (sscanf(line.data(), "VmRSS: %llu", &kilobytes) == 1 ||
        sscanf(line.data(), "VmSwap: %llu", &kilobytes) == 1 ||
        sscanf(line.data(), "VmPTE: %llu", &kilobytes) == 1)
      sum += kilobytes;
  fclose(file);
  return sum << 10;
}

// What the sockets of the sandbox may hold at most, if their senders make their buffers as large as they may.
uint64_t memory_of_sockets() {
  constexpr uint64_t most_of_one = 512 << 10;
  FILE* file = fopen("/proc/self/net/sockstat", "re");
  if (!file) return 0;
  unsigned long long sockets = 0;
  int read = fscanf(file, "sockets: used %llu", &sockets);
  fclose(file);
  return read == 1 ? sockets * most_of_one : 0;
}

// In a sandbox all processes but the supervisor are the program's.
Usage usage_of_sandbox() {
  Usage usage;
  DIR* folder = opendir("/proc");
  if (!folder) return usage;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || strcmp(entry->d_name, "1") == 0) continue;
    ++usage.processes;
    usage.memory += memory_of(entry->d_name);
  }
  closedir(folder);
  usage.memory += memory_of_sockets();
  return usage;
}

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
    if (ends_[0] >= 0) fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  Pipe(const Pipe&) = delete;
  ~Pipe() {
    close_reading();
    close_writing();
  }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_reading() { drop(ends_[0]); }
  void close_writing() { drop(ends_[1]); }

 private:
  static void drop(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

// One run, from its start to the death of all that it started.
class Run {
 public:
  Run(const Request& request, bool confined) : request_(request), confined_(confined) {}

  // False: Bonsai is gone.
  bool run(Start start, int signals, Ended& ended) {
    start.out = out_.writing();
    start.err = err_.writing();
    program_ = start_program(start, ended.not_started);
    out_.close_writing();
    err_.close_writing();
    bool is_wanted = true;
    if (program_ > 0) {
      tracer_ = Tracer(program_, request_);
      is_wanted = watch(signals, ended);
    }
    end_all(ended);
    read_all(ended);
    return is_wanted;
  }

 private:
  bool watch(int signals, Ended& ended) {
    auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(std::min(request_.limits.seconds, 1e6)));
    for (;;) {
      reap(ended);
      if (is_over_ || !ended.by_itself()) return true;
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) {
        ended.timed_out = true;
        return true;
      }
      std::array<pollfd, 4> wait{{{signals, POLLIN, 0},
                                  {control, POLLIN, 0},
                                  {out_.reading(), POLLIN, 0},
                                  {err_.reading(), POLLIN, 0}}};
      int events = poll(wait.data(), wait.size(), int(std::min<int64_t>(left + 1, 20)));
      if (events > 0 && wait[0].revents) forget_signals(signals);
      if (events > 0 && wait[1].revents & (POLLHUP | POLLERR)) return false;
      read_all(ended);
      if (Clock::now() - looked_ >= std::chrono::milliseconds(20)) look_at_usage(ended);
    }
  }

  void look_at_usage(Ended& ended) {
    looked_ = Clock::now();
    Usage usage = confined_ ? usage_of_sandbox() : Usage{own_usage(), 1};
    if (usage.memory > request_.limits.memory || usage.processes > most_processes) ended.out_of_memory = true;
  }

  uint64_t own_usage() const { return memory_of(std::to_string(program_).c_str()); }

  static void forget_signals(int signals) {
    std::array<signalfd_siginfo, 16> some;
    while (read(signals, some.data(), sizeof some) > 0) {
    }
  }

  void reap(Ended& ended) {
    int status = 0;
    for (pid_t who; (who = waitpid(-1, &status, WNOHANG | __WALL)) > 0;) {
      if (WIFSTOPPED(status)) {
        tracer_.stopped(who, status);
      } else if (who == program_) {
        ended.status = status;
        is_over_ = true;
        if (!WIFSIGNALED(status)) continue;
        ended.place = tracer_.place();
        ended.is_sent = tracer_.is_sent();
      }
    }
  }

  // As the first process, all others die at once: nobody can fork between.
  void end_all(Ended& ended) {
    if (confined_) {
      kill(-1, SIGKILL);
    } else if (program_ > 0) {
      kill(-program_, SIGKILL);
      if (!is_over_) kill(program_, SIGKILL);
    }
    int status = 0;
    for (pid_t who;;) {
      who = waitpid(-1, &status, __WALL);
      if (who < 0 && errno == EINTR) continue;
      if (who < 0) return;
      if (who == program_ && !WIFSTOPPED(status) && !is_over_) {
        ended.status = status;
        is_over_ = true;
      }
      if (!confined_ && is_over_) return;  // what left its group and session is not waited for
    }
  }

  void read_all(Ended& ended) {
    read_one(out_, ended.out, ended);
    read_one(err_, ended.err, ended);
  }

  void read_one(Pipe& pipe, std::string& text, Ended& ended) {
    std::array<char, 65536> buffer;
    while (pipe.reading() >= 0) {
      ssize_t got = read(pipe.reading(), buffer.data(), buffer.size());
      if (got < 0) return;  // nothing now; if it was a signal, the next round comes
      if (got == 0) return pipe.close_reading();
      uint64_t room = request_.limits.output - text.size();
      text.append(buffer.data(), std::min<uint64_t>(uint64_t(got), room));
      if (uint64_t(got) > room) {
        ended.flooded = true;
        return;
      }
    }
  }

  const Request& request_;
  bool confined_;
  Tracer tracer_;
  Pipe out_, err_;
  pid_t program_ = -1;
  bool is_over_ = false;
  Clock::time_point looked_ = Clock::now();
};

// A folder for one unconfined run, gone afterwards.
class Folder {
 public:
  explicit Folder(const std::string& parent) {
    std::string pattern = parent + "/test-XXXXXX";
    if (mkdtemp(pattern.data())) path_ = pattern;
  }
  Folder(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    if (path_.empty()) return;
    // A program may have taken away its own right to write.
    for (auto it =
             fs::recursive_directory_iterator(path_, fs::directory_options::skip_permission_denied, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error))
      if (it->is_directory(error) && !it->is_symlink(error))
        fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, error);
    fs::remove_all(path_, error);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

int block_signals() {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

int serve(bool confined, const char* binary, const char* folder) {
  int signals = block_signals();
  int program = open(binary, O_PATH | O_CLOEXEC);
  std::vector<sock_filter> filter = system_call_filter();
  Writer hello;
  hello.number(protocol_version);
  hello.text(program < 0      ? std::string(binary) + ": " + std::strerror(errno)
             : filter.empty() ? "the filter of system calls cannot be made"
                              : "");
  if (!send_message(control, hello.bytes())) return 1;
  std::string message;
  for (int channel = -1; receive_message(control, message, &channel); channel = -1) {
    Request request;
    bool has_channel = false;
    Ended ended;
    bool is_wanted = true;
    if (decode(message, request, has_channel) && has_channel == (channel >= 0)) {
      std::optional<Folder> own;
      if (!confined) own.emplace(folder);
      Start start{request, filter, program, confined, own ? own->path() : std::string(), channel};
      is_wanted = Run(request, confined).run(start, signals, ended);
    } else {
      ended.not_started = "the supervisor does not understand the request";
    }
    if (channel >= 0) close(channel);
    if (!is_wanted || !send_message(control, encode(ended))) return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (dup2(0, control) != control || fcntl(control, F_SETFD, FD_CLOEXEC) != 0) return 2;
  int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(null, 0) != 0 || dup2(null, 1) != 1 || dup2(null, 2) != 2) return 2;
  if (null > control) close(null);
  prctl(PR_SET_DUMPABLE, 0);  // nobody may look into us
  rlimit files{4096, 4096};
  setrlimit(RLIMIT_NOFILE, &files);
  rlimit given{1024, 4096};
  setrlimit(RLIMIT_NOFILE, &given);
  if (count == 4 && strcmp(words[1], "--unconfined") == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    return serve(false, words[2], words[3]);
  }
  return serve(true, "/.bonsai/program", "");
}
