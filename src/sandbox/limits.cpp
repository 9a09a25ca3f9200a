#include "sandbox/limits.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstring>

namespace bonsai::sandbox {

bool Ended::exited_with(int code) const {
  return by_itself() && WIFEXITED(status) && WEXITSTATUS(status) == code;
}

int Ended::signal() const { return by_itself() && WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

std::string words(const Ended& ended, const Limits& limits) {
  if (!ended.not_started.empty()) return "was not started: " + ended.not_started;
  if (ended.timed_out) return fmt::format("was stopped after {:g} s", limits.seconds);
  if (ended.out_of_memory)
    return fmt::format("was stopped for more than {} MB of memory", limits.memory >> 20);
  if (ended.flooded) return fmt::format("was stopped for more than {} KB of output", limits.output >> 10);
  if (WIFSIGNALED(ended.status))
    return fmt::format("ended by signal {} ({})", WTERMSIG(ended.status), strsignal(WTERMSIG(ended.status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(ended.status));
}

}  // namespace bonsai::sandbox
