// A filter of the kernel (seccomp) picks the calls that we answer, so that all others run at full speed.
// Tested by sandbox_test.cpp.
#include "sandbox/supervisor/tracer.h"

#if defined(__x86_64__)

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>

#include "sandbox/supervisor/world.h"

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

std::string hexadecimal(uint64_t number) {
  std::array<char, 24> text{};
  snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(number));
  return text.data();
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

bool filter_calls() {
  constexpr uint32_t calls[] = {SYS_clock_gettime,   SYS_gettimeofday, SYS_time,      SYS_nanosleep,
                                SYS_clock_nanosleep, SYS_chmod,        SYS_fchmodat,  SYS_chown,
                                SYS_lchown,          SYS_fchownat,     SYS_utimensat, SYS_utimes,
                                SYS_utime,           SYS_futimesat,    SYS_fchmod,    SYS_fchown};
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

// Code of a process's binary in its memory. `offset`: how far behind the place that its file counts from.
struct Mapping {
  uint64_t begin, end, offset;
};

bool has_fixed_place(const char* binary) {
  Elf64_Ehdr header{};  // the type lies at the same place for 32 bits
  int file = open(binary, O_RDONLY | O_CLOEXEC);
  bool is_read = file >= 0 && pread(file, &header, sizeof header, 0) == ssize_t(sizeof header);
  if (file >= 0) close(file);
  return is_read && header.e_type == ET_EXEC;
}

std::vector<Mapping> code_of(pid_t who) {
  std::vector<Mapping> code;
  std::array<char, 64> path{};
  struct stat program{};
  snprintf(path.data(), path.size(), "/proc/%d/exe", int(who));
  if (stat(path.data(), &program) != 0) return code;
  bool is_fixed = has_fixed_place(path.data()), is_first = true;
  snprintf(path.data(), path.size(), "/proc/%d/maps", int(who));
  FILE* file = fopen(path.data(), "re");
  if (!file) return code;
  unsigned long long begin = 0, end = 0, offset = 0, inode = 0, base = 0;
  std::array<char, 4096> line{};
  std::array<char, 8> rights{};
  while (fgets(line.data(), int(line.size()), file)) {
    if (sscanf(line.data(), "%llx-%llx %7s %llx %*x:%*x %llu", &begin, &end, rights.data(), &offset,
               &inode) != 5 ||
        inode != program.st_ino)
      continue;
    if (std::exchange(is_first, false) && !is_fixed) base = begin - offset;
    if (rights[2] == 'x') code.push_back({begin, end, begin - base});
  }
  fclose(file);
  return code;
}

}  // namespace

struct Tracer::Call {
  user_regs_struct registers;
  int64_t result = 0;
};

void Tracer::stopped(pid_t who, int status) {
  int signal = WSTOPSIG(status), event = status >> 16;
  if (event == PTRACE_EVENT_SECCOMP) {
    answer(who);
  } else if (event == PTRACE_EVENT_EXEC || (!started_ && signal == SIGTRAP)) {
    // The first exec comes as a signal, for the options are not set yet.
    if (!started_) ptrace(PTRACE_SETOPTIONS, who, nullptr, options);
    started_ = true;
    if (request_->as_model) hide_vdso(who);
  } else if (event == 0 && !(signal == SIGSTOP && who != program_)) {  // a new process begins with SIGSTOP
    if (request_->is_watched) note_signal(who, signal);
    ptrace(PTRACE_CONT, who, nullptr, signal);
    return;
  }
  ptrace(PTRACE_CONT, who, nullptr, 0);
}

// The kernel says who raised a signal; what a program makes up for itself says that it was sent, or stands at
// an instruction that raises none.
void Tracer::note_signal(pid_t who, int signal) {
  if (signal != SIGSEGV && signal != SIGBUS && signal != SIGFPE && signal != SIGILL && signal != SIGTRAP &&
      signal != SIGABRT)
    return;
  place_.clear();
  siginfo_t cause{};
  user_regs_struct registers{};
  if (ptrace(PTRACE_GETSIGINFO, who, nullptr, &cause) != 0 ||
      ptrace(PTRACE_GETREGS, who, nullptr, &registers) != 0)
    return;
  is_sent_ = cause.si_code <= 0;
  std::vector<Mapping> code = code_of(who);
  unsigned frames = 0;
  auto add = [&](uint64_t address) {
    for (const Mapping& each : code)
      if (address >= each.begin && address < each.end)
        place_ += "    #" + std::to_string(frames++) + "\t?\tprogram\t" +
                  hexadecimal(address - each.begin + each.offset) + "\n";
  };
  add(registers.rip);
  // A stack that overflowed begins some pages further up.
  constexpr uint64_t most_bytes = 32 << 10, most_gap = 1 << 20, page = 4096, code_of_32_bits = 0x23;
  constexpr unsigned most_frames = 32;
  uint64_t at = registers.rsp, gap_end = at + most_gap, read_bytes = 0;
  while (read_bytes < most_bytes && frames < most_frames) {
    uint64_t word = uint64_t(read(who, at));
    if (errno != 0) {
      if (read_bytes || (at = (at / page + 1) * page) > gap_end) return;
      continue;
    }
    // Within the call, not behind it.
    if (registers.cs == code_of_32_bits)
      add(uint32_t(word) - 1), add((word >> 32) - 1);
    else
      add(word - 1);
    at += sizeof word;
    read_bytes += sizeof word;
  }
}

// Puts our result in place of the kernel's; or does nothing, and the kernel answers.
void Tracer::answer(pid_t who) {
  Call call{};
  if (ptrace(PTRACE_GETREGS, who, nullptr, &call.registers) != 0 || !answered(who, call)) return;
  call.registers.orig_rax = uint64_t(-1);
  call.registers.rax = uint64_t(call.result);
  ptrace(PTRACE_SETREGS, who, nullptr, &call.registers);
}

bool Tracer::answered(pid_t who, Call& call) {
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
    case SYS_chmod:
    case SYS_chown:
    case SYS_utimes:
    case SYS_utime:
    case SYS_lchown:
      call.result = -EPERM;
      return is_of_root(who, AT_FDCWD, registers.rdi, registers.orig_rax != SYS_lchown);
    case SYS_fchmod:
    case SYS_fchown: call.result = -EPERM; return is_of_root(who, int(registers.rdi), 0, true);
    case SYS_fchmodat:
    case SYS_futimesat: call.result = -EPERM; return is_of_root(who, int(registers.rdi), registers.rsi, true);
    case SYS_fchownat:
      call.result = -EPERM;
      return is_of_root(who, int(registers.rdi), registers.rsi, !(registers.r8 & AT_SYMLINK_NOFOLLOW));
    case SYS_utimensat:
      // Without times it would need the right to write alone, and there is none either.
      call.result = registers.rdx ? -EPERM : -EACCES;
      return is_of_root(who, int(registers.rdi), registers.rsi, !(registers.r10 & AT_SYMLINK_NOFOLLOW));
    default: return false;
  }
}

// By the names that the program has for them: the supervisor sees its root under /proc.
void Tracer::find_directories_of_root(int root) {
  std::vector<std::string> names = parents_of(request_->directory);
  names.push_back("/tmp");
  for (const std::string& name : names) {
    bool is_given = std::any_of(request_->files.begin(), request_->files.end(),
                                [&](const File& file) { return file.path == name; });
    struct stat found{};
    if (!is_given && fstatat(root, name == "/" ? "." : name.c_str() + 1, &found, 0) == 0)
      of_root_.emplace_back(found.st_dev, found.st_ino);
  }
}

// Whether a path of the program names a directory of the root user.
bool Tracer::is_of_root(pid_t who, int directory, uint64_t path, bool follow) {
  std::string text, process = "/proc/" + std::to_string(who);
  for (bool more = path != 0; more && text.size() < PATH_MAX;) {
    int64_t word = read(who, path + text.size());
    if (errno != 0) return false;  // the kernel will say so, too
    for (unsigned i = 0; i < 8 && more; ++i) {
      char letter = char(word >> (8 * i));
      more = letter != 0;
      if (more) text += letter;
    }
  }
  int root = open((process + "/root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return false;
  if (of_root_.empty()) find_directories_of_root(root);
  std::string from = text.starts_with('/')   ? process + "/root"
                     : directory == AT_FDCWD ? process + "/cwd"
                                             : process + "/fd/" + std::to_string(directory);
  int start = open(from.c_str(), O_PATH | O_CLOEXEC);
  size_t name = std::min(text.find_first_not_of('/'), text.size());
  struct stat found{};
  bool is_there = start >= 0 && fstatat(start, name == text.size() ? "." : text.c_str() + name, &found,
                                        follow ? 0 : AT_SYMLINK_NOFOLLOW) == 0;
  if (text.empty()) is_there = path == 0 && start >= 0 && fstat(start, &found) == 0;
  if (start >= 0) close(start);
  close(root);
  return is_there && std::find(of_root_.begin(), of_root_.end(),
                               std::pair<uint64_t, uint64_t>(found.st_dev, found.st_ino)) != of_root_.end();
}

bool Tracer::clock_gettime(pid_t who, const Call& call) {
  const user_regs_struct& registers = call.registers;
  if (registers.rdi > CLOCK_TAI || registers.rdi == 10 || !registers.rsi) return false;
  passed_ += step;
  int64_t seconds = passed_ / billion + (is_wall(registers.rdi) ? start : 0);
  return write(who, registers.rsi, seconds) && write(who, registers.rsi + 8, passed_ % billion);
}

bool Tracer::gettimeofday(pid_t who, const Call& call) {
  const user_regs_struct& registers = call.registers;
  passed_ += step;
  if (registers.rsi && !write(who, registers.rsi, 0)) return false;
  return !registers.rdi || (write(who, registers.rdi, start + passed_ / billion) &&
                            write(who, registers.rdi + 8, passed_ % billion / 1000));
}

bool Tracer::sleep(pid_t who, uint64_t clock, uint64_t flags, uint64_t request) {
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

bool let_be_traced(bool as_model) {
  return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 && (!as_model || filter_calls());
}

}  // namespace bonsai::sandbox

#else

namespace bonsai::sandbox {
struct Tracer::Call {};
void Tracer::stopped(pid_t, int) {}
bool let_be_traced(bool) { return false; }
}  // namespace bonsai::sandbox

#endif
