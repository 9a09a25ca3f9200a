// Standard output with --json: one object, also of a command that could not do what it was asked.
//
// What was printed and said is kept for the process, as standard output and standard error are the process's.
// Threads: the main thread.
#pragma once

#include <string>

namespace bonsai::cli {

// Prints the object of a command.
void print_json(const std::string& object);
// A line that went to standard error.
void note_complaint(const std::string& line);
// Called at the end of a command with --json that ended with `code`: where it has printed nothing because of
// bad input or a fault, prints {"version": …, "error": {"message": …, "exit_code": …}}.
void finish_json(int code);

}  // namespace bonsai::cli
