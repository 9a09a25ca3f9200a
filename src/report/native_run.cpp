// The folder of a run, its environment, and what is read back. Tested by confirm_test.cpp.
#include "report/native_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "report/ktest.h"
#include "report/outside.h"
#include "report/tools.h"

namespace bonsai::report {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t model_user = 1000;       // LINUX_UID in runtime/linux
constexpr time_t model_start = 1735689600;  // START in runtime/linux/time.c

// A folder that is gone when its owner is.
class Folder {
 public:
  explicit Folder(const fs::path& parent) {
    std::error_code error;
    fs::create_directories(parent, error);
    std::string pattern = (parent / "test-XXXXXX").string();
    if (!error && mkdtemp(pattern.data())) path_ = pattern;
  }
  Folder(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    if (path_.empty()) return;
    // A program may have taken away its own right to write.
    for (auto it =
             fs::recursive_directory_iterator(path_, fs::directory_options::skip_permission_denied, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error))
      if (it->is_directory(error) && !it->is_symlink(error))
        fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, error);
    fs::remove_all(path_, error);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string read_at_most(const fs::path& path, size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string text(most, '\0');
  file.read(text.data(), std::streamsize(most));
  text.resize(size_t(file.gcount()));
  return text;
}

// Reports go to files, so that the program can neither close, flood nor forge them. Frames are printed so
// that they can be read without guessing (sanitizer_report.cpp).
std::vector<std::string> sanitizer_options(const fs::path& folder, const RunConfig& config) {
  std::string common = fmt::format(
      "log_path='{}':symbolize=1:exitcode=99:stack_trace_format='    #%n\t%f\t%s\t%l'"
      ":handle_abort=1:handle_sigill=1:handle_sigtrap=1:handle_sigfpe=1:allow_user_segv_handler=0",
      (folder / "sanitizer").string());
  std::string symbolizer = find_llvm_tool("llvm-symbolizer");
  if (!symbolizer.empty()) common += fmt::format(":external_symbolizer_path='{}'", symbolizer);
  std::string address =
      ":detect_stack_use_after_return=1:allocator_may_return_null=1:detect_odr_violation=0:print_legend=0";
  return {fmt::format("ASAN_OPTIONS={}{}:detect_leaks={}", common, address, config.detect_leaks ? 1 : 0),
          fmt::format("UBSAN_OPTIONS={}:print_stacktrace=1:halt_on_error=0", common),
          fmt::format("MSAN_OPTIONS={}:halt_on_error=0", common)};
}

ReplayVerdict read_verdict(const fs::path& file) {
  ReplayVerdict verdict;
  std::string text = read_at_most(file, 1 << 16);
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    constexpr std::string_view diverged = "bonsai-replay: diverged: ", error = "bonsai-replay: error: ";
    if (line.starts_with(diverged)) {
      verdict.diverged = line.substr(diverged.size());
      verdict.out_of_inputs = verdict.diverged.starts_with("out of inputs");
    } else if (line.starts_with(error)) {
      verdict.error = line.substr(error.size());
    } else if (line.starts_with("bonsai-replay: assumption")) {
      verdict.assumption_failed = true;
    }
    at = end + 1;
  }
  return verdict;
}

constexpr uintmax_t most_copied = 64 << 20;  // bytes of a folder that a test gets a copy of

bool write(const fs::path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  return bool(file);
}

// What the folder of --fs holds, so that the program can read it and change nothing of it.
std::string copy_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  uintmax_t bytes = 0;
  for (auto it = fs::recursive_directory_iterator(from, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error))
    if (it->is_regular_file(error) && !it->is_symlink(error)) bytes += it->file_size(error);
  if (bytes > most_copied) return fmt::format("{} is too large to be copied for a native run", from.string());
  fs::copy(
      from, to,
      fs::copy_options::recursive | fs::copy_options::copy_symlinks | fs::copy_options::overwrite_existing,
      error);
  return error ? fmt::format("{} cannot be copied: {}", from.string(), error.message()) : "";
}

void set_time(const fs::path& path, timespec time) {
  const timespec both[2] = {time, time};
  utimensat(AT_FDCWD, path.c_str(), both, AT_SYMLINK_NOFOLLOW);
}

// As the program finds them in the model: files of the host have the host's times, symbolic ones the
// beginning of the model's clock.
void set_times(const fs::path& folder, const fs::path& work,
               const std::vector<std::pair<std::string, std::string>>& files) {
  std::error_code error;
  struct stat found{};
  for (auto it = fs::recursive_directory_iterator(folder, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error))
    if (lstat(it->path().c_str(), &found) == 0)
      set_time(work / it->path().lexically_relative(folder), found.st_mtim);
  for (const auto& [name, content] : files) set_time(work / name, {model_start, 0});
}

// Can anybody go there? In a home folder that is its owner's alone, another user could not even write a
// report.
bool is_open_to_all(const fs::path& folder) {
  std::error_code error;
  for (fs::path each = fs::absolute(folder, error); !error; each = each.parent_path()) {
    fs::perms others = fs::status(each, error).permissions();
    if (error || (others & fs::perms::others_exec) == fs::perms::none) return false;
    if (each == each.parent_path()) return true;
  }
  return false;
}

// Arguments, files, standard input and environment as the model of Linux gave them. The model's user is an
// ordinary one; where we may, the native program runs as that one as well.
std::string set_up(const NativeProgram& program, const fs::path& place, std::vector<Input>& inputs,
                   Command& command) {
  Outside outside = outside_of(program.setup, inputs);
  inputs = outside.rest;
  if (outside.has_failures)
    return "a system call or an allocation fails on this path, which none does natively";
  fs::path work = place / "work";
  if (!outside.folder.empty())
    if (std::string problem = copy_folder(outside.folder, work); !problem.empty()) return problem;
  bool good = true;
  for (const auto& [name, content] : outside.files) good = write(work / name, content) && good;
  command.input = outside.standard_input_file;
  if (command.input.empty()) {
    command.input = (place / "stdin").string();
    good = write(command.input, outside.standard_input) && good;
  }
  command.words.insert(command.words.end(), outside.arguments.begin(), outside.arguments.end());
  command.environment = outside.environment;
  command.name = program.name;
  if (geteuid() == 0 && is_open_to_all(place.parent_path())) {
    command.user = model_user;
    std::error_code error;
    for (const fs::path& path : {place, work})
      good = chown(path.c_str(), model_user, model_user) == 0 && good;
    for (auto it = fs::recursive_directory_iterator(work, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error))
      good = lchown(it->path().c_str(), model_user, model_user) == 0 && good;
  }
  set_times(outside.folder, work, outside.files);
  set_time(place / "stdin", {model_start, 0});
  return good ? "" : "cannot write to " + place.string();
}

void add_environment(const fs::path& place, const RunConfig& config, Command& command) {
  std::error_code error;
  command.environment.push_back("BONSAI_HOST_FOLDER=" + config.host_folder);
  command.environment.push_back("BONSAI_TEST=" + (place / "test.ktest").string());
  command.environment.push_back("BONSAI_REPLAY_STATUS=" + (place / "verdict").string());
  if (!config.trace.empty()) {
    fs::remove(config.trace, error);  // of an earlier run
    command.environment.push_back("BONSAI_TRACE=" + config.trace);
  }
  for (std::string& option : sanitizer_options(place, config))
    command.environment.push_back(std::move(option));
}

}  // namespace

base::Result<NativeRun> run_test(const std::string& binary, Variant variant, const NativeBuild& build,
                                 std::span<const Input> inputs, const RunConfig& config) {
  Folder folder(fs::path(build.folder()) / "runs");
  if (folder.path().empty()) return base::Error{"cannot make a folder in " + build.folder()};
  const fs::path& place = folder.path();
  std::error_code error;
  fs::create_directory(place / "work", error);
  Command command;
  command.words = {binary};
  command.directory = (place / "work").string();
  const NativeProgram& program = build.program();
  std::vector<Input> asked(inputs.begin(), inputs.end());
  if (program.has_library) {
    if (std::string problem = set_up(program, place, asked, command); !problem.empty())
      return base::Error{problem};
  } else {
    command.words.insert(command.words.end(), program.arguments.begin(), program.arguments.end());
  }
  if (error || !write(place / "test.ktest", to_bytes({{"program"}, 0, 0, asked})))
    return base::Error{"cannot write to " + place.string()};
  // A whole program sees its environment, and asks for nothing else.
  bool is_alone = program.has_library && variant == Variant::plain && asked.empty();
  if (!is_alone) add_environment(place, config, command);
  command.model_clock =
      program.has_library && variant == Variant::plain;  // LeakSanitizer would not be traced
  command.limits = config.limits;
  command.limits.address_space = variant == Variant::plain;

  NativeRun run;
  run.ended = run_process(command);
  if (!run.ended.not_started.empty()) return base::Error{run.ended.not_started};
  run.replay = read_verdict(place / "verdict");
  for (const fs::directory_entry& entry : fs::directory_iterator(place, error))
    if (entry.path().filename().string().starts_with("sanitizer."))
      run.sanitizers += read_at_most(entry.path(), 4 << 20);
  return run;
}

}  // namespace bonsai::report
