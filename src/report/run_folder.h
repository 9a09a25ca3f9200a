// RunFolder: the folder of a run and the plain files in it, beside the database (run_store.h).
//
//   run.db  options.json  log.txt  errors/NNN-kind-file-line/{input,reproduce.sh,stack.txt}  tests/
//
// Failure: a folder that cannot be made or a file that cannot be written is an error value.
// Threads: one at a time.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/result.h"
#include "report/records.h"
#include "report/writers.h"

namespace bonsai::report {

class RunFolder {
 public:
  enum class Old { refuse, replace };

  // Makes the folder `out`; without a name the next bonsai-out-N beside the others in `beside`, and a link
  // bonsai-last to it. A folder with a run in it, or with other files of a run's names, is refused;
  // Old::replace removes a former run there first, never anything else.
  static base::Result<RunFolder> make(const std::string& out, Old old = Old::refuse,
                                      const std::filesystem::path& beside = ".");

  // An error if something in the folder of a run is a symbolic link: what is written there could go anywhere.
  static base::Result<void> check_links(const std::filesystem::path& path);

  // That of a run that goes on.
  static RunFolder of_run(std::filesystem::path path) { return RunFolder(std::move(path)); }

  const std::filesystem::path& path() const { return path_; }
  base::Result<void> write_options(std::string_view json);
  base::Result<void> write_program(std::string_view bitcode);
  // One line in log.txt.
  base::Result<void> log(std::string_view line);
  // The error's own folder, with the test that shows it; returns its path.
  base::Result<std::filesystem::path> write_error(const Error& error, const Test& test,
                                                  const Invocation& invocation);

 private:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  std::ofstream log_;
};

// "003-out-of-bounds-list.c-17"; what may be missing or odd in a file's name is left out or becomes _.
std::string error_folder_name(const Error& error);
// The message and the stack, for people.
std::string stack_text(const Error& error);

// Writes a whole file.
base::Result<void> write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace bonsai::report
