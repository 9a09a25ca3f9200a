#include "base/home.h"

#include <filesystem>

namespace bonsai::base {
namespace {

namespace fs = std::filesystem;

// The folder `name` of the tree, known by a file that it holds.
std::string find(const fs::path& name, const fs::path& witness) {
  std::error_code error;
  auto holds = [&](const fs::path& folder) { return fs::is_regular_file(folder / witness, error); };
  fs::path binary = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    // build/PRESET/src/bonsai lies three folders deep; no further, or a stranger's folder could be found.
    fs::path folder = binary.parent_path();
    for (int up = 0; up <= 3; ++up, folder = folder.parent_path())
      for (const fs::path& place : {folder / name, folder / "share/bonsai" / name})
        if (holds(place)) return place.string();
  }
  fs::path source = fs::path(BONSAI_SOURCE_DIR) / name;
  return holds(source) ? source.string() : std::string();
}

}  // namespace

std::string include_directory() { return find("include", "bonsai.h"); }

std::string replay_directory() { return find("runtime/replay", "replay.c"); }

std::string trace_directory() { return find("runtime/trace", "trace.c"); }

std::string library_directory() {
  std::string found = find("libc", "libc.a");  // build/libc, seen from build/PRESET/src
  return found.empty() ? find("build/libc", "libc.a") : found;
}

std::string musl_root() {
  std::error_code error;
  fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "runtime/musl";
  return fs::exists(root / "usr/lib/libc.a", error) ? root.string() : std::string();
}

std::string harness_library(bool musl) {
  std::error_code error;
  const char* name = musl ? "runtime/libbonsai-harness-musl.a" : "runtime/libbonsai-harness.a";
  fs::path library = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / name;
  return fs::exists(library, error) ? library.string() : std::string();
}

std::string external_helper() {
  std::error_code error;
  return (fs::read_symlink("/proc/self/exe", error).parent_path() / "bonsai-external").string();
}

std::string supervisor() {
  std::error_code error;
  fs::path place = fs::read_symlink("/proc/self/exe", error).parent_path() / "bonsai-supervisor";
  return fs::exists(place, error) ? place.string() : std::string();
}

}  // namespace bonsai::base
