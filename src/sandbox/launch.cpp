// Tested by sandbox_test.cpp.
#include "sandbox/launch.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>

#include "sandbox/control_group.h"

namespace bonsai::sandbox {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr uid_t nobody = 65534;

// Descriptors that bubblewrap gets under fixed numbers, for it may not find the files by their paths as
// nobody.
constexpr int program_descriptor = 3, binary_descriptor = 4;

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// The libraries that the dynamic loader finds for a binary. The loader lists them without running the
// program.
Words libraries_of(const std::string& binary) {
  Words words = {"/lib64/ld-linux-x86-64.so.2", "--list", binary};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char* none[] = {nullptr};
  pid_t child = 0;
  int failure = posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(), none);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; failure == 0 && ((got = read(ends[0], buffer, sizeof buffer)) > 0 || errno == EINTR);)
    if (got > 0) text.append(buffer, size_t(got));
  close(ends[0]);
  while (failure == 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  Words libraries;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {  // "name => /path (address)"
    size_t path = line.find("=> /");
    if (path != std::string::npos) libraries.push_back(line.substr(path + 3, line.rfind(" (") - path - 3));
  }
  return libraries;
}

bool is_of_system(const std::string& path) {
  return path.starts_with("/usr/") || path.starts_with("/lib/") || path.starts_with("/lib64/");
}

// /usr and what leads there, and libraries that lie elsewhere.
Words system_libraries(const std::string& binary) {
  Words words = {"--ro-bind", "/usr", "/usr"};
  std::error_code error;
  for (const char* name : {"/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin"}) {
    if (fs::is_symlink(name, error))
      append(words, {"--symlink", fs::read_symlink(name, error).string(), name});
    else if (fs::is_directory(name, error))
      append(words, {"--ro-bind", name, name});
  }
  if (fs::exists("/etc/ld.so.cache", error))
    append(words, {"--ro-bind", "/etc/ld.so.cache", "/etc/ld.so.cache"});
  if (!binary.empty())
    for (const std::string& library : libraries_of(binary))
      if (!is_of_system(library)) append(words, {"--ro-bind", library, library});
  return words;
}

std::string inner_name(const Launch& launch) {
  return "/.bonsai/" + fs::path(launch.program).filename().string();
}

Words command(const Launch& launch, const std::string& bubblewrap) {
  Words words = {bubblewrap,
                 "--unshare-user",
                 "--unshare-pid",
                 "--unshare-net",
                 "--unshare-ipc",
                 "--unshare-uts",
                 "--unshare-cgroup-try",
                 "--uid",
                 "1000",
                 "--gid",
                 "1000",
                 "--hostname",
                 "bonsai",
                 "--die-with-parent",
                 "--new-session",
                 "--clearenv",
                 "--cap-drop",
                 "ALL"};
  for (const std::string& variable : launch.environment) {
    size_t equals = variable.find('=');
    append(words, {"--setenv", variable.substr(0, equals), variable.substr(equals + 1)});
  }
  if (launch.is_first_process)
    append(words, {"--as-pid-1", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"});
  append(words,
         {"--dir", "/.bonsai", "--ro-bind-fd", std::to_string(program_descriptor), inner_name(launch)});
  if (!launch.binary.empty())
    append(words, {"--ro-bind-fd", std::to_string(binary_descriptor), "/.bonsai/program"});
  if (launch.needs_libraries) append(words, system_libraries(launch.binary));
  append(words, {"--proc", "/proc", "--remount-ro", "/proc", "--perms", "0755", "--tmpfs", "/dev"});
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    append(words, {"--dev-bind", device, device});
  append(words, {"--symlink", "/proc/self/fd", "/dev/fd"});
  int number = 0;
  for (const char* stream : {"/dev/stdin", "/dev/stdout", "/dev/stderr"})
    append(words, {"--symlink", fmt::format("/proc/self/fd/{}", number++), stream});
  append(words, {"--remount-ro", "/dev"});
  if (launch.is_first_process)
    append(words, {"--dir", "/tmp"});  // the supervisor makes one for each run
  else
    append(words, {"--size", "1048576", "--tmpfs", "/tmp"});
  append(words, {"--remount-ro", "/", "--chdir", "/"});
  append(words, {"--", inner_name(launch)});
  append(words, launch.arguments);
  return words;
}

// In the child, between fork and exec: only calls that are safe there. Returns only on failure.
void become(const Launch& launch, int program, int binary, bool as_nobody, char** words) {
  setpgid(0, 0);
  if (launch.group) launch.group->enter();
  for (int number = 1; number < 32; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int now = personality(0xffffffff);
  if (launch.randomised && now != -1 && (now & ADDR_NO_RANDOMIZE) != 0)
    personality(unsigned(now & ~ADDR_NO_RANDOMIZE));
  // All are above the numbers that they get.
  if (dup2(launch.socket, 0) < 0 || dup2(launch.problems, 1) < 0 || dup2(launch.problems, 2) < 0 ||
      dup2(program, program_descriptor) < 0 || (binary >= 0 && dup2(binary, binary_descriptor) < 0))
    return;
  syscall(SYS_close_range, binary >= 0 ? 5u : 4u, ~0u, 0u);
  if (as_nobody && (setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0)) return;
  char* environment[] = {nullptr};
  execve(words[0], words, environment);
}

// Whether nobody may execute it. The way there does not matter: it is opened before.
bool is_for_all(const std::string& file) {
  struct stat found{};
  return file.empty() || (stat(file.c_str(), &found) == 0 && (found.st_mode & 05) == 05);
}

// A descriptor that is not among the first ones; -1 stays.
int above(int descriptor) {
  if (descriptor < 0) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  close(descriptor);
  return moved;
}

}  // namespace

std::string find_bubblewrap() {
  const char* path = std::getenv("PATH");
  std::stringstream directories("/usr/bin:" + std::string(path ? path : ""));
  for (std::string directory; std::getline(directories, directory, ':');)
    if (std::string place = directory + "/bwrap"; access(place.c_str(), X_OK) == 0) return place;
  return {};
}

bool is_dynamic(const std::string& binary) {
  int file = open(binary.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  unsigned char head[4096] = {};
  ssize_t got = pread(file, head, sizeof head, 0);
  close(file);
  if (got < ssize_t(sizeof(Elf64_Ehdr)) || std::memcmp(head, ELFMAG, SELFMAG) != 0) return true;
  // Offsets of the table of segments, the size of its rows and their count.
  bool wide = head[EI_CLASS] == ELFCLASS64;
  uint64_t at = 0, size = 0, count = 0;
  if (wide) {
    Elf64_Ehdr header;
    std::memcpy(&header, head, sizeof header);
    at = header.e_phoff, size = header.e_phentsize, count = header.e_phnum;
  } else {
    Elf32_Ehdr header;
    std::memcpy(&header, head, sizeof header);
    at = header.e_phoff, size = header.e_phentsize, count = header.e_phnum;
  }
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t type = 0;
    if (size < sizeof type || at > sizeof head - sizeof type || at + i * size > sizeof head - sizeof type)
      return true;
    std::memcpy(&type, head + at + i * size, sizeof type);
    if (type == PT_INTERP) return true;
  }
  return false;
}

pid_t launch(const Launch& launch, bool as_ourselves) {
  std::string bubblewrap = find_bubblewrap();
  int program = above(open(launch.program.c_str(), O_PATH | O_CLOEXEC));
  int binary = launch.binary.empty() ? -1 : above(open(launch.binary.c_str(), O_PATH | O_CLOEXEC));
  pid_t child = -1;
  if (bubblewrap.empty() || program < 0 || (!launch.binary.empty() && binary < 0)) {
    if (bubblewrap.empty()) errno = ENOENT;
  } else {
    Words words = command(launch, bubblewrap);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    bool as_nobody =
        geteuid() == 0 && !as_ourselves && is_for_all(launch.program) && is_for_all(launch.binary);
    child = fork();
    if (child == 0) {
      become(launch, program, binary, as_nobody, pointers.data());
      _exit(127);
    }
  }
  int error = errno;
  if (program >= 0) close(program);
  if (binary >= 0) close(binary);
  errno = error;
  return child;
}

}  // namespace bonsai::sandbox
