// Tested by memory_limit_test.cpp.
#include "cli/memory_limit.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;

// The number behind a word in a file of the kernel's, or the file's first. Nothing: there is none ("max").
std::optional<uint64_t> number_in(const fs::path& path, const std::string& word = "") {
  std::ifstream file(path);
  std::string each;
  uint64_t number;
  while (!word.empty() && file >> each && each != word) {
  }
  return file >> number ? std::optional(number) : std::nullopt;
}

// Names of the files of a control group, which differ between the versions.
struct Files {
  const char *limit, *used, *cache;
};
constexpr Files version_1 = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr Files version_2 = {"memory.max", "memory.current", "inactive_file"};

// What is free in the group at `path` below `mount`, and in all above it: each is limited by itself. Where
// the group is in a namespace, `path` is not to be seen, but some part above it is.
uint64_t free_in_group(const fs::path& mount, const fs::path& path, const Files& files, uint64_t free) {
  for (fs::path at = path.relative_path();; at = at.parent_path()) {
    std::optional<uint64_t> limit = number_in(mount / at / files.limit);
    std::optional<uint64_t> used = number_in(mount / at / files.used);
    if (limit && used) {
      // Cached files give way.
      uint64_t cache = number_in(mount / at / "memory.stat", files.cache).value_or(0);
      uint64_t held = *used - std::min(*used, cache);
      free = std::min(free, *limit - std::min(*limit, held));
    }
    if (at.empty()) return free;
  }
}

}  // namespace

uint64_t free_memory(const fs::path& root) {
  uint64_t free = number_in(root / "proc/meminfo", "MemAvailable:").value_or(0) << 10;
  fs::path mount = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  // Lines of the form 4:cpu,memory:/path; that of version 2 is 0::/path.
  for (std::string line; std::getline(groups, line);) {
    std::istringstream fields(line);
    std::string number, controllers, path;
    if (!std::getline(fields, number, ':') || !std::getline(fields, controllers, ':') ||
        !std::getline(fields, path))
      continue;
    if (controllers.empty()) {
      free = free_in_group(mount, path, version_2, free);
      free = free_in_group(mount / "unified", path, version_2, free);
    } else if (("," + controllers + ",").find(",memory,") != std::string::npos) {
      free = free_in_group(mount / "memory", path, version_1, free);
    }
  }
  return free;
}

}  // namespace bonsai::cli
