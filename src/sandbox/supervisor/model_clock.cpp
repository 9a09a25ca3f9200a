// A filter of the kernel (seccomp) picks the calls that read the clock, so that all others run at full speed.
// Tested by sandbox_test.cpp.
#include "sandbox/supervisor/model_clock.h"

#if defined(__x86_64__)

#include <elf.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace bonsai::sandbox {
namespace {

constexpr int64_t start = 1735689600, billion = 1000000000,
                  step = 1000000;  // as runtime/linux/time.c has them
constexpr long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK |
                         PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;

int64_t read(pid_t who, uint64_t address) {
  errno = 0;
  return ptrace(PTRACE_PEEKDATA, who, address, nullptr);
}

bool write(pid_t who, uint64_t address, int64_t value) {
  return ptrace(PTRACE_POKEDATA, who, address, value) == 0;
}

bool is_wall(uint64_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

// Above the stack's top: the number of arguments, them, 0, the environment, 0, pairs of words up to 0.
void hide_vdso(pid_t who) {
  user_regs_struct registers{};
  if (ptrace(PTRACE_GETREGS, who, nullptr, &registers) != 0) return;
  uint64_t at = registers.rsp + 8 * (uint64_t(read(who, registers.rsp)) + 2);
  while (read(who, at) != 0 && errno == 0) at += 8;
  if (errno != 0) return;
  for (at += 8; int64_t kind = read(who, at); at += 16) {
    if (errno != 0) return;
    if (kind == AT_SYSINFO_EHDR) write(who, at, AT_IGNORE);
  }
}

bool filter_clock_calls() {
  constexpr uint32_t calls[] = {SYS_clock_gettime, SYS_gettimeofday, SYS_time, SYS_nanosleep,
                                SYS_clock_nanosleep};
  constexpr size_t count = std::size(calls);
  std::array<sock_filter, 5 + count> code{};
  size_t used = 0;
  auto add = [&](uint16_t op, uint32_t value, size_t yes, size_t no) {
    code[used++] = {op, uint8_t(yes), uint8_t(no), value};
  };
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch), 0, 0);
  add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, count + 1);
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr), 0, 0);
  for (size_t i = 0; i < count; ++i) add(BPF_JMP | BPF_JEQ | BPF_K, calls[i], count - i, 0);
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  add(BPF_RET | BPF_K, SECCOMP_RET_TRACE, 0, 0);
  sock_fprog program{uint16_t(used), code.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

struct ModelClock::Call {
  user_regs_struct registers;
  int64_t result = 0;
};

void ModelClock::stopped(pid_t who, int status) {
  int signal = WSTOPSIG(status), event = status >> 16;
  if (event == PTRACE_EVENT_SECCOMP) {
    answer(who);
  } else if (event == PTRACE_EVENT_EXEC || (!started_ && signal == SIGTRAP)) {
    // The first exec comes as a signal, for the options are not set yet.
    if (!started_) ptrace(PTRACE_SETOPTIONS, who, nullptr, options);
    started_ = true;
    hide_vdso(who);
  } else if (event == 0 && !(signal == SIGSTOP && who != program_)) {  // a new process begins with SIGSTOP
    ptrace(PTRACE_CONT, who, nullptr, signal);
    return;
  }
  ptrace(PTRACE_CONT, who, nullptr, 0);
}

// Puts our result in place of the kernel's; or does nothing, and the kernel answers.
void ModelClock::answer(pid_t who) {
  Call call{};
  if (ptrace(PTRACE_GETREGS, who, nullptr, &call.registers) != 0 || !answered(who, call)) return;
  call.registers.orig_rax = uint64_t(-1);
  call.registers.rax = uint64_t(call.result);
  ptrace(PTRACE_SETREGS, who, nullptr, &call.registers);
}

bool ModelClock::answered(pid_t who, Call& call) {
  const user_regs_struct& registers = call.registers;
  switch (registers.orig_rax) {
    case SYS_clock_gettime: return clock_gettime(who, call);
    case SYS_gettimeofday: return gettimeofday(who, call);
    case SYS_time:
      passed_ += step;
      call.result = start + passed_ / billion;
      return !registers.rdi || write(who, registers.rdi, call.result);
    case SYS_nanosleep: return sleep(who, CLOCK_REALTIME, 0, registers.rdi);
    case SYS_clock_nanosleep: return sleep(who, registers.rdi, registers.rsi, registers.rdx);
    default: return false;
  }
}

bool ModelClock::clock_gettime(pid_t who, const Call& call) {
  const user_regs_struct& registers = call.registers;
  if (registers.rdi > CLOCK_TAI || registers.rdi == 10 || !registers.rsi) return false;
  passed_ += step;
  int64_t seconds = passed_ / billion + (is_wall(registers.rdi) ? start : 0);
  return write(who, registers.rsi, seconds) && write(who, registers.rsi + 8, passed_ % billion);
}

bool ModelClock::gettimeofday(pid_t who, const Call& call) {
  const user_regs_struct& registers = call.registers;
  passed_ += step;
  if (registers.rsi && !write(who, registers.rsi, 0)) return false;
  return !registers.rdi || (write(who, registers.rdi, start + passed_ / billion) &&
                            write(who, registers.rdi + 8, passed_ % billion / 1000));
}

bool ModelClock::sleep(pid_t who, uint64_t clock, uint64_t flags, uint64_t request) {
  int64_t seconds = read(who, request);
  if (errno != 0) return false;
  int64_t nanoseconds = read(who, request + 8);
  if (errno != 0 || seconds < 0 || seconds > billion * 8 || nanoseconds < 0 || nanoseconds >= billion)
    return false;
  if (flags & TIMER_ABSTIME) {
    int64_t until = (seconds - (is_wall(clock) ? start : 0)) * billion + nanoseconds;
    if (until > passed_) passed_ = until;
  } else {
    passed_ += seconds * billion + nanoseconds;
  }
  return true;
}

bool let_clock_be_kept() { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 && filter_clock_calls(); }

}  // namespace bonsai::sandbox

#else

namespace bonsai::sandbox {
struct ModelClock::Call {};
void ModelClock::stopped(pid_t, int) {}
bool let_clock_be_kept() { return false; }
}  // namespace bonsai::sandbox

#endif
