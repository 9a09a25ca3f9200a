// Commands, and when they need not run again. Tested by native_build_test.cpp.
#include "report/native_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "base/file_name.h"
#include "base/home.h"
#include "load/clang.h"
#include "load/embedded.h"
#include "load/harmless_flags.h"
#include "report/process.h"
#include "report/seal.h"
#include "report/tools.h"

namespace bonsai::report {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Behind the user's flags, as in load/clang.cpp: what the engine loads is what runs.
const Words forced_flags = {"-O0",
                            "-g",
                            "-fno-lto",
                            "-fno-stack-protector",
                            "-U_FORTIFY_SOURCE",
                            "-ffp-contract=off",
                            "-fno-omit-frame-pointer",
                            "-fno-color-diagnostics",
                            "-w"};

// UndefinedBehaviorSanitizer and MemorySanitizer go on after a report: what they find before the error in
// question (the engine may not have been asked to look for it) must not hide that. vptr needs RTTI, which
// flags may have turned off.
const Words& sanitizers(Variant variant, bool bitcode) {
  static const Words none, undefined = {"-fsanitize=address,undefined", "-fsanitize-recover=undefined",
                                        "-fno-sanitize=vptr", "-fsanitize-address-use-after-scope"};
  static const Words address = {"-fsanitize=address"},
                     memory = {"-fsanitize=memory", "-fsanitize-recover=memory"},
                     memory_at_uses = {"-fsanitize=memory", "-fsanitize-recover=memory",
                                       "-fno-sanitize-memory-param-retval"};
  if (variant == Variant::memory) return memory;
  if (variant == Variant::memory_at_uses) return memory_at_uses;
  if (variant == Variant::plain) return none;
  return bitcode ? address : undefined;
}

bool ends_with_one_of(const std::string& path, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](const char* end) { return path.ends_with(end); });
}
bool is_bitcode(const std::string& path) { return ends_with_one_of(path, {".bc", ".ll"}); }

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// Flags of the user that matter behind the front end.
Words target_flags(const Words& flags, bool link) {
  Words kept;
  for (const std::string& flag : flags) {
    bool machine = flag.starts_with("-m") || flag == "-pthread";
    bool linker = flag.starts_with("-f") || flag.starts_with("-stdlib=") || flag.starts_with("-Wl,") ||
                  flag.starts_with("-l") || flag.starts_with("-L") || flag == "-static";
    if (machine || (link && linker)) kept.push_back(flag);
  }
  return kept;
}

// One object: the commands that make it, and the file in which clang lists the headers.
struct Step {
  std::string source;  // as the user named it
  std::vector<Words> commands;
  std::string object, headers;
};

struct Plan {
  std::vector<Step> steps;
  Words link;
  std::string binary;

  std::string text() const {
    std::string text;
    for (const Step& step : steps)
      for (const Words& command : step.commands) text += fmt::format("{}\n", fmt::join(command, "\x1f"));
    return text + fmt::format("{}\n", fmt::join(link, "\x1f"));
  }
};

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return bool(file);
}

// The names in a rule as clang writes it: "object: a.c b.h \<newline> c.h"; a space in a name has a backslash
// before it.
Words names_in_rule(const std::string& rule) {
  Words names;
  std::string name;
  size_t at = rule.find(": ");
  auto finish = [&] {
    if (!name.empty()) names.push_back(std::move(name));
    name.clear();
  };
  for (size_t i = at == std::string::npos ? rule.size() : at + 2; i < rule.size(); ++i) {
    if (rule[i] == '\\' && i + 1 < rule.size() && rule[i + 1] == ' ') {
      name += rule[++i];
    } else if (rule[i] == ' ' || rule[i] == '\n' ||
               (rule[i] == '\\' && i + 1 < rule.size() && rule[i + 1] == '\n')) {
      finish();
    } else {
      name += rule[i];
    }
  }
  finish();
  return names;
}

// What stands beside the binary: the commands that made it, and that it was we who made this one. Empty:
// nothing can be known again.
std::string stamp_text(const Plan& plan) {
  std::optional<std::string> key = user_key();
  if (!key) return "";
  std::string commands = plan.text();
  return commands + seal(*key, commands + read_file(plan.binary)) + "\n";
}

// True if the binary was made by these commands, by us, after every file that they read.
bool is_current(const Plan& plan, const fs::path& stamp, const fs::path& base) {
  std::error_code error;
  fs::file_time_type made = fs::last_write_time(plan.binary, error);
  if (error) return false;
  std::string stamped = read_file(stamp);
  if (stamped.empty() || stamped != stamp_text(plan)) return false;
  for (const Step& step : plan.steps) {
    Words names = {step.source};
    if (!step.headers.empty()) append(names, names_in_rule(read_file(step.headers)));
    for (const std::string& name : names)
      if (fs::last_write_time(base / name, error) >= made || error) return false;
  }
  return true;
}

std::string first_line_with(const std::string& text, std::initializer_list<const char*> marks) {
  for (const char* mark : marks) {
    size_t found = text.find(mark);
    if (found == std::string::npos) continue;
    size_t begin = text.rfind('\n', found) + 1;
    return text.substr(begin, std::min(text.find('\n', found), text.size()) - begin);
  }
  return text.substr(0, text.find('\n'));
}

Limits compiler_limits() {
  Limits limits;
  limits.seconds = 900;
  limits.memory = 8ull << 30;
  limits.file = 4ull << 30;
  limits.output = 1 << 20;
  return limits;
}

std::optional<base::Error> run_tool(const Words& words, const std::string& directory, const std::string& what,
                                    bool (*is_stopped)()) {
  Command command{words, directory, own_environment(), compiler_limits()};
  command.limits.is_stopped = is_stopped;
  Ended ended = run_process(command);
  if (ended.exited_with(0)) return std::nullopt;
  std::string why =
      ended.err.empty() || !ended.by_itself()
          ? sandbox::words(ended, command.limits)
          : first_line_with(ended.err, {"undefined reference", "undefined symbol", "cannot find", "error:"});
  return base::Error{fmt::format("{} ({})", what, why), ended.err};
}

class Planner {
 public:
  // `recorded`: what a binary carries is compiled again from its sources, as it was recorded.
  Planner(const NativeProgram& program, Variant variant, bool recorded, fs::path folder)
      : program_(program),
        variant_(variant),
        recorded_(recorded),
        folder_(std::move(folder)),
        clang_(load::find_clang()) {}

  base::Result<Plan> plan() {
    std::string replay = base::replay_directory(), include = base::include_directory();
    if (clang_.empty()) return base::Error{"clang-19 is neither in PATH nor in /usr/lib/llvm-19/bin"};
    if (replay.empty() || include.empty())
      return base::Error{"the sources of the replay library (runtime/replay) are not where Bonsai is"};
    include_ = include;
    for (const char* name : {"replay.c", "interface.c", "fuzzer_main.c"}) add_replay(replay + "/" + name);
    // For the model, which the traced module has in it. It defines functions that a real C library has as
    // well.
    if (!program_.has_library) add_replay(replay + "/host.c");
    size_t ours = plan_.steps.size();
    for (const std::string& input : program_.inputs) {
      auto error = load::is_binary(resolve(input)) ? add_binary(resolve(input))
                   : is_bitcode(input)             ? add_bitcode(input)
                                                   : add_source(input);
      if (error) return *error;
    }
    if (program_.entry != "main" && program_.entry != "LLVMFuzzerTestOneInput")
      if (auto error = add_entry(ours)) return *error;
    add_link();
    return std::move(plan_);
  }

 private:
  Step& add_step(const std::string& source) {
    Step& step = plan_.steps.emplace_back();
    std::string stem = (folder_ / std::to_string(plan_.steps.size())).string();
    step.source = source;
    step.object = stem + ".o";
    return step;
  }

  // Not sanitized itself, but for MemorySanitizer, which must see what is written.
  void add_replay(const std::string& source) {
    Step& step = add_step(source);
    Words command = {clang_};
    append(command, target_flags(program_.compiler_flags, false));
    append(command, library_flags());
    append(command, load::kernel_header_flags(program_.compiler_flags));
    append(command, {"-O1", "-g", "-w", "-I", include_});
    if (is_memory(variant_)) append(command, sanitizers(variant_, true));
    append(command, {"-c", "-o", step.object, source});
    step.commands = {command};
  }

  std::optional<base::Error> add_source(const std::string& source) {
    Step& step = add_step(source);
    step.headers = step.object + ".d";
    Words command = {clang_};
    append(command, program_.compiler_flags);
    append(command, load::kernel_header_flags(program_.compiler_flags));
    append(command, library_flags());
    append(command, {"-I", include_});
    append(command, forced_flags);
    append(command, sanitizers(variant_, false));
    append(command, {"-MD", "-MF", step.headers, "-c", "-o", step.object, load::plain_name(source)});
    step.commands = {command};
    return std::nullopt;
  }

  // Sanitizers look at functions that the front end marked for them; here somebody must.
  std::optional<base::Error> add_bitcode(const std::string& source) {
    Step& step = add_step(source);
    std::string input = load::plain_name(source);
    if (variant_ != Variant::plain) {
      std::string opt = find_llvm_tool("opt");
      if (opt.empty()) return base::Error{"opt-19 is not there; install it (apt install llvm-19)"};
      std::string attribute = is_memory(variant_) ? "sanitize_memory" : "sanitize_address";
      step.commands.push_back(
          {opt, "-passes=forceattrs", "-force-attribute=" + attribute, input, "-o", step.object + ".bc"});
      input = step.object + ".bc";
    }
    Words command = {clang_};
    append(command, target_flags(program_.compiler_flags, false));
    append(command, library_flags());
    append(command, {"-O0", "-w", "-fno-color-diagnostics"});
    append(command, sanitizers(variant_, true));
    append(command, {"-c", "-o", step.object, input});
    step.commands.push_back(command);
    return std::nullopt;
  }

  std::optional<base::Error> add_recorded(const load::Origin& origin) {
    fs::path source = fs::path(origin.directory) / origin.source;
    std::error_code error;
    if (!fs::is_regular_file(source, error)) return base::Error{source.string() + ": is gone"};
    Words flags = {"-x", origin.language};
    append(flags, origin.command);
    // Whoever made the binary wrote them.
    if (std::optional<std::string> risky = load::first_risky_flag(flags))
      return base::Error{fmt::format("{}: is not compiled again with {}", source.string(), *risky)};
    Step& step = add_step(source.string());
    step.headers = step.object + ".d";
    Words command = {clang_, "-working-directory=" + origin.directory, "-x", origin.language};
    append(command, origin.command);
    append(command, {"-I", include_});
    append(command, forced_flags);
    append(command, sanitizers(variant_, false));
    append(command, {"-MD", "-MF", step.headers, "-c", "-o", step.object, source.string()});
    step.commands = {command};
    return std::nullopt;
  }

  // A binary of bonsai cc: its sources once more, on the system's C library, or the bitcode that it carries.
  // Its own native code has other flags, and is not sanitized.
  std::optional<base::Error> add_binary(const std::string& path) {
    base::Result<std::vector<load::Embedded>> all = load::read_program(path);
    if (!all) return all.error();
    if (recorded_) {
      for (const load::Embedded& each : *all)
        if (auto error = add_recorded(each.origin)) return error;
      return std::nullopt;
    }
    fs::path folder = folder_ / ("bitcode-" + std::to_string(plan_.steps.size()));
    base::Result<std::vector<std::string>> files = load::extract(*all, folder.string());
    if (!files) return files.error();
    for (const std::string& file : *files)
      if (auto error = add_bitcode(file)) return error;
    return std::nullopt;
  }

  std::string resolve(const std::string& path) const {
    return (fs::path(program_.directory) / path).string();  // an absolute path stays as it is
  }

  // Another entry than main: a main that calls it, and the program's own main out of the way.
  std::optional<base::Error> add_entry(size_t ours) {
    std::string objcopy = find_llvm_tool("llvm-objcopy");
    if (objcopy.empty()) return base::Error{"llvm-objcopy-19 is not there; install it (apt install llvm-19)"};
    for (Step& step : plan_.steps)
      if (size_t(&step - plan_.steps.data()) >= ours)
        step.commands.push_back({objcopy, "--redefine-sym=main=bonsai_program_main", step.object});
    std::string source = (folder_ / "entry.c").string();
    std::string text = fmt::format(
        "int entry(int, char **, char **) __asm__(\"{}\");\n"
        "int main(int argc, char **argv, char **envp) {{ return entry(argc, argv, envp); }}\n",
        program_.entry);
    if (read_file(source) != text && !write_file(source, text)) return base::Error{"cannot write " + source};
    add_replay(source);
    return std::nullopt;
  }

  void add_link() {
    const Words& inputs = program_.inputs;
    const Words& flags = program_.compiler_flags;
    bool narrow = std::find(flags.begin(), flags.end(), "-m32") != flags.end();
    // Bitcode may come from C++; there is no C++ library for 32 bits on many machines.
    auto may_be_cpp = [&](const std::string& input) {
      return is_bitcode(input) || load::is_binary(resolve(input));
    };
    bool cpp = std::any_of(inputs.begin(), inputs.end(), base::is_cpp_source) ||
               (!narrow && std::any_of(inputs.begin(), inputs.end(), may_be_cpp));
    plan_.binary = (folder_ / "program").string();
    plan_.link = {clang_};
    if (cpp && !on_musl()) plan_.link.push_back("--driver-mode=g++");
    append(plan_.link, target_flags(flags, true));
    append(plan_.link, library_flags());
    if (on_musl()) append(plan_.link, {"-rtlib=compiler-rt", "-unwindlib=none", "-static"});
    append(plan_.link, {"-fno-lto", "-w", "-fno-color-diagnostics", "-Wl,--allow-multiple-definition"});
    append(plan_.link, sanitizers(variant_, false));
    for (const Step& step : plan_.steps) plan_.link.push_back(step.object);
    append(plan_.link, {"-o", plan_.binary, "-lm", "-ldl", "-lpthread"});
  }

  // The engine ran the program with musl; so that output is the same, it runs natively with musl. Sanitizers
  // have no runtime for it.
  bool on_musl() const {
    return program_.has_library && variant_ == Variant::plain && !base::musl_root().empty();
  }
  Words library_flags() const {
    if (!on_musl()) return {};
    return {"--target=x86_64-linux-musl", "--sysroot=" + base::musl_root()};
  }

  const NativeProgram& program_;
  Variant variant_;
  bool recorded_;
  fs::path folder_;
  std::string clang_, include_;
  Plan plan_;
};

// Runs the steps on all processors; the first error in their order.
std::optional<base::Error> run_steps(const Plan& plan, const std::string& directory, bool (*is_stopped)()) {
  std::vector<std::optional<base::Error>> errors(plan.steps.size());
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < plan.steps.size();)
      for (const Words& command : plan.steps[i].commands)
        if (!errors[i])
          errors[i] =
              run_tool(command, directory, plan.steps[i].source + ": does not compile natively", is_stopped);
  };
  std::vector<std::thread> threads;
  size_t count = std::min<size_t>(plan.steps.size(), std::max(1u, std::thread::hardware_concurrency()));
  for (size_t i = 1; i < count; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  for (std::optional<base::Error>& error : errors)
    if (error) return error;
  return std::nullopt;
}

}  // namespace

const char* word(Variant variant) {
  switch (variant) {
    case Variant::plain: return "plain";
    case Variant::sanitized: return "sanitized";
    case Variant::memory: return "memory";
    case Variant::memory_at_uses: return "memory-at-uses";
  }
  return "";
}

NativeBuild::NativeBuild(NativeProgram program, std::string folder)
    : program_(std::move(program)), folder_(fs::absolute(folder).string()) {}

bool NativeBuild::has_bitcode() const {
  return std::any_of(program_.inputs.begin(), program_.inputs.end(), [&](const std::string& input) {
    return is_bitcode(input) || load::is_binary((fs::path(program_.directory) / input).string());
  });
}

base::Result<std::string> NativeBuild::binary(Variant variant) {
  std::lock_guard guard(mutex_);
  auto found = built_.find(variant);
  if (found == built_.end()) found = built_.emplace(variant, build(variant)).first;
  return found->second;
}

sandbox::Sandbox& NativeBuild::sandbox(const std::string& binary) {
  std::lock_guard guard(mutex_);
  std::unique_ptr<sandbox::Sandbox>& found = sandboxes_[binary];
  if (!found)
    found = std::make_unique<sandbox::Sandbox>(sandbox::Config{
        .binary = binary, .is_unconfined = program_.is_unconfined, .folder = folder_ + "/runs"});
  return *found;
}

// A binary of bonsai cc that runs as it is.
std::optional<std::string> NativeBuild::own_binary() const {
  if (!program_.binary.empty()) return program_.binary;
  if (!program_.has_library || program_.inputs.size() != 1 || program_.entry != "main") return std::nullopt;
  std::error_code error;
  fs::path path = fs::absolute(fs::path(program_.directory) / program_.inputs[0], error);
  if (error || !load::is_binary(path.string()) || load::is_archive(path.string()) ||
      access(path.c_str(), X_OK) != 0)
    return std::nullopt;
  return path.string();
}

base::Result<std::string> NativeBuild::build(Variant variant) {
  if (variant == Variant::plain)
    if (std::optional<std::string> binary = own_binary()) return *binary;
  // Sources may be gone, or not compile on the system's C library; the bitcode is always there.
  fs::path base(program_.directory);
  auto is_binary = [&](const std::string& input) { return load::is_binary((base / input).string()); };
  if (variant != Variant::plain && std::any_of(program_.inputs.begin(), program_.inputs.end(), is_binary))
    if (base::Result<std::string> built = build(variant, true)) return built;
  return build(variant, false);
}

// Sanitizers need the system's C library, which may not have all that the program calls. Without those
// functions the build still shows the errors of paths that do not call them.
std::optional<base::Error> NativeBuild::link(Variant variant, Words command, const std::string& directory,
                                             const std::string& lack_file) {
  constexpr const char* failed = "the program cannot be linked natively";
  std::optional<base::Error> error = run_tool(command, directory, failed, program_.is_stopped);
  bool is_lack = error && (error->detail.find("undefined reference") != std::string::npos ||
                           error->detail.find("undefined symbol") != std::string::npos);
  if (!is_lack || variant == Variant::plain || !program_.has_library) return error;
  append(command,
         {"-Wl,--unresolved-symbols=ignore-all", "-no-pie"});  // a call of what is missing jumps to 0
  if (run_tool(command, directory, failed, program_.is_stopped)) return error;
  lacks_[variant] = error->message;
  if (!write_file(lack_file, error->message)) return base::Error{"cannot write " + lack_file};
  return std::nullopt;
}

std::string NativeBuild::lack_of(Variant variant) {
  std::lock_guard guard(mutex_);
  auto found = lacks_.find(variant);
  return found == lacks_.end() ? "" : found->second;
}

base::Result<std::string> NativeBuild::build(Variant variant, bool recorded) {
  fs::path folder = fs::path(folder_) / (std::string(word(variant)) + (recorded ? "-sources" : ""));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return base::Error{fmt::format("cannot make the folder {}: {}", folder.string(), error.message())};
  base::Result<Plan> plan = Planner(program_, variant, recorded, folder).plan();
  if (!plan) return plan.error();
  fs::path base = program_.directory.empty() ? fs::current_path(error) : fs::path(program_.directory);
  fs::path stamp = folder / "commands.txt";
  fs::path lack = folder / "lacks.txt";
  if (is_current(*plan, stamp, base)) {
    if (std::string words = read_file(lack); !words.empty()) lacks_[variant] = std::move(words);
    return plan->binary;
  }
  fs::remove(stamp, error);
  fs::remove(lack, error);
  if (auto failed = run_steps(*plan, base.string(), program_.is_stopped)) return *failed;
  if (auto failed = link(variant, plan->link, base.string(), lack.string())) return *failed;
  if (!write_file(stamp, stamp_text(*plan))) return base::Error{"cannot write " + stamp.string()};
  return plan->binary;
}

}  // namespace bonsai::report
