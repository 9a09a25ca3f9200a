#include "sandbox/host_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

namespace bonsai::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t most_at_once = 16 << 20;  // bytes of one answer

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int operator*() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

// A directory entry by the open folder that holds it. `error`: a negative errno; 0: there is such a folder.
struct Entry {
  Descriptor folder{-1};
  std::string name;
  int64_t error = 0;
};

// The folder of a run of ours, or the link to the last one: what is in it changes while a program runs.
bool is_of_a_run(int folder, const std::string& name) {
  struct stat found{};
  auto is_there = [&](const char* file) {
    return fstatat(folder, (name + "/" + file).c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
  };
  if (name == "bonsai-last")
    return fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode);
  return name != "." && is_there("run.db") && is_there("options.json");
}

// REQUIRES: `path` is relative, in normal form, without "..".
Entry find(int from, const std::string& path, bool hides_runs = true) {
  Entry entry;
  entry.folder = Descriptor(openat(from, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (*entry.folder < 0) entry.error = -errno;
  size_t begin = 0;
  for (size_t end; (end = path.find('/', begin)) != std::string::npos && entry.error == 0; begin = end + 1) {
    std::string component = path.substr(begin, end - begin);
    Descriptor next(openat(*entry.folder, component.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // A link on the way is not followed: to this class there is nothing behind it.
    if (*next < 0) entry.error = errno == ELOOP ? -ENOENT : -errno;
    if (hides_runs && is_of_a_run(*entry.folder, component)) entry.error = -ENOENT;
    entry.folder = std::move(next);
  }
  entry.name = path.substr(begin);
  if (hides_runs && !entry.error && is_of_a_run(*entry.folder, entry.name)) entry.error = -ENOENT;
  return entry;
}

bool is_normal(const std::string& path) {
  if (!path.starts_with('/') || path.find('\0') != std::string::npos) return false;
  if (path.size() > 1 && path.ends_with('/')) return false;
  return fs::path(path).lexically_normal().native() == path;
}

int64_t status_of(const Entry& entry, struct stat& found) {
  if (entry.error) return entry.error;
  return fstatat(*entry.folder, entry.name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : -errno;
}

int64_t names_in(const Entry& entry, std::vector<std::string>& list) {
  if (entry.error) return entry.error;
  Descriptor folder(
      openat(*entry.folder, entry.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  DIR* directory = *folder < 0 ? nullptr : fdopendir(*folder);
  if (!directory) return -errno;
  folder.release();  // it is the directory's now
  while (const dirent* each = readdir(directory)) {
    std::string name = each->d_name;
    if (name != "." && name != ".." && !is_of_a_run(dirfd(directory), name)) list.push_back(name);
  }
  closedir(directory);
  return 0;
}

}  // namespace

std::shared_ptr<const HostFolder> HostFolder::open(const std::string& path) {
  if (!is_normal(path)) return nullptr;
  Descriptor root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (*root < 0) return nullptr;
  Entry entry = find(*root, path == "/" ? "." : path.substr(1), false);
  if (entry.error) return nullptr;
  Descriptor folder(openat(*entry.folder, entry.name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (*folder < 0) return nullptr;
  return std::shared_ptr<const HostFolder>(new HostFolder(path, folder.release(), root.release()));
}

HostFolder::~HostFolder() {
  close(folder_);
  close(root_);
}

bool HostFolder::leads_here(const std::string& path) const {
  return path_ != "/" && is_normal(path) && (path == "/" || path_.starts_with(path + "/"));
}

std::optional<std::string> HostFolder::relative(const std::string& path) const {
  if (!is_normal(path)) return std::nullopt;
  if (path == path_) return ".";
  std::string before = path_ == "/" ? path_ : path_ + "/";
  if (!path.starts_with(before)) return std::nullopt;
  return path.substr(before.size());
}

int64_t HostFolder::status(const std::string& path, struct stat& found) const {
  if (leads_here(path)) return status_of(find(root_, path == "/" ? "." : path.substr(1), false), found);
  std::optional<std::string> inside = relative(path);
  return inside ? status_of(find(folder_, *inside), found) : -ENOENT;
}

int64_t HostFolder::content(const std::string& path, uint64_t size, uint64_t offset,
                            std::string& bytes) const {
  std::optional<std::string> inside = relative(path);
  if (!inside) return -ENOENT;
  Entry entry = find(folder_, *inside);
  struct stat found{};
  if (int64_t error = status_of(entry, found)) return error;
  // To open a device may do something; it or a pipe could give other bytes each time, or none for ever.
  bytes.clear();
  if (!S_ISREG(found.st_mode)) return 0;
  Descriptor file(
      openat(*entry.folder, entry.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (*file < 0) return -errno;
  if (fstat(*file, &found) != 0 || !S_ISREG(found.st_mode) || offset > uint64_t(found.st_size)) return 0;
  bytes.resize(std::min({size, most_at_once, uint64_t(found.st_size) - offset}));
  ssize_t got = pread(*file, bytes.data(), bytes.size(), off_t(offset));
  bytes.resize(got > 0 ? size_t(got) : 0);
  return int64_t(bytes.size());
}

int64_t HostFolder::names(const std::string& path, uint64_t size, uint64_t offset, std::string& bytes) const {
  std::vector<std::string> list;
  if (leads_here(path)) {
    std::string rest = path_.substr(path == "/" ? 1 : path.size() + 1);
    list.push_back(rest.substr(0, rest.find('/')));
  } else if (std::optional<std::string> inside = relative(path)) {
    if (int64_t error = names_in(find(folder_, *inside), list)) return error;
  } else {
    return -ENOENT;
  }
  std::sort(list.begin(), list.end());
  bytes.clear();
  for (const std::string& name : list) bytes += name + '\0';
  bytes = bytes.substr(std::min<uint64_t>(offset, bytes.size()), std::min(size, most_at_once));
  return int64_t(bytes.size());
}

int64_t HostFolder::target(const std::string& path, uint64_t size, std::string& bytes) const {
  std::optional<std::string> inside = relative(path);
  if (!inside) return -ENOENT;
  Entry entry = find(folder_, *inside);
  if (entry.error) return entry.error;
  bytes.assign(4096, '\0');
  ssize_t got = readlinkat(*entry.folder, entry.name.c_str(), bytes.data(), bytes.size());
  if (got < 0) return -errno;
  bytes.resize(std::min<uint64_t>(uint64_t(got), size));
  return int64_t(bytes.size());
}

}  // namespace bonsai::sandbox
