// The system calls that a program in a sandbox may not make: what namespaces do not confine (the kernel's
// keys, modules, programs and clocks; sockets that lead out of the machine's network namespaces), what would
// open other namespaces, and signals to the supervisor. All else is confined by the namespaces and allowed,
// ptrace too, which sanitizers and the model's clock use.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace bonsai::sandbox {

// A program for the kernel, for 64 and 32 bits. Empty: it cannot be made here.
std::vector<sock_filter> system_call_filter();

// Confines the calling thread and what it starts, for good. REQUIRES: no_new_privs. Safe between fork and
// exec.
bool install_filter(const std::vector<sock_filter>& filter);

}  // namespace bonsai::sandbox
