// bonsai-external: makes the native calls that Bonsai asks for. Started by external_process.cpp only, with a
// socket as standard input.
//
// Each call happens in a fork of its own, so that it finds the C library as it was at the start (no call
// changes what another sees) and takes only itself down. The program's memory is mapped at the addresses that
// it has in the program: pointers mean the same on both sides, also those that lie in memory. What surrounds
// an object in its pages is filler, looked at after the call; beyond the pages every access is a fault, which
// is sent back with its address.
//
// Tested by external_process_test.cpp.
#include <dlfcn.h>
#include <fcntl.h>
#include <ffi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "exec/external/protocol.h"
#include "sandbox/supervisor/system_call_filter.h"

namespace {

using namespace bonsai::exec::external;

constexpr int channel = 3;
volatile bool* replied = nullptr;  // shared with the fork that makes the call

bool read_all(void* to, size_t bytes) {
  for (char* at = static_cast<char*>(to); bytes;) {
    ssize_t got = read(channel, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= size_t(got);
  }
  return true;
}

// Safe in signal handlers.
void write_all(const void* from, size_t bytes) {
  for (const char* at = static_cast<const char*>(from); bytes;) {
    ssize_t written = send(channel, at, bytes, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);
    at += written;
    bytes -= size_t(written);
  }
}

void reply(Status status, const void* payload, size_t bytes) {
  ReplyHeader header;
  header.status = uint64_t(status);
  header.bytes = bytes;
  *replied = true;
  write_all(&header, sizeof header);
  write_all(payload, bytes);
}

[[noreturn]] void finish(Status status, const void* payload, size_t bytes) {
  reply(status, payload, bytes);
  _exit(0);
}

[[noreturn]] void refuse(const std::string& words) { finish(Status::refused, words.data(), words.size()); }

[[noreturn]] void report_fault(uint64_t address, bool is_write) {
  Fault fault{address, is_write};
  finish(Status::fault, &fault, sizeof fault);
}

void on_fault(int number, siginfo_t* info, void* context) {
  const greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  uint64_t address = reinterpret_cast<uint64_t>(info->si_addr);
  uint64_t stack = uint64_t(registers[REG_RSP]);
  constexpr greg_t page_fault = 14;  // others know no address
  constexpr uint64_t near = 1 << 16;
  // Near the stack pointer it is the helper's own stack that is full.
  if (registers[REG_TRAPNO] == page_fault && address - (stack - near) > 2 * near)
    report_fault(address, registers[REG_ERR] & 2);
  Number signal{uint64_t(number)};
  finish(Status::signalled, &signal, sizeof signal);
}

ffi_type* ffi(Type type) {
  switch (type) {
    case Type::none: return &ffi_type_void;
    case Type::u8: return &ffi_type_uint8;
    case Type::s8: return &ffi_type_sint8;
    case Type::u16: return &ffi_type_uint16;
    case Type::s16: return &ffi_type_sint16;
    case Type::u32: return &ffi_type_uint32;
    case Type::s32: return &ffi_type_sint32;
    case Type::u64: return &ffi_type_uint64;
    case Type::f32: return &ffi_type_float;
    case Type::f64: return &ffi_type_double;
    case Type::f80: return &ffi_type_longdouble;
  }
  return nullptr;
}

struct Request {
  RequestHeader header;
  std::string name;
  std::vector<Argument> arguments;
  std::vector<Region> regions;
  std::string content;
};

bool read_request(Request& request) {
  RequestHeader& header = request.header;
  if (!read_all(&header, sizeof header) || header.magic != request_magic ||
      header.name_bytes > most_records || header.arguments > most_records || header.regions > most_records ||
      header.fixed > header.arguments || header.content_bytes > most_content)
    return false;
  request.name.resize(header.name_bytes);
  request.arguments.resize(header.arguments);
  request.regions.resize(header.regions);
  request.content.resize(header.content_bytes);
  return read_all(request.name.data(), request.name.size()) &&
         read_all(request.arguments.data(), request.arguments.size() * sizeof(Argument)) &&
         read_all(request.regions.data(), request.regions.size() * sizeof(Region)) &&
         read_all(request.content.data(), request.content.size());
}

// The program's memory: its pages, and what they held before the call.
class Memory {
 public:
  explicit Memory(const Request& request) : regions_(request.regions) {
    for (const Region& region : regions_) add_pages(region);
    for (Pages& pages : pages_) map(pages);
    const char* content = request.content.data();
    for (const Region& region : regions_) {
      std::memcpy(&pages_at(region.address).before[region.address - pages_at(region.address).begin], content,
                  region.size);
      content += region.size;
    }
    for (Pages& pages : pages_) std::memcpy(at(pages.begin), pages.before.data(), pages.before.size());
    protect();
  }

  // Appends the runs of bytes that changed. A change where there is nothing to write to is a fault.
  void append_changes(std::string& to) {
    const Region* region = regions_.data();
    const Region* end = region + regions_.size();
    for (const Pages& pages : pages_)
      for (uint64_t i = 0; i < pages.before.size(); ++i) {
        if (i % page == 0 && std::memcmp(at(pages.begin + i), &pages.before[i], page) == 0) {
          i += page - 1;
          continue;
        }
        uint64_t address = pages.begin + i;
        if (*at(address) == uint8_t(pages.before[i])) continue;
        while (region != end && region->address + region->size <= address) ++region;
        if (region == end || address < region->address || region->read_only) report_fault(address, true);
        i = append_run(to, pages, i, region->address + region->size - pages.begin);
      }
  }

 private:
  struct Pages {
    uint64_t begin = 0;
    uint64_t end = 0;
    std::string before;
  };

  static uint8_t* at(uint64_t address) { return reinterpret_cast<uint8_t*>(address); }

  void add_pages(const Region& region) {
    uint64_t begin = region.address / page * page;
    uint64_t end = (region.address + region.size + page - 1) / page * page;
    if (!pages_.empty() && begin <= pages_.back().end)
      pages_.back().end = std::max(pages_.back().end, end);
    else
      pages_.push_back({begin, end, {}});
  }

  static void map(Pages& pages) {
    pages.before.assign(pages.end - pages.begin, char(filler));
    void* wanted = at(pages.begin);
    void* got = mmap(wanted, pages.before.size(), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) return;
    if (got != MAP_FAILED || errno == EEXIST) finish(Status::collided, nullptr, 0);
    refuse(std::string("its memory cannot be mapped: ") + std::strerror(errno));
  }

  Pages& pages_at(uint64_t address) {
    auto above = std::upper_bound(pages_.begin(), pages_.end(), address,
                                  [](uint64_t wanted, const Pages& each) { return wanted < each.begin; });
    return *std::prev(above);
  }

  // Pages that hold nothing writable are not. Those that hold both kinds are looked at after the call.
  void protect() {
    for (const Pages& pages : pages_)
      for (uint64_t begin = pages.begin; begin < pages.end; begin += page) {
        bool writable = std::any_of(regions_.begin(), regions_.end(), [&](const Region& region) {
          return !region.read_only && region.address < begin + page && begin < region.address + region.size;
        });
        if (!writable) mprotect(at(begin), page, PROT_READ);
      }
  }

  // The changed bytes from `i` on; returns the last of them.
  static uint64_t append_run(std::string& to, const Pages& pages, uint64_t i, uint64_t end) {
    Run run{pages.begin + i, 0};
    while (i + run.size < end && *at(run.address + run.size) != uint8_t(pages.before[i + run.size]))
      ++run.size;
    to.append(reinterpret_cast<const char*>(&run), sizeof run);
    to.append(reinterpret_cast<const char*>(at(run.address)), run.size);
    return i + run.size - 1;
  }

  const std::vector<Region>& regions_;
  std::vector<Pages> pages_;  // ascending
};

void limit(decltype(RLIMIT_CPU) resource, rlim_t most) {
  rlimit both{most, most};
  setrlimit(resource, &both);
}

void catch_faults() {
  constexpr size_t bytes = 1 << 16;
  stack_t stack{};
  stack.ss_sp = malloc(bytes);
  stack.ss_size = bytes;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  sigaction(SIGSEGV, &action, nullptr);
}

// In the fork: makes the call and tells what it did.
[[noreturn]] void make_call(Request& request) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CPU, request.header.milliseconds / 1000 + 2);  // should it ignore the alarm
  itimerval alarm{};
  alarm.it_value.tv_sec = time_t(request.header.milliseconds / 1000);
  alarm.it_value.tv_usec = suseconds_t(request.header.milliseconds % 1000 * 1000);
  setitimer(ITIMER_REAL, &alarm, nullptr);
  void* function = dlsym(RTLD_DEFAULT, request.name.c_str());
  if (!function) finish(Status::missing, nullptr, 0);
  std::vector<ffi_type*> types;
  std::vector<void*> values;
  for (Argument& argument : request.arguments) {
    types.push_back(ffi(argument.type));
    values.push_back(argument.bytes);
    if (!types.back() || argument.type == Type::none) refuse("an argument has a type that is unknown");
  }
  ffi_type* result_type = ffi(request.header.result);
  if (!result_type) refuse("its result has a type that is unknown");
  ffi_cif cif;
  unsigned count = unsigned(types.size());
  ffi_status prepared =
      request.header.variadic
          ? ffi_prep_cif_var(&cif, FFI_DEFAULT_ABI, request.header.fixed, count, result_type, types.data())
          : ffi_prep_cif(&cif, FFI_DEFAULT_ABI, count, result_type, types.data());
  if (prepared != FFI_OK) refuse("its arguments cannot be passed");
  std::string payload(result_bytes, '\0');
  alignas(16) unsigned char result[result_bytes] = {};
  Memory memory(request);
  catch_faults();
  ffi_call(&cif, FFI_FN(function), result, values.data());
  signal(SIGSEGV, SIG_DFL);
  std::memcpy(payload.data(), result, result_bytes);
  memory.append_changes(payload);
  finish(Status::returned, payload.data(), payload.size());
}

void serve(Request& request) {
  *replied = false;
  pid_t child = fork();
  if (child == 0) make_call(request);
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
  }
  if (*replied) return;
  if (child < 0 || ended < 0) {
    const char words[] = "no process for it";
    reply(Status::refused, words, sizeof words - 1);
    return;
  }
  bool signalled = WIFSIGNALED(status);
  if (signalled && WTERMSIG(status) == SIGALRM) return reply(Status::hung, nullptr, 0);
  Number number{uint64_t(signalled ? WTERMSIG(status) : WEXITSTATUS(status))};
  reply(signalled ? Status::signalled : Status::exited, &number, sizeof number);
}

// An empty folder that nobody can put anything into: it is removed while we are in it.
bool enter_empty_directory() {
  const char* parent = getenv("TMPDIR");
  std::string folder = std::string(parent && *parent ? parent : "/tmp") + "/bonsai-external-XXXXXX";
  return mkdtemp(folder.data()) && chdir(folder.c_str()) == 0 && rmdir(folder.c_str()) == 0;
}

}  // namespace

int main() {
  if (dup2(0, channel) != channel) return 2;
  int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(null, 0) != 0) return 2;
  close(null);
  if (!enter_empty_directory()) return 2;
  unsetenv("TMPDIR");
  prctl(PR_SET_DUMPABLE, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      !bonsai::sandbox::install_filter(bonsai::sandbox::system_call_filter()))
    return 2;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 32);
  limit(RLIMIT_AS, rlim_t(4) << 30);
  void* shared = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 2;
  replied = static_cast<volatile bool*>(shared);
  Request request;
  while (read_request(request)) serve(request);
  return 0;
}
