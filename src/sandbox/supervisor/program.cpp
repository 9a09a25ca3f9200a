// Tested by sandbox_test.cpp.
#include "sandbox/supervisor/program.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "sandbox/protocol.h"
#include "sandbox/supervisor/system_call_filter.h"
#include "sandbox/supervisor/tracer.h"
#include "sandbox/supervisor/world.h"

namespace bonsai::sandbox {
namespace {

constexpr pid_t model_process = 1000;  // LINUX_PID in runtime/linux
constexpr uint64_t most_processes = 512;

void limit(decltype(RLIMIT_CORE) resource, uint64_t most) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  now.rlim_cur = std::min<rlim_t>(most, now.rlim_max);
  if (resource != RLIMIT_STACK) now.rlim_max = now.rlim_cur;
  setrlimit(resource, &now);
}

void set_limits(const Limits& limits, bool confined) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, limits.file);
  limit(RLIMIT_STACK, limits.stack);
  limit(RLIMIT_CPU, uint64_t(std::min(limits.seconds, 1e9)) + 2);
  if (confined) limit(RLIMIT_NPROC, most_processes);  // counts all of the user's processes otherwise
  if (limits.address_space) limit(RLIMIT_AS, 4 * limits.memory);
}

void reset_signals() {
  for (int number = 1; number < 32; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool drop_rights() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int each = 0; each < 64; ++each) prctl(PR_CAPBSET_DROP, each, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

// Descriptors 0 to 2 and the channel; all others are closed when the program is executed.
bool take_descriptors(const Start& start, int input) {
  syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  if (dup2(input, 0) < 0 || dup2(start.out, 1) < 0 || dup2(start.err, 2) < 0) return false;
  return start.channel < 0 || dup2(start.channel, channel_descriptor) >= 0;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

// In the new process: returns only on failure, with what went wrong.
std::string become(const Start& start) {
  const Request& request = start.request;
  auto failed = [](const char* what) { return std::string(what) + ": " + std::strerror(errno); };
  World world = start.confined ? make_world(request) : make_folder(request, start.folder);
  if (!world.problem.empty()) return world.problem;
  if (!take_descriptors(start, world.standard_input)) return failed("descriptors");
  umask(022);
  setsid();
  reset_signals();
  set_limits(request.limits, start.confined);
  personality(ADDR_NO_RANDOMIZE);  // the same every time, where this is allowed
  if (start.confined && !drop_rights()) return failed("rights cannot be dropped");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed("no_new_privs");
  if (request.as_model || request.is_watched) let_be_traced(request.as_model);
  if (!install_filter(start.filter)) return failed("the filter of system calls");
  std::vector<char*> words = pointers(request.arguments), variables = pointers(request.environment);
  syscall(SYS_execveat, start.binary, "", words.data(), variables.data(), AT_EMPTY_PATH);
  return std::strerror(errno);
}

pid_t new_process(bool confined) {
  pid_t number = model_process;
  clone_args arguments{};
  arguments.exit_signal = SIGCHLD;
  if (confined) {
    arguments.flags = CLONE_NEWNS | CLONE_NEWIPC;
    arguments.set_tid = uint64_t(&number);
    arguments.set_tid_size = 1;
  }
  pid_t made = pid_t(syscall(SYS_clone3, &arguments, sizeof arguments));
  if (made >= 0 || !confined) return made;
  // An old kernel, or the number is taken.
  arguments.set_tid = arguments.set_tid_size = 0;
  return pid_t(syscall(SYS_clone3, &arguments, sizeof arguments));
}

}  // namespace

pid_t start_program(const Start& start, std::string& problem) {
  int trouble[2];
  if (pipe2(trouble, O_CLOEXEC) != 0) {
    problem = std::strerror(errno);
    return -1;
  }
  pid_t program = new_process(start.confined);
  if (program == 0) {
    std::string why = become(start);
    ssize_t ignored = write(trouble[1], why.data(), why.size());
    (void)ignored;
    _exit(127);
  }
  if (program < 0) problem = std::string("no process: ") + std::strerror(errno);
  close(trouble[1]);
  char text[1024];
  if (program > 0) {
    // A traced program stops at its exec; the pipe is closed by then.
    ssize_t got;
    while ((got = read(trouble[0], text, sizeof text)) < 0 && errno == EINTR) {
    }
    if (got > 0) problem.assign(text, size_t(got));
  }
  close(trouble[0]);
  return problem.empty() ? program : -1;
}

}  // namespace bonsai::sandbox
