// What a run is given, and what is read back. Tested by confirm_test.cpp.
#include "report/native_run.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "report/channel.h"
#include "report/ktest.h"
#include "report/outside.h"
#include "report/symbolize.h"
#include "sandbox/host_folder.h"
#include "sandbox/sandbox.h"

namespace bonsai::report {
namespace {

using sandbox::File;
using sandbox::HostFolder;

constexpr int64_t model_start = 1735689600;  // START in runtime/linux/time.c
constexpr uint64_t most_copied = 64 << 20;   // bytes of the host's files that a test gets copies of

// Frames are printed without names, which are found outside of the sandbox (symbolize.h).
std::vector<std::string> sanitizer_options(const RunConfig& config) {
  std::string common =
      fmt::format("symbolize=0:exitcode={}", sanitizer_exit_code) +
      ":stack_trace_format='    #%n\t%p\t%m\t%o'"
      ":handle_abort=1:handle_sigill=1:handle_sigtrap=1:handle_sigfpe=1:allow_user_segv_handler=0";
  std::string address =
      ":detect_stack_use_after_return=1:allocator_may_return_null=1:detect_odr_violation=0:print_legend=0";
  return {fmt::format("ASAN_OPTIONS={}{}:detect_leaks={}", common, address, config.detect_leaks ? 1 : 0),
          fmt::format("UBSAN_OPTIONS={}:print_stacktrace=1:halt_on_error=0", common),
          fmt::format("MSAN_OPTIONS={}:halt_on_error=0", common)};
}

ReplayVerdict read_verdict(const std::string& text) {
  ReplayVerdict verdict;
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

// Copies of what the path has seen of the host's folder, and of nothing else: content where it was read,
// size, rights and time of files that it only looked at, names where it listed a folder.
class Copies {
 public:
  explicit Copies(const HostFolder& folder) : folder_(folder) {}

  void add(const HostFile& seen) {
    std::string path = absolute(seen.path);
    File* file = add_status(path);
    if (!file) return;
    if (seen.use == HostFile::Use::content && file->kind == File::Kind::regular) add_content(*file);
    if (seen.use == HostFile::Use::names && file->kind == File::Kind::directory) add_names(path);
  }
  // The directories that lead to the folder, where they belong to its owner; the others are the root user's.
  void add_parents() {
    struct stat own{}, found{};
    if (folder_.status(folder_.path(), own) != 0) return;
    for (size_t at = 1; (at = folder_.path().find('/', at)) != std::string::npos; ++at) {
      std::string path = folder_.path().substr(0, at);
      if (path == "/tmp") continue;  // the model has its own
      if (folder_.status(path, found) == 0 && found.st_uid == own.st_uid) add_status(path);
    }
  }
  // Empty where the folder has no such file.
  std::string content(const std::string& path) {
    File file{.path = path};
    add_content(file);
    return file.content;
  }
  bool is_too_large() const { return copied_ > most_copied; }
  // Directories before what lies in them.
  std::vector<File> take() {
    std::vector<File> all;
    for (auto& [path, file] : files_) all.push_back(std::move(file));
    return all;
  }

 private:
  std::string absolute(const std::string& relative) const {
    if (relative == ".") return folder_.path();
    return (folder_.path() == "/" ? "" : folder_.path()) + "/" + relative;
  }

  File* add_status(const std::string& path) {
    if (auto known = files_.find(path); known != files_.end()) return &known->second;
    struct stat found{};
    if (folder_.status(path, found) != 0) return nullptr;
    File file{.path = path, .mode = found.st_mode & 07777};
    file.seconds = found.st_mtim.tv_sec;
    file.nanoseconds = found.st_mtim.tv_nsec;
    if (S_ISREG(found.st_mode)) {
      file.size = uint64_t(found.st_size);
    } else if (S_ISDIR(found.st_mode)) {
      file.kind = File::Kind::directory;
    } else if (S_ISLNK(found.st_mode)) {
      file.kind = File::Kind::link;
      if (folder_.target(path, 4096, file.content) < 0) return nullptr;
    } else {
      return nullptr;  // a device or a pipe
    }
    return &files_.emplace(path, std::move(file)).first->second;
  }

  void add_content(File& file) {
    std::string bytes;
    while (file.content.empty() || !bytes.empty()) {
      if (folder_.content(file.path, most_copied, file.content.size(), bytes) < 0 || bytes.empty()) return;
      copied_ += bytes.size();
      if (is_too_large()) return;
      file.content += bytes;
    }
  }

  void add_names(const std::string& path) {
    std::string names, bytes;
    while (folder_.names(path, 1 << 20, names.size(), bytes) > 0) names += bytes;
    for (size_t at = 0; at < names.size();) {
      size_t end = std::min(names.find('\0', at), names.size());
      add_status((path == "/" ? "" : path) + "/" + names.substr(at, end - at));
      at = end + 1;
    }
  }

  const HostFolder& folder_;
  std::map<std::string, File> files_;
  uint64_t copied_ = 0;
};

// Gives the program what it has seen of the host's folder, which becomes its current directory, and a file of
// it as standard input (empty: none). Returns what prevents a run.
std::string add_host_files(const std::string& folder, const RunConfig& config, const std::string& input,
                           sandbox::Request& request) {
  std::shared_ptr<const HostFolder> host = folder.empty() ? nullptr : HostFolder::open(folder);
  if (!host) return "";
  request.directory = host->path();
  Copies copies(*host);
  copies.add_parents();
  for (const HostFile& seen : config.host_files) copies.add(seen);
  if (!input.empty()) request.standard_input = copies.content(input);
  request.files = copies.take();
  if (!copies.is_too_large()) return "";
  return fmt::format("the files of {} that the path reads are too large to be copied for a native run",
                     folder);
}

// Fills in arguments, files, standard input and environment as the model of Linux gave them; leaves in
// `inputs` what the program itself asks for. Returns what prevents a run.
std::string add_outside(const NativeProgram& program, const RunConfig& config, std::vector<Input>& inputs,
                        sandbox::Request& request) {
  Outside outside = outside_of(program.setup, inputs);
  inputs = outside.rest;
  if (!outside.free_value.empty())
    return fmt::format(
        "the test has a value of its own for what Linux decides (--sym-{}), which no native run can be given",
        outside.free_value);
  if (outside.has_failures)
    return "a system call or an allocation fails on this path, which none does natively";
  std::string problem = add_host_files(outside.folder, config, outside.standard_input_file, request);
  for (auto& [name, content] : outside.files) {
    std::string path = (request.directory == "/" ? "" : request.directory) + "/" + name;
    std::erase_if(request.files, [&](const File& file) { return file.path == path; });
    File file{.path = path};
    file.seconds = model_start;
    file.content = std::move(content);
    request.files.push_back(std::move(file));
  }
  if (outside.standard_input_file.empty()) request.standard_input = std::move(outside.standard_input);
  request.arguments.insert(request.arguments.end(), outside.arguments.begin(), outside.arguments.end());
  request.environment = outside.environment;
  if (!program.name.empty()) request.arguments[0] = program.name;
  return problem;
}

}  // namespace

base::Result<NativeRun> run_test(const std::string& binary, Variant variant, NativeBuild& build,
                                 std::span<const Input> inputs, const RunConfig& config) {
  const NativeProgram& program = build.program();
  sandbox::Request request;
  request.arguments = {binary};
  std::vector<Input> asked(inputs.begin(), inputs.end());
  if (program.has_library) {
    if (std::string problem = add_outside(program, config, asked, request); !problem.empty())
      return base::Error{problem};
  } else {
    request.arguments.insert(request.arguments.end(), program.arguments.begin(), program.arguments.end());
    // The model of Linux in a traced build reads the host's files itself.
    if (std::string problem = add_host_files(config.host_folder, config, "", request); !problem.empty())
      return base::Error{problem};
  }
  // A whole program sees its environment, and asks for nothing else.
  bool is_alone = program.has_library && variant == Variant::plain && asked.empty();
  Channel channel(to_bytes({{"program"}, 0, 0, asked}), config.answers, config.trace);
  if (!is_alone) {
    if (!channel.is_good()) return base::Error{"there is no memory for a native run"};
    request.channel = channel.descriptor();
    if (config.trace) request.environment.push_back("BONSAI_HOST_FOLDER=" + config.host_folder);
    for (std::string& option : sanitizer_options(config)) request.environment.push_back(std::move(option));
  }
  request.as_model = program.has_library && variant == Variant::plain;  // LeakSanitizer would not be traced
  request.is_watched = config.watch;
  request.limits = config.limits;
  request.limits.is_stopped = program.is_stopped;
  request.limits.address_space = variant == Variant::plain;

  NativeRun run;
  run.ended = build.sandbox(binary).run(request);
  if (!run.ended.not_started.empty()) return base::Error{run.ended.not_started};
  if (!run.ended.place.empty()) run.place = symbolize(run.ended.place, binary);
  if (is_alone) return run;
  run.replay = read_verdict(channel.verdict());
  if (variant != Variant::plain) run.sanitizers = symbolize(channel.report(), binary);
  if (config.trace) run.trace = channel.trace();
  return run;
}

}  // namespace bonsai::report
