// One tmpfs, one mount: so that files are moved and linked between all places that the program may write, as
// in the model of Linux.
//
//   /tmp/stage            the tmpfs, in the root that bubblewrap made
//   /tmp/stage/stdin      standard input; not in the new root, so the program has it only as a descriptor
//   /tmp/stage/root       the new root
//   /tmp/stage/home       the current directory, where it lies in one of the system's directories; else it is
//   in the root
//
// Directories that belong to the model's root user belong to the program's user here, for there is no other:
// they have no right to be written, and a traced program is told that they are not its own (tracer.h).
//
// Tested by sandbox_test.cpp.
#include "sandbox/supervisor/world.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

namespace bonsai::sandbox {
namespace {

constexpr int64_t model_start = 1735689600;  // START in runtime/linux/time.c
const std::string stage = "/tmp/stage";

// Reports the first thing that fails.
class Steps {
 public:
  explicit Steps(World& world) : world_(world) {}
  bool is_good() const { return world_.problem.empty(); }
  void check(bool good, const std::string& what) {
    if (!good && is_good()) world_.problem = what + ": " + std::strerror(errno);
  }
  void directory(const std::string& path, mode_t mode = 0755) {
    if (!is_good()) return;
    check(mkdir(path.c_str(), mode) == 0 || errno == EEXIST, path);
  }
  // With all directories that lead to it.
  void directories(const std::string& path) {
    for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
      make_if_missing(path.substr(0, at));
    make_if_missing(path);
  }
  void bind(const std::string& from, const std::string& to) {
    if (!is_good()) return;
    check(mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0, "mount " + to);
  }
  void link(const char* target, const std::string& path) {
    if (!is_good()) return;
    check(symlink(target, path.c_str()) == 0, path);
  }
  int file(const std::string& path, std::string_view content, mode_t mode) {
    if (!is_good()) return -1;
    int made = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
    check(made >= 0, path);
    for (size_t done = 0; is_good() && done < content.size();) {
      ssize_t now = write(made, content.data() + done, content.size() - done);
      if (now < 0 && errno == EINTR) continue;
      check(now > 0, path);
      if (now > 0) done += size_t(now);
    }
    if (made >= 0) check(fchmod(made, mode) == 0, path);
    return made;
  }

 private:
  void make_if_missing(const std::string& path) {
    struct stat found{};
    if (!path.empty() && stat(path.c_str(), &found) != 0) directory(path);
  }
  World& world_;
};

void set_time(const std::string& path, int64_t seconds, int64_t nanoseconds) {
  const timespec time{seconds, long(nanoseconds)};
  const timespec both[2] = {time, time};
  utimensat(AT_FDCWD, path.c_str(), both, AT_SYMLINK_NOFOLLOW);
}

// The part of a file's path within the directory, with its slash; nothing if it does not lie there.
const char* within(const std::string& directory, const std::string& path) {
  if (directory == "/") return path.c_str();
  if (path.compare(0, directory.size(), directory) != 0) return nullptr;
  const char* rest = path.c_str() + directory.size();
  return *rest == '/' || !*rest ? rest : nullptr;
}

void make_file(const File& file, const std::string& path, Steps& steps) {
  steps.directories(path.substr(0, path.rfind('/')));
  if (file.kind == File::Kind::directory) {
    steps.directories(path);
  } else if (file.kind == File::Kind::link) {
    steps.link(file.content.c_str(), path);
  } else if (int made = steps.file(path, file.content, file.mode & 07777); made >= 0) {
    if (file.size > file.content.size()) steps.check(ftruncate(made, off_t(file.size)) == 0, path);
    close(made);
  }
}

void make_files(const Request& request, const std::string& home, Steps& steps) {
  for (const File& each : request.files)
    if (const char* rest = within(request.directory, each.path)) make_file(each, home + rest, steps);
  // Last, for a file that is made changes the time of its directory, and a directory without rights takes
  // none.
  for (auto it = request.files.rbegin(); it != request.files.rend(); ++it) {
    const char* rest = within(request.directory, it->path);
    if (!rest) continue;
    if (it->kind == File::Kind::directory) chmod((home + rest).c_str(), it->mode & 07777);
    set_time(home + rest, it->seconds, it->nanoseconds);
  }
}

// The directories that lead to the current one: with the rights that the request says, else the root user's.
void close_parents(const Request& request, const std::string& root) {
  for (const std::string& parent : parents_of(request.directory)) {
    auto known = std::find_if(request.files.begin(), request.files.end(),
                              [&](const File& file) { return file.path == parent; });
    std::string path = root + parent;
    if (parent == "/tmp") continue;
    chmod(path.c_str(), known == request.files.end() ? 0555 : known->mode & 07777);
    if (known != request.files.end()) set_time(path, known->seconds, known->nanoseconds);
  }
}

bool is_on_same_device(const std::string& a, const std::string& b) {
  struct stat one{}, other{};
  return stat(a.c_str(), &one) == 0 && stat(b.c_str(), &other) == 0 && one.st_dev == other.st_dev;
}

int standard_input(const std::string& path, const std::string& content, Steps& steps) {
  int made = steps.file(path, content, 0644);
  if (made >= 0) close(made);
  set_time(path, model_start, 0);
  return open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

// /dev, /proc and the system's libraries are there already, in the root that we leave.
void bind_system(const std::string& root, Steps& steps) {
  DIR* top = opendir("/");
  steps.check(top != nullptr, "/");
  if (!top) return;
  while (const dirent* entry = readdir(top)) {
    std::string name = entry->d_name, from = "/" + name, to = root + from;
    if (name == "." || name == ".." || name == "tmp" || name == ".bonsai") continue;
    char target[4096];
    ssize_t length = readlink(from.c_str(), target, sizeof target - 1);
    if (length > 0) {
      target[length] = 0;
      steps.link(target, to);
      continue;
    }
    steps.directory(to);
    steps.bind(from, to);
  }
  closedir(top);
}

}  // namespace

std::vector<std::string> parents_of(const std::string& directory) {
  std::vector<std::string> parents;
  if (directory != "/") parents.push_back("/");
  for (size_t at = directory.find('/', 1); at != std::string::npos; at = directory.find('/', at + 1))
    parents.push_back(directory.substr(0, at));
  return parents;
}

World make_world(const Request& request) {
  World world;
  Steps steps(world);
  uint64_t bytes = request.limits.file;
  for (const File& file : request.files) bytes += file.content.size() + 4096;
  bytes += request.standard_input.size() + (1 << 20);
  std::string options = "mode=755,nr_inodes=" + std::to_string(100'000 + request.files.size()) +
                        ",size=" + std::to_string(bytes);
  steps.check(mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) == 0, "tmpfs");
  steps.directory(stage);
  std::string root = stage + "/root", home = root + request.directory;
  steps.directory(root);
  world.standard_input = standard_input(stage + "/stdin", request.standard_input, steps);
  steps.check(world.standard_input >= 0, "standard input");
  steps.bind(root, root);
  bind_system(root, steps);
  steps.directory(root + "/tmp");
  chmod((root + "/tmp").c_str(), 01777);
  steps.directories(home);
  if (steps.is_good() && !is_on_same_device(root, home)) {
    steps.directory(stage + "/home");
    steps.bind(stage + "/home", home);
  }
  set_time(root + "/tmp", model_start, 0);
  set_time(home, model_start, 0);
  make_files(request, home, steps);
  if (!steps.is_good()) return world;
  close_parents(request, root);
  steps.check(
      chdir(root.c_str()) == 0 && syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0,
      "the root cannot be changed");
  if (steps.is_good()) steps.check(chdir(request.directory.c_str()) == 0, request.directory);
  return world;
}

World make_folder(const Request& request, const std::string& folder) {
  World world;
  Steps steps(world);
  std::string home = folder + "/work";
  steps.directory(home);
  make_files(request, home, steps);
  world.standard_input = standard_input(folder + "/stdin", request.standard_input, steps);
  steps.check(world.standard_input >= 0, "standard input");
  if (steps.is_good()) steps.check(chdir(home.c_str()) == 0, home);
  return world;
}

}  // namespace bonsai::sandbox
