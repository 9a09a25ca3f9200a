// Tested by sandbox_test.cpp where groups can be made.
#include "sandbox/control_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace bonsai::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t slack = 256ull << 20;  // files of the program, and what the supervisor notices first
constexpr uint64_t most_processes = 1024;
constexpr const char* prefix = "bonsai-";

bool put(const std::string& file, const std::string& text) {
  int opened = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (opened < 0) return false;
  bool good = write(opened, text.data(), text.size()) == ssize_t(text.size());
  close(opened);
  return good;
}

// Of the file /proc/self/cgroup: each controller's path; version 2 has the empty name.
std::map<std::string, std::string> own_groups() {
  std::map<std::string, std::string> groups;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::istringstream names(line.substr(first + 1, second - first - 1));
    std::string path = line.substr(second + 1), name;
    if (second == first + 1) groups[""] = path;
    while (std::getline(names, name, ',')) groups[name] = path;
  }
  return groups;
}

// Of processes that were killed before they could remove theirs.
void remove_stale(const std::string& parent) {
  std::error_code error;
  for (const fs::directory_entry& each : fs::directory_iterator(parent, error)) {
    std::string name = each.path().filename().string();
    int process = 0;
    if (!name.starts_with(prefix)) continue;
    const char* number = name.data() + std::string_view(prefix).size();
    if (std::from_chars(number, name.data() + name.size(), process).ec != std::errc() || process <= 0)
      continue;
    if (kill(process, 0) != 0 && errno == ESRCH) rmdir(each.path().c_str());
  }
}

}  // namespace

std::unique_ptr<Group> Group::make(const Limits& limits) {
  static std::atomic<unsigned> count{0};
  std::string name = fmt::format("{}{}-{}", prefix, getpid(), ++count);
  std::string memory = std::to_string(limits.memory + slack), processes = std::to_string(most_processes);
  std::map<std::string, std::string> own = own_groups();
  std::unique_ptr<Group> group(new Group());
  auto add = [&](const std::string& parent,
                 std::initializer_list<std::pair<const char*, std::string>> bounds) {
    if (access((parent + "/cgroup.procs").c_str(), W_OK) != 0) return false;
    remove_stale(parent);
    std::string folder = parent + "/" + name;
    if (mkdir(folder.c_str(), 0755) != 0) return false;
    bool good = true;
    for (const auto& [file, value] : bounds) good = good && put(folder + "/" + file, value);
    if (!good) return rmdir(folder.c_str()), false;
    group->folders_.push_back(folder);
    group->entrances_.push_back(folder + "/cgroup.procs");
    return true;
  };
  const std::string root = "/sys/fs/cgroup";
  if (own.count("memory") && add(root + "/memory" + own["memory"], {{"memory.limit_in_bytes", memory}}))
    group->events_ = group->folders_.back() + "/memory.oom_control";
  if (own.count("pids")) add(root + "/pids" + own["pids"], {{"pids.max", processes}});
  if (group->folders_.empty() && own.count("") &&
      add(root + own[""], {{"memory.max", memory}, {"pids.max", processes}}))
    group->events_ = group->folders_.back() + "/memory.events";
  return group->folders_.empty() ? nullptr : std::move(group);
}

Group::~Group() {
  for (const std::string& folder : folders_)
    for (int i = 0; i < 100 && rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) usleep(1000);
}

void Group::enter() const {
  for (const std::string& entrance : entrances_) {
    int file = open(entrance.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) continue;
    ssize_t ignored = write(file, "0", 1);
    (void)ignored;
    close(file);
  }
}

uint64_t Group::killed() const {
  std::ifstream file(events_);
  std::string name;
  uint64_t count = 0;
  while (file >> name >> count)
    if (name == "oom_kill") return count;
  return 0;
}

}  // namespace bonsai::sandbox
