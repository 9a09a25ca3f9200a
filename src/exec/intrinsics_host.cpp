// What the model of Linux (runtime/linux) asks of the outside: files of the host, read only, and the end.
//
// Whatever is read goes onto the path's tape, so that a replay does not look at the host again. A path of the
// program is a path of the host; only what lies in Config::host_folder exists, and the folders that lead to
// it.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "exec/intrinsics.h"

namespace bonsai::exec::intrinsics {
namespace {

namespace fs = std::filesystem;

constexpr size_t stat_words = 13;                 // BONSAI_HOST_WORDS
constexpr uint64_t most_at_once = 16 << 20;       // bytes of one answer
constexpr uint64_t most_values = 16;              // of a number in a system call, each on a path of its own
constexpr size_t number_bytes = sizeof(int64_t);  // an answer begins with the result, then come bytes

enum class Reach { outside, leads_to_it, inside };

// Whether a path is within the folder. The model follows links itself, so that none is left on the way to the
// last component; one that is there all the same leads outside.
Reach reach(const std::string& folder, const std::string& path) {
  if (folder.empty() || !path.starts_with('/')) return Reach::outside;
  std::string normal = fs::path(path).lexically_normal().string();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  if (normal == "/" || folder.starts_with(normal + "/")) return Reach::leads_to_it;
  if (normal == folder) return Reach::inside;
  if (!normal.starts_with(folder == "/" ? folder : folder + "/")) return Reach::outside;
  std::error_code error;
  fs::path parent = fs::canonical(fs::path(normal).parent_path(), error);
  return !error && parent == fs::path(normal).parent_path() ? Reach::inside : Reach::outside;
}

std::string answer(int64_t result, const std::string& bytes = "") {
  std::string text(number_bytes, '\0');
  std::memcpy(text.data(), &result, number_bytes);
  return text + bytes;
}

std::string status(const std::string& folder, const std::string& path) {
  struct stat found{};
  if (reach(folder, path) == Reach::outside) return answer(-ENOENT);
  if (lstat(path.c_str(), &found) != 0) return answer(-errno);
  uint64_t words[stat_words] = {found.st_dev,
                                found.st_ino,
                                found.st_mode,
                                found.st_nlink,
                                found.st_uid,
                                found.st_gid,
                                uint64_t(found.st_size),
                                uint64_t(found.st_mtim.tv_sec),
                                uint64_t(found.st_mtim.tv_nsec),
                                uint64_t(found.st_blocks),
                                uint64_t(found.st_blksize),
                                found.st_rdev,
                                0};
  return answer(0, {reinterpret_cast<const char*>(words), sizeof words});
}

std::string content(const std::string& folder, const std::string& path, uint64_t size, uint64_t offset) {
  if (reach(folder, path) != Reach::inside) return answer(-ENOENT);
  int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return answer(-errno);
  struct stat found{};
  std::string bytes;
  // A device or a pipe could give other bytes each time, or none for ever.
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode)) {
    bytes.resize(std::min(size, most_at_once));
    ssize_t got = pread(file, bytes.data(), bytes.size(), off_t(offset));
    bytes.resize(got > 0 ? size_t(got) : 0);
  }
  close(file);
  return answer(int64_t(bytes.size()), bytes);
}

std::string names(const std::string& folder, const std::string& path, uint64_t size, uint64_t offset) {
  Reach where = reach(folder, path);
  if (where == Reach::outside) return answer(-ENOENT);
  std::vector<std::string> list;
  if (where == Reach::leads_to_it) {
    std::string rest = folder.substr(path == "/" ? 1 : path.size() + 1);
    list.push_back(rest.substr(0, rest.find('/')));
  } else if (DIR* directory = opendir(path.c_str())) {
    while (const dirent* entry = readdir(directory))
      if (std::string name = entry->d_name; name != "." && name != "..") list.push_back(name);
    closedir(directory);
  } else {
    return answer(-errno);
  }
  std::sort(list.begin(), list.end());
  std::string bytes;
  for (const std::string& name : list) bytes += name + '\0';
  bytes = bytes.substr(std::min<uint64_t>(offset, bytes.size()), size);
  return answer(int64_t(bytes.size()), bytes);
}

std::string target(const std::string& folder, const std::string& path, uint64_t size) {
  if (reach(folder, path) != Reach::inside) return answer(-ENOENT);
  std::string bytes(4096, '\0');
  ssize_t got = readlink(path.c_str(), bytes.data(), bytes.size());
  if (got < 0) return answer(-errno);
  bytes.resize(std::min<uint64_t>(uint64_t(got), size));
  return answer(int64_t(bytes.size()), bytes);
}

// Notes the answer that `ask` gives for the path of the first argument; bytes go to the second.
template <typename Ask>
Step from_host(IntrinsicCall& call, Ask ask) {
  uint64_t name, to;
  std::string path;
  if (!call.plain(0, name) || !call.string(name, path) || !call.plain(1, to)) return Step::stopped;
  std::string text = call.noted_bytes([&] { return ask(path); });
  int64_t result = -EIO;
  if (text.size() >= number_bytes) std::memcpy(&result, text.data(), number_bytes);
  if (result >= 0 && text.size() > number_bytes &&
      !call.write(to, text.data() + number_bytes, text.size() - number_bytes))
    return Step::stopped;
  call.result(uint64_t(result));
  return Step::next;
}

}  // namespace

Step host_stat_(IntrinsicCall& call) {
  return from_host(call, [&](const std::string& path) { return status(call.config().host_folder, path); });
}

Step host_read_(IntrinsicCall& call) {
  uint64_t size, offset;
  if (!call.plain(2, size) || !call.plain(3, offset)) return Step::stopped;
  return from_host(
      call, [&](const std::string& path) { return content(call.config().host_folder, path, size, offset); });
}

Step host_list_(IntrinsicCall& call) {
  uint64_t size, offset;
  if (!call.plain(2, size) || !call.plain(3, offset)) return Step::stopped;
  return from_host(
      call, [&](const std::string& path) { return names(call.config().host_folder, path, size, offset); });
}

Step host_link_(IntrinsicCall& call) {
  uint64_t size;
  if (!call.plain(2, size)) return Step::stopped;
  return from_host(call,
                   [&](const std::string& path) { return target(call.config().host_folder, path, size); });
}

// bonsai_concrete(value)
Step few_values_(IntrinsicCall& call) {
  if (!call.has(1)) return Step::stopped;
  Value value = call.value(0);
  if (value.is_mark()) return call.plain(0, value.bits) ? Step::next : Step::stopped;
  if (value.is_plain() || value.term->is_constant()) {
    call.result(value);
    return Step::next;
  }
  expr::Wide wide;
  if (!call.concrete_few(value.term, most_values, "argument of a system call", wide)) return Step::stopped;
  call.result(Value::of(call.terms().constant(wide)));
  return Step::next;
}

Step killed_(IntrinsicCall& call) {
  uint64_t signal;
  if (!call.plain(0, signal)) return Step::stopped;
  if (signal == SIGABRT) return call.fail(ErrorKind::abort, "the program aborts");
  call.state().phase = state::Phase::done;
  return call.exit(Value::plain(128 + signal));  // as a shell shows it
}

Step note_(IntrinsicCall& call) {
  uint64_t address;
  std::string text;
  if (!call.plain(0, address) || !call.string(address, text)) return Step::stopped;
  call.warn(std::move(text));
  return Step::next;
}

}  // namespace bonsai::exec::intrinsics
