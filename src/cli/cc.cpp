// Each source is compiled twice at the same time: natively by the user's own command, and to bitcode, which
// is then added to what the first made (load/embedded.h). Tested by tests/check_cc.
//
// Nothing here may fail a build that is good natively, and nothing may be slow: a configure script starts us
// hundreds of times. That is why bonsai-cc is a program of its own, without LLVM.
#include "cli/cc.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/home.h"
#include "load/clang.h"
#include "load/compiler_words.h"
#include "load/embedded.h"

extern char** environ;

namespace bonsai::cli {
namespace {

using Words = std::vector<std::string>;
using load::CompilerCommand;
using load::CompilerSource;
using load::CompilerTask;

constexpr int cannot_start = 2;
constexpr size_t most_words = 100'000;  // bytes; longer command lines go through a file

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// One line, as the compiler's own.
void say(const char* kind, const std::string& text) { fmt::print(stderr, "bonsai cc: {}: {}\n", kind, text); }

// Which C library a command is for, and the words that say so to clang.
struct Library {
  bool musl = false;
  bool makes_static = false;  // programs
  Words compile, link;
};

// Flags that clang would call unused beside our -static.
bool is_moot_in_static(const std::string& word) {
  return word == "-pie" || word == "-no-pie" || word == "-nopie" || word == "-rdynamic";
}

std::optional<Library> choose_library(const CompilerCommand& command, bool cxx) {
  const char* wish = std::getenv("BONSAI_LIBC");
  std::string name = wish && *wish ? wish : "musl";
  if (name != "musl" && name != "system") {
    say("error", fmt::format("BONSAI_LIBC is {}; it must be musl or system", name));
    return std::nullopt;
  }
  Library library;
  if (name == "system" || cxx || command.own_target) return library;
  std::string root = base::musl_root();
  if (root.empty()) {
    say("error",
        "musl is not where Bonsai was built; install it (apt install musl-dev) and build Bonsai again, or "
        "set BONSAI_LIBC=system");
    return std::nullopt;
  }
  library.musl = true;
  library.compile = {"--target=x86_64-linux-musl", "--sysroot=" + root};
  library.link = {"-rtlib=compiler-rt", "-unwindlib=none"};
  library.makes_static = !command.makes_library && !command.static_pie && !command.wants_shared;
  if (library.makes_static) library.link.push_back("-static");
  return library;
}

// A copy of standard input, so that it can be read twice. -1 if that fails.
int keep_input() {
  int copy = memfd_create("bonsai-cc-input", MFD_CLOEXEC);
  char buffer[65536];
  for (ssize_t got; copy >= 0 && (got = read(0, buffer, sizeof buffer)) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 || write(copy, buffer, size_t(got)) != got) {
      close(copy);
      return -1;
    }
  }
  return copy;
}

// The same file, read from its beginning, by someone else at the same time.
int reopen(int copy) {
  return copy < 0 ? -1 : open(fmt::format("/proc/self/fd/{}", copy).c_str(), O_RDONLY | O_CLOEXEC);
}

// A long command goes through a file, which is removed at the end.
class ResponseFile {
 public:
  explicit ResponseFile(Words& words) {
    size_t size = 0;
    for (const std::string& word : words) size += word.size() + 1;
    if (size < most_words) return;
    const char* folder = std::getenv("TMPDIR");
    path_ = std::string(folder && *folder ? folder : "/tmp") + "/bonsai-cc-XXXXXX";
    int file = mkstemp(path_.data());
    if (file < 0) {
      path_.clear();  // exec will say that the command is too long, if it is
      return;
    }
    std::string text;
    for (size_t i = 1; i < words.size(); ++i) {
      text += '"';
      for (char c : words[i]) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
      text += "\"\n";
    }
    bool whole = write(file, text.data(), text.size()) == ssize_t(text.size());
    close(file);
    if (whole) words = {words[0], "@" + path_};
  }
  ResponseFile(const ResponseFile&) = delete;
  ~ResponseFile() {
    if (!path_.empty()) unlink(path_.c_str());
  }

 private:
  std::string path_;
};

std::vector<char*> pointers(Words& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// Runs natively with our own standard streams; `input` replaces the first if it is not -1.
class NativeRun {
 public:
  NativeRun(Words words, int input) : words_(std::move(words)), clang_(words_[0]), file_(words_) {
    std::vector<char*> arguments = pointers(words_);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (input >= 0) posix_spawn_file_actions_adddup2(&actions, input, 0);
    int failure = posix_spawn(&child_, clang_.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure) {
      say("error", clang_ + ": " + std::strerror(failure));
      child_ = 0;
    }
  }

  int wait() {
    if (!child_) return cannot_start;
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  Words words_;
  std::string clang_;
  ResponseFile file_;
  pid_t child_ = 0;
};

class Compilation {
 public:
  Compilation(CompilerCommand command, bool cxx, Library library, std::string clang)
      : command_(std::move(command)), cxx_(cxx), library_(std::move(library)), clang_(std::move(clang)) {}

  int run() {
    Words native = native_words();
    bool carries = command_.task != CompilerTask::other && !command_.sources.empty() && !command_.dry_run;
    if (!carries) {
      int code = NativeRun(std::move(native), -1).wait();
      if (code == 0) note_archives();
      return code;
    }
    bool reads_input = false;
    for (const CompilerSource& source : command_.sources) reads_input |= source.path == "-";
    int copy = reads_input ? keep_input() : -1;
    NativeRun run(std::move(native), reopen(copy));
    compile_to_bitcode(copy);
    int code = run.wait();
    if (code == 0) embed();
    if (code == 0) note_archives();
    return code;
  }

 private:
  // In front of the user's words stand those that they may override.
  Words native_words() const {
    Words words = {clang_};
    if (!command_.words.empty() && command_.words[0].starts_with("-cc1")) {  // the front end itself
      append(words, command_.words);
      return words;
    }
    if (cxx_) words.push_back("--driver-mode=g++");
    append(words, library_.compile);
    if (command_.has_inputs)
      append(words, {"-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument"});
    bool links = command_.task == CompilerTask::build;
    if (links && library_.musl) {
      words.push_back(
          "--start-no-unused-arguments");  // with -nostdlib they are no good, but no mistake either
      append(words, library_.link);
      words.push_back("--end-no-unused-arguments");
    }
    for (const std::string& word : command_.words)
      if (!links || !library_.makes_static || !is_moot_in_static(word)) words.push_back(word);
    std::string include = base::include_directory();
    if (!command_.has_inputs) return words;
    if (!include.empty() && !command_.sources.empty())
      words.insert(words.begin() + 1, {"-idirafter", include});
    bool program = links && !command_.makes_library && !command_.own_libraries;
    std::string harness = base::harness_library(library_.musl);
    // Its members are linked only where functions of the harness are undefined.
    if (program && !harness.empty() && !command_.own_target) append(words, {"-Xlinker", harness});
    return words;
  }

  void compile_to_bitcode(int copy) {
    Words flags;
    if (cxx_) flags.push_back("--driver-mode=g++");
    append(flags, library_.compile);
    append(flags, command_.bitcode_flags);
    std::string include = base::include_directory();
    if (!include.empty()) append(flags, {"-idirafter", include});
    outputs_.resize(command_.sources.size());
    std::atomic<size_t> next{0};
    auto work = [&] {
      for (size_t i; (i = next++) < outputs_.size();) {
        const CompilerSource& source = command_.sources[i];
        Words own = flags;
        if (source.named) append(own, {"-x", source.language});
        int input = source.path == "-" ? reopen(copy) : -1;
        outputs_[i] = load::run_clang(clang_, source.path, own, input);
        if (input >= 0) close(input);
      }
    };
    size_t count = std::min<size_t>(outputs_.size(), std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::thread> threads;
    for (size_t i = 1; i < count; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
  }

  // A linked file remembers the archives it was linked with: functions that were inlined natively have their
  // bodies there.
  void note_archives() {
    std::error_code error;
    if (command_.task != CompilerTask::build || command_.dry_run) return;
    if (!std::filesystem::is_regular_file(command_.output, error)) return;
    Words archives, folders;
    auto add = [&](const std::filesystem::path& path) {
      if (std::filesystem::is_regular_file(path, error))
        archives.push_back(std::filesystem::absolute(path, error).lexically_normal().string());
    };
    for (size_t i = 0; i < command_.words.size(); ++i) {
      const std::string& word = command_.words[i];
      if (word == "-L" && i + 1 < command_.words.size())
        folders.push_back(command_.words[i + 1]);
      else if (word.starts_with("-L"))
        folders.push_back(word.substr(2));
    }
    for (const std::string& word : command_.words) {
      if (word.ends_with(".a")) add(word);
      if (!word.starts_with("-l")) continue;
      for (const std::string& folder : folders)
        add(std::filesystem::path(folder) / ("lib" + word.substr(2) + ".a"));
    }
    if (archives.empty()) return;
    load::Origin origin{"", std::filesystem::current_path(error).string(), archives, load::archives_language,
                        library_.musl ? "musl" : "system"};
    if (base::Result<std::string> record = load::pack({std::move(origin), ""}))
      (void)load::append_record(command_.output, *record);  // without it, at worst a function is missing
  }

  // A file that is no ELF file (/dev/null, an image) has no place for bitcode, and nobody expects one.
  void embed() {
    std::error_code error;
    std::string directory = std::filesystem::current_path(error).string();
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const CompilerSource& source = command_.sources[i];
      const std::string& target = command_.task == CompilerTask::compile ? source.object : command_.output;
      if (!std::filesystem::is_regular_file(target, error)) continue;
      if (outputs_[i].status != 0 || outputs_[i].bitcode.empty()) {
        std::string why = outputs_[i].diagnostics.substr(0, outputs_[i].diagnostics.find('\n'));
        say("warning", fmt::format("{}: no bitcode, native code only ({})", source.path, why));
        continue;
      }
      load::Origin origin{source.path, directory, command_.bitcode_flags, source.language,
                          library_.musl ? "musl" : "system"};
      base::Result<std::string> record = load::pack({std::move(origin), std::move(outputs_[i].bitcode)});
      if (!record) {
        say("warning",
            fmt::format("{}: no bitcode, native code only ({})", source.path, record.error().message));
        continue;
      }
      base::Result<void> added = load::append_record(target, *record);
      if (!added) say("warning", fmt::format("no bitcode, native code only ({})", added.error().message));
    }
  }

  CompilerCommand command_;
  bool cxx_;
  Library library_;
  std::string clang_;
  std::vector<load::ClangOutput> outputs_;
};

}  // namespace

int cc(const std::vector<std::string>& words, bool cxx) {
  std::string clang = load::find_clang();
  if (clang.empty()) {
    say("error",
        "clang-19 is neither in PATH nor in /usr/lib/llvm-19/bin; install it (apt install clang-19)");
    return cannot_start;
  }
  base::Result<CompilerCommand> command = load::understand(words, cxx);
  if (!command) {
    say("error", command.error().message);
    return cannot_start;
  }
  std::optional<Library> library = choose_library(*command, cxx);
  if (!library) return cannot_start;
  return Compilation(std::move(*command), cxx, std::move(*library), std::move(clang)).run();
}

}  // namespace bonsai::cli
