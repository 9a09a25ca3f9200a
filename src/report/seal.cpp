#include "report/seal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "load/sha256.h"

namespace bonsai::report {
namespace {

namespace fs = std::filesystem;

constexpr size_t key_bytes = 32;
constexpr size_t block_bytes = 64;  // of SHA-256

fs::path state_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state && fs::path(state).is_absolute()) return fs::path(state) / "bonsai";
  const char* home = std::getenv("HOME");
  return home && fs::path(home).is_absolute() ? fs::path(home) / ".local/state/bonsai" : fs::path();
}

// Nobody else can have read or written it.
std::optional<std::string> read_key(const fs::path& path) {
  int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat found{};
  std::string key(key_bytes, '\0');
  bool is_good = fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
                 (found.st_mode & 077) == 0 && found.st_size == off_t(key_bytes) &&
                 read(file, key.data(), key.size()) == ssize_t(key.size());
  close(file);
  return is_good ? std::optional(key) : std::nullopt;
}

// One of several processes that make it at the same time has its way.
void make_key(const fs::path& path) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::string key(key_bytes, '\0');
  if (getrandom(key.data(), key.size(), 0) != ssize_t(key.size())) return;
  fs::path made = path.parent_path() / fmt::format(".key-{}", getpid());
  int file = open(made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return;
  bool is_written = write(file, key.data(), key.size()) == ssize_t(key.size());
  close(file);
  if (is_written) fs::create_hard_link(made, path, ignored);
  fs::remove(made, ignored);
}

}  // namespace

std::optional<std::string> user_key() {
  fs::path folder = state_folder();
  if (folder.empty()) return std::nullopt;
  fs::path path = folder / "key";
  std::optional<std::string> key = read_key(path);
  if (key) return key;
  make_key(path);
  return read_key(path);
}

std::string seal(std::string_view key, std::string_view text) {
  std::string inner(block_bytes, 0x36), outer(block_bytes, 0x5c);
  std::string padded = key.size() > block_bytes ? load::sha256(key) : std::string(key);
  for (size_t i = 0; i < padded.size(); ++i) {
    inner[i] = char(inner[i] ^ padded[i]);
    outer[i] = char(outer[i] ^ padded[i]);
  }
  std::string digest = load::sha256(outer + load::sha256(inner.append(text))), hexadecimal;
  for (char byte : digest) hexadecimal += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return hexadecimal;
}

}  // namespace bonsai::report
