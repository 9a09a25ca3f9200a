// Starts a process in a sandbox of bubblewrap: own user, mount, process, network, IPC and host name spaces,
// no rights but those asked for, and of the host's files only those that are named, read only.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace bonsai::sandbox {

class Group;

struct Launch {
  // What is executed; in the sandbox it is /.bonsai/NAME.
  std::string program;
  std::vector<std::string> arguments;    // behind the program's name
  std::vector<std::string> environment;  // NAME=value
  // A file that is /.bonsai/program in the sandbox; empty: none.
  std::string binary;
  bool is_first_process = false;  // of its process namespace, and may mount in it
  bool needs_libraries =
      false;                // the system's libraries, for `program` and `binary` to be linked dynamically
  bool randomised = false;  // addresses of the program
  int socket = -1;          // becomes descriptor 0; 1 and 2 lead to `problems`
  int problems = -1;        // where bubblewrap writes what is wrong
  const Group* group = nullptr;  // to enter
};

// Returns the process (bubblewrap's), or -1 with errno. As root the sandbox belongs to the user nobody,
// unless `as_ourselves`.
pid_t launch(const Launch& launch, bool as_ourselves);

// True if `binary` needs a dynamic loader.
bool is_dynamic(const std::string& binary);

// Path of bubblewrap; empty: it is not installed.
std::string find_bubblewrap();

}  // namespace bonsai::sandbox
