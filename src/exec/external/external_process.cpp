// Tested by external_process_test.cpp.
#include "exec/external/external_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sandbox/launch.h"
#include "sandbox/sandbox.h"

namespace bonsai::exec::external {

namespace {

// In the child between vfork and exec: system calls only. Returns errno.
int become(const char* program, char* const* words, char* const* environment, int socket, int null,
           pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) return ECANCELED;  // the parent died before the line above
  // Without randomisation the helper's stack lies where the program's is.
  const int now = ::personality(0xffffffff);
  if (now != -1 && (now & ADDR_NO_RANDOMIZE) != 0) ::personality(unsigned(now & ~ADDR_NO_RANDOMIZE));
  if (::dup2(socket, 0) != 0 || ::dup2(null, 1) != 1 || ::dup2(null, 2) != 2) return errno;
  ::syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(program, words, environment);
  return errno;
}

// A descriptor that is none of the three standard ones, even where those are closed: they are replaced first.
int above_standard(int descriptor) {
  if (descriptor < 0 || descriptor > 2) return descriptor;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  ::close(descriptor);
  return moved;
}

template <typename Record>
void append(std::string& to, const Record* records, size_t count) {
  to.append(reinterpret_cast<const char*>(records), count * sizeof(Record));
}

template <typename Record>
bool take(std::string_view& from, Record& record) {
  if (from.size() < sizeof record) return false;
  std::memcpy(&record, from.data(), sizeof record);
  from.remove_prefix(sizeof record);
  return true;
}

std::string encode(const Request& request, double seconds) {
  RequestHeader header;
  header.name_bytes = uint32_t(request.name.size());
  header.arguments = uint32_t(request.arguments.size());
  header.fixed = request.fixed;
  header.regions = uint32_t(request.regions.size());
  header.result = request.result;
  header.variadic = request.variadic;
  header.content_bytes = request.content.size();
  header.milliseconds = std::max<uint64_t>(1, uint64_t(seconds * 1000));
  std::string text;
  append(text, &header, 1);
  text += request.name;
  append(text, request.arguments.data(), request.arguments.size());
  append(text, request.regions.data(), request.regions.size());
  return text + request.content;
}

}  // namespace

std::optional<Reply> Reply::decode(std::string_view bytes) {
  if (bytes.empty() || uint8_t(bytes[0]) > uint8_t(Status::not_started)) return std::nullopt;
  return Reply{Status(bytes[0]), std::string(bytes.substr(1))};
}

bool Reply::read_returned(std::string_view& result, std::vector<Change>& changes) const {
  std::string_view left = payload;
  if (left.size() < result_bytes) return false;
  result = left.substr(0, result_bytes);
  left.remove_prefix(result_bytes);
  while (!left.empty()) {
    Run run;
    if (!take(left, run) || run.size > left.size()) return false;
    changes.push_back({run.address, left.substr(0, run.size)});
    left.remove_prefix(run.size);
  }
  return true;
}

bool Reply::read_fault(Fault& fault) const {
  std::string_view left = payload;
  return take(left, fault) && left.empty();
}

bool Reply::read_number(uint64_t& number) const {
  std::string_view left = payload;
  Number record;
  if (!take(left, record) || !left.empty()) return false;
  number = record.value;
  return true;
}

bool Process::start(std::string& trouble) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    trouble = std::string("no socket: ") + std::strerror(errno);
    return false;
  }
  socket_ = above_standard(pair[0]);
  const int theirs = above_standard(pair[1]);
  const int null = above_standard(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (is_unconfined_)
    start_unconfined(theirs, null, trouble);
  else
    start_confined(theirs, null, trouble);
  if (theirs >= 0) ::close(theirs);
  if (null >= 0) ::close(null);
  if (trouble.empty()) return true;
  kill();
  return false;
}

void Process::start_confined(int socket, int null, std::string& trouble) {
  const sandbox::Availability& available = sandbox::availability();
  trouble = available.why_not;
  if (!trouble.empty()) return;
  sandbox::Launch launch;
  launch.program = program_;
  launch.needs_libraries = true;
  launch.randomised = true;  // or the helper's stack would lie where the program's is
  launch.socket = socket;
  launch.problems = null;
  pid_ = sandbox::launch(launch, available.as_ourselves);
  if (pid_ < 0) trouble = program_ + ": " + std::strerror(errno);
}

void Process::start_unconfined(int socket, int null, std::string& trouble) {
  const char* folder = std::getenv("TMPDIR");
  std::string variable = std::string("TMPDIR=") + (folder ? folder : "/tmp");
  char* words[] = {program_.data(), nullptr};
  char* environment[] = {variable.data(), nullptr};
  // All signals are blocked across vfork: a handler must not run in the child, which shares our memory.
  sigset_t all, old;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &old);
  volatile int error = 0;
  const pid_t parent = ::getpid();
  const pid_t pid = ::vfork();
  if (pid == 0) {
    error = become(program_.c_str(), words, environment, socket, null, parent);
    ::_exit(127);
  }
  if (pid < 0) error = errno;
  ::pthread_sigmask(SIG_SETMASK, &old, nullptr);
  pid_ = pid;
  if (error != 0) trouble = program_ + ": " + std::strerror(error);
}

// At the end of its input the helper reaps its last fork and ends. Killed, it would leave that to init.
Process::~Process() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  for (int i = 0; i < 100 && pid_ > 0; ++i) {
    if (::waitpid(pid_, nullptr, WNOHANG) != 0) pid_ = -1;
    if (pid_ > 0) ::usleep(1000);
  }
  kill();
}

void Process::kill() {
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (socket_ >= 0) ::close(socket_);
  pid_ = -1;
  socket_ = -1;
}

Reply Process::stop(Status status, std::string words) {
  kill();
  return {status, std::move(words)};
}

// False when the deadline has passed.
bool Process::wait(short events, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left < 0) return false;
    pollfd request{socket_, events, 0};
    const int count = ::poll(&request, 1, int(std::min<int64_t>(left + 1, 1000)));
    if (count > 0 || (count < 0 && errno != EINTR)) return true;  // then the transfer finds what is wrong
  }
}

Process::Moved Process::send(std::string_view bytes, Clock::time_point deadline) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      bytes.remove_prefix(size_t(count));
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      return Moved::ended;
    } else if (!wait(POLLOUT, deadline)) {
      return Moved::late;
    }
  }
  return Moved::all;
}

Process::Moved Process::receive(void* to, size_t bytes, Clock::time_point deadline) {
  for (char* at = static_cast<char*>(to); bytes != 0;) {
    const ssize_t count = ::recv(socket_, at, bytes, MSG_DONTWAIT);
    if (count > 0) {
      at += count;
      bytes -= size_t(count);
    } else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
      return Moved::ended;
    } else if (!wait(POLLIN, deadline)) {
      return Moved::late;
    }
  }
  return Moved::all;
}

Reply Process::call_once(const Request& request) {
  std::string trouble;
  if (!is_running() && !start(trouble)) return {Status::not_started, trouble};
  constexpr double grace = 1;  // for the helper to end the call by itself
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds_ + grace));
  Reply reply;
  ReplyHeader header;
  Moved moved = send(encode(request, seconds_), deadline);
  if (moved == Moved::all) moved = receive(&header, sizeof header, deadline);
  if (moved == Moved::all) {
    if (header.magic != reply_magic || header.status > uint64_t(Status::refused) ||
        header.bytes > 2 * most_content)
      return stop(Status::broken);
    reply.status = Status(header.status);
    reply.payload.resize(header.bytes);
    moved = receive(reply.payload.data(), reply.payload.size(), deadline);
  }
  if (moved == Moved::late) return stop(Status::hung);
  if (moved == Moved::ended) return stop(Status::broken);
  char surplus;  // a reply and nothing else
  if (::recv(socket_, &surplus, 1, MSG_DONTWAIT | MSG_PEEK) >= 0) return stop(Status::broken);
  return reply;
}

Reply Process::call(const Request& request) {
  if (request.name.size() > most_records || request.arguments.size() > most_records ||
      request.regions.size() > most_records || request.content.size() > most_content)
    return {Status::refused, "there is too much to pass"};
  for (int attempt = 0;; ++attempt) {
    Reply reply = call_once(request);
    if (reply.status != Status::collided || attempt == 3) return reply;
    kill();  // the next one lies elsewhere
  }
}

}  // namespace bonsai::exec::external
