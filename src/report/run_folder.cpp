#include "report/run_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <charconv>
#include <cstring>

#include "report/run_store.h"

namespace bonsai::report {

namespace fs = std::filesystem;
using base::Result;

namespace {

constexpr std::string_view default_prefix = "bonsai-out-";
constexpr const char* last_link = "bonsai-last";
// What a run writes and a former run may have left. `tests` is made on demand, and others have such folders.
constexpr const char* own_files[] = {"run.db", "options.json", "program.bc", "log.txt", "errors", "native"};

Result<void> make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return {};
  return base::Error{fmt::format("cannot make the folder {}: {}", path.string(), error.message())};
}

// One more than the largest number in use, so that later runs have larger numbers.
uint64_t next_number(const fs::path& beside) {
  uint64_t next = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(beside, ignored)) {
    std::string name = entry.path().filename().string();
    if (!name.starts_with(default_prefix)) continue;
    uint64_t number = 0;
    auto [end, error] =
        std::from_chars(name.data() + default_prefix.size(), name.data() + name.size(), number);
    if (error == std::errc() && end == name.data() + name.size() && number >= next && number < UINT64_MAX)
      next = number + 1;
  }
  return next;
}

// Points bonsai-last to the new folder, in one step. A file of that name that is no link stays; the link is a
// convenience, and a run does not fail for it.
void link_last(const fs::path& beside, const std::string& target) {
  std::error_code error;
  fs::path link = beside / last_link, made = beside / fmt::format(".{}-{}", last_link, getpid());
  fs::file_status old = fs::symlink_status(link, error);
  if (fs::exists(old) && !fs::is_symlink(old)) return;
  fs::create_symlink(target, made, error);
  if (error) return;
  fs::rename(made, link, error);
  if (error) fs::remove(made, error);
}

Result<fs::path> make_numbered(const fs::path& beside) {
  // Another run may take a number at the same moment: whoever makes the folder has it.
  for (uint64_t number = next_number(beside);; ++number) {
    std::string name = fmt::format("{}{}", default_prefix, number);
    std::error_code error;
    bool made = fs::create_directory(beside / name, error);
    if (error && error != std::errc::file_exists)
      return base::Error{fmt::format("cannot make the folder {}: {}; name another with --out DIR",
                                     (beside / name).string(), error.message())};
    if (!made) continue;
    link_last(beside, name);
    return beside / name;
  }
}

// "test000042" with any ending: what exporting and --write-ktest leave.
bool is_test_file(const std::string& name) {
  if (!name.starts_with("test")) return false;
  size_t digits = name.find_first_not_of("0123456789", 4);
  return digits != std::string::npos && digits >= 10 && name[digits] == '.';
}

// Removes a former run and what belongs to it. `tests` may be somebody's own folder: only our files go.
Result<void> remove_run(const fs::path& folder) {
  // Only what opens as a run is one.
  if (auto store = RunStore::open(folder); !store)
    return base::Error{fmt::format("{}; it is not replaced: remove it, or name another folder with --out",
                                   store.error().message)};
  std::vector<fs::path> old;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "tests", error))
    if (is_test_file(entry.path().filename().string())) old.push_back(entry.path());
  for (const char* name : {"run.db-wal", "run.db-shm", "options.json", "program.bc", "log.txt", "errors",
                           "native", "conditions", "run.db"})
    old.push_back(folder / name);
  for (const fs::path& each : old) {
    fs::remove_all(each, error);
    if (error) return base::Error{fmt::format("cannot remove {}: {}", each.string(), error.message())};
  }
  return {};
}

Result<void> check_free(const fs::path& folder) {
  std::error_code error;
  for (const char* name : own_files) {
    if (!fs::exists(fs::symlink_status(folder / name, error))) continue;
    if (std::string_view(name) == RunStore::file_name)
      return base::Error{fmt::format("{}: holds a run already: remove the folder, or name another with --out",
                                     folder.string())};
    return base::Error{fmt::format(
        "{}: holds {}, which a run would overwrite: name another folder with --out", folder.string(), name)};
  }
  return {};
}

const Place* known_place(const Error& error) {
  for (const Place& place : error.stack)
    if (place.line) return &place;
  return nullptr;
}

std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (iscntrl(static_cast<unsigned char>(c))) c = ' ';
  return line;
}

std::string where(const Place& place) {
  if (!place.line) return fmt::format("in {}", place.function);
  if (!place.column) return fmt::format("{}:{} in {}", place.file, place.line, place.function);
  return fmt::format("{}:{}:{} in {}", place.file, place.line, place.column, place.function);
}

// The folder of the run is found from the script's own place, so that a run may be moved.
std::string reproduce_script(const Error& error, const Test& test) {
  return fmt::format(
      "#!/bin/sh\n# Error {}, {}: {}\n# Runs the test that shows it on the native program.\n"
      "run=$(cd \"$(dirname \"$0\")/../..\" && pwd) || exit\n"
      "exec \"${{BONSAI:-bonsai}}\" replay \"$run\" {} \"$@\"\n",
      error.id, one_line(error.kind), one_line(error.message), test.id);
}

}  // namespace

Result<void> write_file(const fs::path& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), std::streamsize(content.size()));
  file.close();
  if (file) return {};
  return base::Error{fmt::format("cannot write {}: {}", path.string(), std::strerror(errno))};
}

Result<RunFolder> RunFolder::make(const std::string& out, Old old, const fs::path& beside) {
  if (out.empty()) {
    Result<fs::path> made = make_numbered(beside);
    if (!made) return made.error();
    return RunFolder(*made);
  }
  fs::path folder = out;
  std::error_code error;
  if (old == Old::replace && fs::exists(fs::symlink_status(folder / RunStore::file_name, error)))
    if (Result<void> removed = remove_run(folder); !removed) return removed.error();
  if (Result<void> free = check_free(folder); !free) return free.error();
  if (Result<void> made = make_folder(folder); !made) return made.error();
  return RunFolder(std::move(folder));
}

Result<void> RunFolder::check_links(const fs::path& path) {
  std::error_code error;
  fs::recursive_directory_iterator it(path, error), end;
  for (; !error && it != end; it.increment(error))
    if (std::error_code ignored; it->is_symlink(ignored))
      return base::Error{fmt::format(
          "{}: is a symbolic link, and what belongs to the run could be written elsewhere: remove it",
          it->path().string())};
  if (error) return base::Error{fmt::format("{}: {}", path.string(), error.message())};
  return {};
}

Result<void> RunFolder::write_options(std::string_view json) {
  return write_file(path_ / "options.json", json);
}

Result<void> RunFolder::write_program(std::string_view bitcode) {
  return write_file(path_ / "program.bc", bitcode);
}

Result<void> RunFolder::log(std::string_view line) {
  fs::path path = path_ / "log.txt";
  if (!log_.is_open()) log_.open(path, std::ios::binary | std::ios::app);
  log_ << one_line(line) << '\n' << std::flush;
  if (log_) return {};
  return base::Error{fmt::format("cannot write {}: {}", path.string(), std::strerror(errno))};
}

std::string error_folder_name(const Error& error) {
  std::string name = fmt::format("{:03}-{}", error.id, error.kind);
  if (const Place* place = known_place(error))
    name += fmt::format("-{}-{}", fs::path(place->file).filename().string().substr(0, 100), place->line);
  for (char& c : name)
    if (!isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-' && c != '_') c = '_';
  return name;
}

std::string stack_text(const Error& error) {
  std::string text = fmt::format("{}: {}\n", error.kind, error.message);
  for (size_t i = 0; i < error.stack.size(); ++i)
    text += fmt::format("  {} {}\n", i ? "by" : "at", where(error.stack[i]));
  if (error.omitted) text += fmt::format("  … {} more calls\n", error.omitted);
  text += fmt::format("test {}; {} path{} met it; {}", error.test, error.met(), error.met() == 1 ? "" : "s",
                      word(error.confirmed));
  if (!error.reason.empty()) text += fmt::format(": {}", error.reason);
  return text + "\n";
}

Result<fs::path> RunFolder::write_error(const Error& error, const Test& test, const Invocation& invocation) {
  fs::path folder = path_ / "errors" / error_folder_name(error);
  if (Result<void> made = make_folder(folder); !made) return made.error();
  fs::path script = folder / "reproduce.sh";
  for (const auto& [path, content] :
       {std::pair(folder / "input", write_ktest(test, invocation)),
        std::pair(folder / "stack.txt", stack_text(error)), std::pair(script, reproduce_script(error, test))})
    if (Result<void> written = write_file(path, content); !written) return written.error();
  std::error_code problem;
  fs::permissions(script, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add, problem);
  return folder;
}

}  // namespace bonsai::report
